package intent

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// summary writes down what was read, without what is empty.
func summary(r Request) string {
	parts := []string{string(r.Do)}
	for _, n := range r.Files.Named {
		parts = append(parts, n.Text)
	}
	for _, p := range r.Files.Only {
		parts = append(parts, "only "+brief(p))
	}
	for _, p := range r.Files.Except {
		parts = append(parts, "not "+brief(p))
	}
	if r.Into != "" {
		parts = append(parts, "into "+r.Into)
	}
	if in := r.Instead; in.Folder != "" {
		parts = append(parts, "instead "+in.Folder+" or not "+brief(in.Pick))
	}
	if how := brief(r.How); how != "" {
		parts = append(parts, "how "+how)
	}
	if r.Files.Subfolders {
		parts = append(parts, "subfolders")
	}
	if r.Proposal {
		parts = append(parts, "proposal")
	}
	for _, left := range r.Left {
		parts = append(parts, "LEFT "+left)
	}
	if r.Then != nil {
		parts = append(parts, "then "+summary(*r.Then))
	}
	return strings.Join(parts, " | ")
}

// brief lists the fields of a struct that are set.
func brief(of any) string {
	var set []string
	v := reflect.ValueOf(of)
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			set = append(set, fmt.Sprintf("%s:%v", strings.ToLower(v.Type().Field(i).Name), v.Field(i)))
		}
	}
	return strings.Join(set, " ")
}

