package intent

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// excluding is how a language asks for something and leaves a part out: what comes in
// front of the part, the words between its pieces, the pieces with what they pick, and
// what may come behind.
type excluding struct {
	first, between, behind []string
	pieces                 map[string]string
}

var languages = map[string]excluding{
	"en": {
		first: []string{
			"tidy everything except ", "sort by year but not ", "sort everything into folders by sender, but leave ", "one folder per year please, except ",
			"rename everything over 50 euros but not ", "move everything from 2024 into Old except ", "give everything a better name but keep ",
			"rename all files to lower case apart from ", "copy everything into a folder Backup without ", "number the files, but skip ",
		},
		between: []string{" and ", ", ", " nor ", " or ", " and not "},
		pieces: map[string]string{
			"the photos": "kind:image", "the contract": "kind:contract", "the invoices": "kind:invoice", "receipts": "kind:receipt", "the PDFs": "ending:pdf", "lease.pdf": "name:lease.pdf",
		},
		behind: []string{"", " please", ", thanks"},
	},
	"de": {
		first: []string{
			"Räum alles auf außer ", "Sortiere alles nach Jahr, aber nicht ", "Ich hätte gern alles nach Firmen sortiert, ohne ", "Benenne alles über 50 Euro um, aber lass ",
			"Verschiebe alles von 2024 in den Ordner Alt bis auf ", "Schreib alle Namen klein außer ",
		},
		between: []string{" und ", ", ", " oder ", " und nicht "},
		pieces: map[string]string{
			"die Fotos": "kind:image", "den Vertrag": "kind:contract", "die Rechnungen": "kind:invoice", "Quittungen": "kind:receipt", "die PDFs": "ending:pdf", "lease.pdf": "name:lease.pdf",
		},
		behind: []string{"", " bitte", ", danke"},
	},
	"fr": {
		first:   []string{"Range tout sauf ", "Classe tout par année mais pas ", "Renomme tout, ne touche pas à ", "Déplace tout vers Archives sauf "},
		between: []string{" et ", ", ", " ni "},
		pieces: map[string]string{
			"les photos": "kind:image", "le contrat": "kind:contract", "les factures": "kind:invoice", "les PDF": "ending:pdf", "lease.pdf": "name:lease.pdf",
		},
		behind: []string{"", " stp", ", merci"},
	},
	"es": {
		first:   []string{"Ordena todo menos ", "Ordena todo por año pero no ", "Renombra todo, no toques ", "Quiero una carpeta por empresa, sin "},
		between: []string{" y ", ", ", " ni "},
		pieces: map[string]string{
			"las fotos": "kind:image", "el contrato": "kind:contract", "las facturas": "kind:invoice", "los PDF": "ending:pdf", "lease.pdf": "name:lease.pdf",
		},
		behind: []string{"", " por favor", ", gracias"},
	},
}

// What a request leaves out is left out, each piece of it, or the request is not
// understood.
func TestPropertyEachPieceThatIsLeftOutIsLeftOut(t *testing.T) {
	understood := 0
	rapid.Check(t, func(t *rapid.T) {
		l := languages[rapid.SampledFrom([]string{"en", "de", "fr", "es"}).Draw(t, "language")]
		known := make([]string, 0, len(l.pieces))
		for piece := range l.pieces {
			known = append(known, piece)
		}
		slices.Sort(known)
		pieces := rapid.SliceOfNDistinct(rapid.SampledFrom(known), 1, 3, func(s string) string { return s }).Draw(t, "pieces")
		request := rapid.SampledFrom(l.first).Draw(t, "first") + strings.Join(pieces, rapid.SampledFrom(l.between).Draw(t, "between")) +
			rapid.SampledFrom(l.behind).Draw(t, "behind")
		r := Parse(request)
		if len(r.Left) > 0 || !r.Do.Changes() {
			return
		}
		understood++
		got := summary(r)
		for _, piece := range pieces {
			if !strings.Contains(got, "not "+l.pieces[piece]) {
				t.Fatalf("%s: %s does not leave out %s", request, got, piece)
			}
		}
	})
	if understood < 20 {
		t.Errorf("only %d requests were understood", understood)
	}
}