func TestParse(t *testing.T) {
	rows := []struct{ request, want string }{
		{"tidy this folder", "tidy"},
		{"Can you organise my scans?", "tidy"},
		{"go to ~/Downloads and tidy it", "tidy | ~/Downloads"},
		{"What would you rename? Don't change anything.", "tidy | proposal"},
		{"sort these into ~/Taxes", "tidy | into ~/Taxes"},
		{"tidy everything including subfolders", "tidy | subfolders"},
		{"Räum diesen Ordner bitte auf", "tidy"},

		// Exclusions and selections.
		{"tidy everything except lease.pdf", "tidy | not name:lease.pdf"},
		{"rename everything except lease.pdf, a.pdf and b.pdf", "tidy | not name:lease.pdf | not name:a.pdf | not name:b.pdf"},
		{"except lease.pdf, rename everything", "tidy | not name:lease.pdf"},
		{"tidy this folder, don't touch lease.pdf", "tidy | not name:lease.pdf"},
		{"leave lease.pdf alone and tidy the rest", "tidy | not name:lease.pdf"},
		{"tidy everything but the photos", "tidy | not kind:image"},
		{"tidy everything except the lease", "tidy | not word:lease"},
		{"rename only the fatture", "tidy | only kind:invoice"},
		{"move the ricevute from Acme into Spese", "move | only kind:receipt sender:Acme | into Spese"},
		{"move the facturen and the bonnetjes into Belasting", "move | only kind:invoice | only kind:receipt | into Belasting"},
		{"räum alles auf außer den Loonstroken", "tidy | not kind:payslip"},
		{"tidy everything except the buste paga", "tidy | not kind:payslip"},
		{"move the photos to Taxes, not Bills", "move | only kind:image photo | into Taxes | instead Bills or not kind:invoice"},
		{"mueve las fotos a Impuestos, no Facturas", "move | only kind:image photo | into Impuestos | instead Facturas or not kind:invoice"},
		{"move everything to Taxes, not invoices", "move | into Taxes | instead invoices or not kind:invoice"},
		{"verschieb die Fotos nach Steuer, nicht Rechnungen", "move | only kind:image photo | into Steuer | instead Rechnungen or not kind:invoice"},
		{"file the statements into Taxes, not into Bills", "move | only kind:statement | into Taxes"},
		{"put the statements not into Bills but into Taxes", "move | only kind:statement | into Taxes"},
		{"move the statements into Taxes instead of Bills, except a.pdf", "move | only kind:statement | not name:a.pdf | into Taxes"},
		{"lege die Kontoauszüge nicht nach Bills, sondern nach Taxes", "move | only kind:statement | into Taxes"},
		{"range les relevés dans Taxes, pas dans Factures", "move | only kind:statement | into Taxes"},
		{"pon los extractos en Taxes en vez de Facturas", "move | only kind:statement | into Taxes"},
		{"move everything to Taxes, not the invoices", "move | not kind:invoice | into Taxes"},
		{"move the statements not into Bills", "move | only kind:statement | into Bills | LEFT not"},
		{"move the photos to Pics and delete lease.pdf", "move | only kind:image photo | into Pics | then trash | lease.pdf"},
		{"verschieb die Fotos nach Bilder und die PDFs nach Texte", "move | only kind:image photo | into Bilder | then move | only ending:pdf | into Texte"},
		{"rename a.txt to b and put it into C", "rename | a.txt | into C | how name:b"},
		{"sort the photos by year and move them to Archive", "sort into | only kind:image photo | how by:year | LEFT move | LEFT to archive"},
		{"move everything except the photos to A and rename the receipts", " | not kind:image | not kind:receipt | LEFT to | LEFT rename"},
		{"I don't want you to delete anything, just sort the photos by year", "sort into | only kind:image photo | how by:year"},
		{"don't move anything, just move the photos to A", " | only kind:image photo | proposal | LEFT to"},
		{"sort the invoices by year and sender", "sort into | only kind:invoice | how by:year/sender"},
		{"turn the spaces in the names of the PDFs into underscores", "replace | only ending:pdf | how old:  new:_"},
		{"remove the word draft from all names", "replace | how old:draft"},
		{"rename the contract to Flat", "rename | only kind:contract one:true | how name:Flat"},
		{"Alle Dateinamen klein schreiben außer a.md", "recase | not name:a.md | how case:lower"},
		{"Verschiebe alle Schreiben nach Post", "move | only kind:letter | into Post"},
		{"Verschieb die Rechnungen aus 2025 nach Alt, den Rest lass so", "move | only kind:invoice dated:2025-01-01..2026-01-01 | into Alt"},
		{"put the statements under Bank instead of Taxes", "move | only kind:statement | into Bank"},
		{"put everything from Acme into Bills", "move | only sender:Acme | into Bills"},
		{"put everything from Acme into Bills from now on", "keep rule | only sender:Acme | into Bills"},
		{"From now on, put invoices from Acme over 50 euros into Bills, except reminders", "keep rule | only kind:invoice sum:5001..0 EUR sender:Acme | not kind:reminder | into Bills"},
		{"always put everything into Bills", " | into Bills | LEFT always"},
		{"always put invoices from last year into Old", " | only kind:invoice dated:1 year ago, 0 | into Old | LEFT always"},
		{"I always put invoices from Acme into Bills", "keep rule | only kind:invoice sender:Acme | into Bills | LEFT i"},
		{"Ab jetzt kommt alles von Acme in den Ordner Post", "keep rule | only sender:Acme | into Post"},
		{"mets toujours les factures de Acme dans Post", "keep rule | only kind:invoice sender:Acme | into Post"},
		{"siempre pon lo de Acme en Post", "keep rule | only sender:Acme | into Post"},
		{"tidy everything except the EDF one", "tidy | not word:edf"},
		{"tidy everything, but hands off the EDF one", "tidy | not word:edf"},
		{"tidy everything except the EDF invoice", "tidy | not kind:invoice word:edf"},
		{"rename the Acme bills and leave the rest as it is", "tidy | only kind:invoice word:acme"},
		{"rename everything that isn't from Acme", "tidy | not sender:Acme"},
		{"rename the pictures except the photos", "tidy | only kind:image | not kind:image"},
		{"mets la vidéo dans Vacances et la chanson dans Musique", "move | only kind:video one:true | into Vacances | then move | only kind:audio one:true | into Musique"},
		{"rename the receipts from 50 euros", "tidy | only kind:receipt sum:5000..0 EUR"},
		{"rename the receipts from 2024", "tidy | only kind:receipt dated:2024-01-01..2025-01-01"},
		{"mach die Bilder klein", " | only kind:image | LEFT klein"},
		{"schreib alles klein", "recase | how case:lower"},
		{"move the newest invoice to Keep", "move | only kind:invoice word:newest one:true | into Keep"},
		{"Verschieb die Fotos in den Ordner Bleibt", "move | only kind:image photo | into Bleibt"},
		{"move everything I need into Keep", "move | into Keep | LEFT i need"},
		{"Verschieb die Fotos, die ich brauche, nach Wichtig", "move | only kind:image photo | into Wichtig | LEFT ich brauche"},
		{"rename everything, not just the photos", "tidy | only kind:image photo | LEFT not just"},
		{"rename photos, never invoices", "tidy | only kind:image photo | not kind:invoice"},
		{"Mets les photos en ligne", " | only kind:image photo | LEFT en ligne"},
		{"räum ~/Taxes auf sondern c.pdf", "tidy | ~/Taxes | c.pdf | LEFT sondern"},
		{"give taxi.txt the name Taxi London", "rename | taxi.txt | how name:Taxi London"},
		{"ponle a taxi.txt el nombre Taxi Londres", "rename | taxi.txt | how name:Taxi Londres"},
		{"benenne nur die Hotelrechnung um", "tidy | only kind:invoice word:hotel one:true"},
		{"räum alles auf außer dem Versicherungsvertrag", "tidy | not kind:contract word:versicherung"},
		{"sort receipts by year but not the one from Mercadona", "sort into | only kind:receipt | not sender:Mercadona | how by:year"},
		{"don't delete anything, I only want to know which receipts are from Acme", "list | only kind:receipt sender:Acme"},
		{"move photos from Old to Taxes", "move | only kind:image photo sender:Old | into Taxes"},
		{"renomme les factures sauf celle d'EDF", "tidy | only kind:invoice | not word:edf | not sender:EDF"},
		{"renombra las facturas menos la de Iberdrola", "tidy | only kind:invoice | not word:iberdrola | not sender:Iberdrola"},
		{"Raeum alles auf ausser den Vertraegen", "tidy | not kind:contract"},
		{"Räum auf, aber die Rechnungen von Acme lass bitte so", "tidy | not kind:invoice sender:Acme"},
		{"Lege alles unter 50 Euro in Klein ab", "move | only sum:-9223372036854775808..4999 EUR | into Klein"},
		{"ne touche pas au contrat et range le reste", "tidy | not kind:contract"},
		{"rename everything but not the PDFs from 2023", "tidy | not ending:pdf dated:2023-01-01..2024-01-01"},
		{"don't touch lease.pdf. Rename b.pdf", "tidy | b.pdf | not name:lease.pdf"},
		{"move everything except a.pdf into ~/Taxes", "move | not name:a.pdf | into ~/Taxes"},
		{"rename only the receipts", "tidy | only kind:receipt"},
		{"only rename lease.pdf", "tidy | only name:lease.pdf"},
		{"rename the invoices from Telekom", "tidy | only kind:invoice sender:Telekom"},
		{"rename files starting with IMG", "tidy | only starts:IMG"},
		{"rename the files ending in .png", "tidy | only ending:png"},
		{"Räum alles auf außer lease.pdf", "tidy | not name:lease.pdf"},
		{"Lass lease.pdf in Ruhe und benenne die anderen um", "tidy | not name:lease.pdf"},
		{"Benenne nur die Rechnungen um", "tidy | only kind:invoice"},
		{"Range tout sauf bail.pdf", "tidy | not name:bail.pdf"},
		{"Ordena todo excepto contrato.pdf", "tidy | not name:contrato.pdf"},

		// A "not" behind the verb may deny it: what is named is left out, and nothing done.
		{"move not all PDFs into Taxes", "move | not ending:pdf | into Taxes | LEFT not"},
		{"rename not the PDFs", "tidy | not ending:pdf | LEFT not"},
		{"Verschiebe nicht alle PDFs nach Steuer", "move | not ending:pdf | into Steuer | LEFT nicht"},
		{"Benenne nicht die PDFs um", "tidy | not ending:pdf | LEFT nicht"},
		{"Räum auf, nicht die PDFs", "tidy | not ending:pdf"},
		{"Räum auf ohne die PDFs", "tidy | not ending:pdf"},
		{"rename everything not from Acme", "tidy | not sender:Acme"},

		// What stays is said behind it, too.
		{"tidy all files, lease.pdf stays as it is", "tidy | not name:lease.pdf"},
		{"tidy up but keep the receipts the way they are", "tidy | not kind:receipt"},
		{"Alles umbenennen, nur lease.pdf nicht", "tidy | not name:lease.pdf"},
		{"Bitte alles aufräumen, die Rechnungen aber so lassen", "tidy | not kind:invoice"},
		{"Räum auf aber die Fotos bleiben wo sie sind", "tidy | not kind:image"},
		{"nothing over 50 euros should be touched, rename the rest", "tidy | not sum:5001..0 EUR"},
		{"Range tout, les photos restent où elles sont", "tidy | not kind:image"},
		{"Ordena todo, pero las fotos se quedan como están", "tidy | not kind:image"},
		{"please do not rename lease.pdf but do the others", "tidy | not name:lease.pdf"},

		// A name is given in many words.
		{"give everything a sensible name", "tidy"},
		{"everything but the pictures needs a new name", "tidy | not kind:image"},
		{"Gib den Dateien vernünftige Namen", "tidy"},
		{"Mach hier mal Ordnung", "tidy"},
		{"Donne un nom correct à chaque fichier", "tidy"},
		{"Ponles nombres decentes a todos los archivos", "tidy"},
		{"which files have good names?", "tidy | LEFT which files have"},
		{"lease.pdf soll Mietvertrag Wohnung heißen", "rename | lease.pdf | how name:Mietvertrag Wohnung"},

		// A wish without a verb.
		{"I want one folder per year", "sort into | how by:year"},
		{"Quiero una carpeta por año", "sort into | how by:year"},
		{"ich hätte gern alles nach Firmen sortiert", "sort into | how by:sender"},
		{"I need all the invoices in a folder called Invoices please", "move | only kind:invoice | into Invoices"},
		{"Kannst du die Rechnungen in einen Ordner Steuer verschieben?", "move | only kind:invoice | into Steuer"},

		{"Kommt die Rechnung in den Ordner Steuer?", " | only kind:invoice one:true | LEFT kommt | LEFT steuer"},
		{"everything from 2024 goes into a folder Old", "move | only dated:2024-01-01..2025-01-01 | into Old"},
		{"rename the better ones", "tidy | LEFT better"},
		{"rename new files", "tidy | LEFT new"},
		{"Die neuen umbenennen", "tidy | LEFT neuen"},
		{"rename everything like last year", "tidy | only dated:1 year ago, 0 | LEFT like"},
		{"rename everything today", "tidy | LEFT today"},
		{"Bitte die Dateien ordentlich benennen", "tidy"},
		{"Die Rechnungen liegen in einem Ordner Steuer", " | only kind:invoice | LEFT steuer"},
		{"the invoices are in a folder Taxes", " | only kind:invoice | LEFT taxes"},
		{"sort by year but not the photos nor the contract", "sort into | not kind:image | not kind:contract | how by:year"},
		{"rename everything over 50 euros except the ones from Acme", "tidy | only sum:5001..0 EUR | not sender:Acme"},

		// Amounts and dates.
		{"rename the receipts over 50 euros", "tidy | only kind:receipt sum:5001..0 EUR"},
		{"rename files between 10 and 20 €", "tidy | only sum:1000..2000 EUR"},
		{"which bills are under $1,200.50?", "list | only kind:invoice sum:-9223372036854775808..120049 USD"},
		{"rename the receipts over 50", "tidy | only kind:receipt | LEFT over 50"},
		{"move everything older than 2023 to Old", "move | only dated:..2023-01-01 | into Old"},
		{"move the invoices of March 2025 into Taxes", "move | only kind:invoice dated:2025-03-01..2025-04-01 | into Taxes"},
		{"rename the invoices from last year", "tidy | only kind:invoice dated:1 year ago, 0"},
		{"rename everything from 3 March 2024", "tidy | only dated:2024-03-03..2024-03-04"},
		{"rename everything between 2022 and 2023", "tidy | only dated:2022-01-01..2024-01-01"},
		{"rename everything older than 2 years", "tidy | only dated:2 year ago, 1"},
		{"move everything older than March to Old", "move | into Old | LEFT older than march"},
		{"rename everything except the receipts over 50 euros", "tidy | not kind:receipt sum:5001..0 EUR"},
		{"Benenne die Rechnungen über 50 Euro um", "tidy | only kind:invoice sum:5001..0 EUR"},
		{"Benenne alles um, was älter als 2023 ist", "tidy | only dated:..2023-01-01"},
		{"Verschiebe die Rechnungen vom letzten Jahr in den Ordner Steuer", "move | only kind:invoice dated:1 year ago, 0 | into Steuer"},
		{"Benenne die Quittungen ab 12,50 € um", "tidy | only kind:receipt sum:1250..0 EUR"},
		{"Renomme les factures de plus de 50 euros", "tidy | only kind:invoice sum:5001..0 EUR"},
		{"Renombra las facturas de marzo de 2024", "tidy | only kind:invoice dated:2024-03-01..2024-04-01"},
		{"delete the invoices", "trash | only kind:invoice"},
		{"delete everything older than 2020", "trash | only dated:..2020-01-01"},
		{"copy the invoice from Acme into Taxes", "copy | only kind:invoice sender:Acme one:true | into Taxes"},

		// How.
		{"rename lease.pdf to Miete.pdf", "rename | lease.pdf | how name:Miete.pdf"},
		{`rename lease.pdf to "Mein Vertrag"`, "rename | lease.pdf | how name:Mein Vertrag"},
		{"rename Draft.md to Plans 2024.md", "rename | Draft.md | how name:Plans 2024.md"},
		{"Benenne Draft.md in Neue Pläne 2024.md um", "rename | Draft.md | how name:Neue Pläne 2024.md"},
		{"rename a.pdf to b.pdf and c.pdf", "rename | a.pdf | how name:b.pdf | LEFT c.pdf"},
		{"move the photos into Taxes 2024", "move | only kind:image photo | into Taxes 2024"},
		{"Verschiebe die Bilder nach Fotos, den Rest nicht anfassen", "move | only kind:image | into Fotos"},
		{"Ersetze in allen Namen Leerzeichen durch Unterstriche", "replace | how old:  new:_"},
		{"benenne die Rechnungen aus dem Jahr 2022 um", "tidy | only kind:invoice dated:2022-01-01..2023-01-01"},
		{"Ne touche à rien, dis-moi seulement ce que tu renommerais", "tidy | proposal"},
		{"undo what you did", "undo"},
		{"Deshaz lo último que hiciste", "undo"},
		{"Lies rechnung.pdf", "read | rechnung.pdf"},
		{"rename lease.pdf to Miete", "rename | lease.pdf | how name:Miete"},
		{"Benenne lease.pdf in Vertrag.pdf um", "rename | lease.pdf | how name:Vertrag.pdf"},
		{"rename all files to lower case", "recase | how case:lower"},
		{"Schreib alle Dateinamen klein", "recase | how case:lower"},
		{"replace spaces with underscores in all names", "replace | how old:  new:_"},
		{`remove "draft" from the names`, "replace | how old:draft"},
		{`add "2024 " in front of all names`, "prefix | how text:2024 "},
		{`Setze "2024 " vor alle Dateinamen`, "prefix | how text:2024 "},
		{"Nummeriere die Dateien", "number"},
		{"sort these into folders by year", "sort into | how by:year"},
		{"Sortiere die PDFs nach Typ in Ordner", "sort into | only ending:pdf | how by:type"},

		// Where to.
		{"move lease.pdf into Taxes", "move | lease.pdf | into Taxes"},
		{"move all PDFs into a folder called Taxes", "move | only ending:pdf | into Taxes"},
		{"move all PDFs in ~/Downloads to ~/Taxes", "move | ~/Downloads | only ending:pdf | into ~/Taxes"},
		{"move the invoices into Bills", "move | only kind:invoice | into Bills"},
		{"make the names of the png files lower case", "recase | only ending:png | how case:lower"},
		{"copy lease.pdf to ~/Taxes", "copy | lease.pdf | into ~/Taxes"},
		{"Verschiebe alle PDFs in den Ordner Steuern", "move | only ending:pdf | into Steuern"},
		{"Déplace les PDF dans le dossier Impots", "move | only ending:pdf | into Impots"},
		{"put lease.pdf into the trash", "trash | lease.pdf"},
		{"delete all .tmp files", "trash | only ending:tmp"},
		{"delete the duplicates", "dedupe"},

		// What only looks.
		{"how many PDFs are there?", "count | only ending:pdf"},
		{"find duplicates", "duplicates"},
		{"find the water bill", "find | only kind:invoice water one:true"},
		{"how do I rename files?", "how to"},
		{"what did you rename yesterday?", "history"},
		{"what can you do?", "abilities"},

		{"replace acme with Acme Ltd in all names", "replace | how old:acme new:Acme Ltd"},
		{"replace Acme Ltd with acme in all names", "replace | how old:Acme Ltd new:acme"},
		{"replace acme with Acme blorp in all names", "replace | how old:acme new:Acme | LEFT blorp"},
		{"delete a.png but not b.png", "trash | a.png | not name:b.png"},
		{"delete the PDFs but not b.pdf", " | only ending:pdf | not name:b.pdf | LEFT delete"},
		{"delete a.png but not the photos", " | a.png | not kind:image | LEFT delete"},
		{"throw lease.pdf in the bin", "trash | lease.pdf"},
		{"throw lease.pdf away", " | lease.pdf | LEFT away"},
		{"bon.txt in Einkauf umbenennen", "rename | bon.txt | how name:Einkauf"},
		{"bon.txt in 'Einkauf' umbenennen", "rename | bon.txt | how name:Einkauf"},
		{"Benenne bon.txt in „Großer Einkauf“ um", "rename | bon.txt | how name:Großer Einkauf"},
		{"bon.txt in Einkauf aufräumen", "tidy | bon.txt | LEFT einkauf"},
		{"bon.txt im Ordner Einkauf umbenennen", "tidy | bon.txt | LEFT einkauf"},
		{"bon.txt in dem Ordner Einkauf umbenennen", "tidy | bon.txt | LEFT einkauf"},
		{"bon.txt in Einkauf umbenennen, aber a.txt nicht", "tidy | bon.txt | not name:a.txt | LEFT einkauf"},

		// What is left over.
		{"tidy everything - lease.pdf", "tidy | lease.pdf | LEFT everything"},
		{"tidy up and delete the duplicates", "tidy | LEFT delete | LEFT duplicates"},
		{"rename a.png -> b.png", "tidy | a.png | b.png | LEFT >"},
		{"don't touch lease.pdf or rename b.pdf", "tidy | not name:lease.pdf | not name:b.pdf | LEFT rename"},
		{"put the files in alphabetical order", " | LEFT alphabetical order"},
		{"delete everything except lease.pdf", " | not name:lease.pdf | LEFT delete"},
		{"make lease.pdf upper case and b.pdf lower case", "recase | lease.pdf | how case:upper | then recase | b.pdf | how case:lower"},
		{"move everything to the folder above", " | LEFT to | LEFT above"},
		{"delete all files", " | LEFT delete"},
		{"add the date in front of all names", "prefix | how part:date"},
		{"remove the date from the names", " | LEFT the date from the names"},
		{"rename lease.pdf and move it to Taxes", "rename | lease.pdf | how name:Taxes | LEFT move"},
		{"move lease.pdf", " | lease.pdf | LEFT move"},
		{"sort these into categories", "tidy | LEFT into categories"},
		{"rename lease.pdf to skipping", "tidy | lease.pdf | LEFT to skipping"},
	}
	for _, row := range rows {
		t.Run(row.request, func(t *testing.T) {
			if got := summary(Parse(row.request, "/home/ann/Scans")); got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// What is excluded is known in every language, however much of the rest is not.
func TestARequestForDocumentsToComeIsACondition(t *testing.T) {
	for request, want := range map[string]string{
		"always put everything from Acme into Post":                                            "issuer ~ 'Acme'",
		"always put invoices from Acme over 50 euros into Post except reminders and lease.pdf": "issuer ~ 'Acme' and kind = 'invoice' and amount >= 50.01 and currency = 'EUR' and not (kind = 'reminder') and not (name = 'lease' and ext = 'pdf')",
		"always put the PDFs and the photos into Post":                                         "ext = 'pdf' or (ext = 'bmp' or ext = 'gif' or ext = 'heic' or ext = 'jpeg' or ext = 'jpg' or ext = 'png' or ext = 'svg' or ext = 'tif' or ext = 'tiff' or ext = 'webp') and not (name ~ 'screenshot' or name ~ 'bildschirmfoto' or name ~ 'capture d’écran' or name ~ 'captura de pantalla')",
		"always put the Acme invoices since 2024 into Post":                                    "kind = 'invoice' and (issuer ~ 'acme' or name ~ 'acme') and date >= 2024-01-01",
	} {
		r := Parse(request)
		if got := r.Files.Condition(); r.Do != KeepRule || len(r.Left) > 0 || got != want {
			t.Errorf("%s: %s, left %q\n got %s\nwant %s", request, r.Do, r.Left, got, want)
		}
	}
}

func TestExclusions(t *testing.T) {
	for request, want := range map[string]string{
		"please jiggle everything except lease.pdf and a.txt": "[name:lease.pdf name:a.txt]",
		"tidy all of it, aber nicht lease.pdf":                "[name:lease.pdf]",
		"Fais ce que tu veux sauf bail.pdf":                   "[name:bail.pdf]",
		"tidy everything":                                     "[]",
		"move everything to Taxes exept lease.pdf":            "[name:lease.pdf]",
		"rename lease.pdf to shopping":                        "[]", // no slip of "skipping"
		"rename lease.pdf to weekly shopping":                 "[]",
		"move lease.pdf into a folder called Shopping":        "[]",
		"rename lease.pdf to skipping":                        "[]",
	} {
		var got []string
		for _, p := range Exclusions(request) {
			got = append(got, brief(p))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v", request, got)
		}
	}
}

// A slip of the keyboard is put right where one word alone can be meant, and where
// the request is understood then.
func TestCorrected(t *testing.T) {
	for request, want := range map[string]string{
		"move reciepts to Paid":                 "move receipts to Paid",
		"Umbennen bitte nur die Rechnugen":      "Umbenenne bitte nur die Rechnungen",
		"rename the invoises":                   "rename the invoices",
		"rename only the invoices":              "", // nothing to put right
		"rename the invoises that are blorpish": "", // not understood then either
		"rename the bilge":                      "", // like nothing
	} {
		if got, ok := Corrected(request); got != want && ok || ok != (want != "") {
			t.Errorf("%s: %q, %v", request, got, ok)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("tidy „a b.pdf“ into ~/x except 'c'")
	f.Add("rename \"a\xff.png\" to b.png or in in in")
	f.Add("replace by by of from 2024 füge vor '")
	f.Fuzz(func(_ *testing.T, request string) {
		Parse(request, "/home/ann/My Scans", "/a")
		Exclusions(request)
		Corrected(request)
	})
}
