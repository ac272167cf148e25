package rules

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// tools answer the calls of the rules from a folder, and keep what was called.
type tools struct {
	folder  string
	names   []string
	folders []string // inside of it
	called  []chat.ToolCall
}

// answer is what a tool answers to a call.
func (s *tools) answer(t *rapid.T, c chat.ToolCall) any {
	var args struct {
		Path, After string
		Limit       int
		Paths       []string
	}
	if err := json.Unmarshal(c.Args, &args); err != nil {
		t.Fatal(err)
	}
	s.called = append(s.called, c)
	switch c.Name {
	case toolList:
		l := files.Listing{Path: args.Path, Files: len(s.names), Folders: len(s.folders)}
		for _, name := range s.folders {
			if args.After == "" {
				l.Entries = append(l.Entries, files.Entry{Path: filepath.Join(s.folder, name), Type: files.TypeFolder})
			}
		}
		for _, name := range s.names {
			path := filepath.Join(s.folder, name)
			if path <= args.After {
				continue
			}
			// Pages are small here, so that there are some.
			if len(l.Entries) == len(s.folders)+3 || args.After != "" && len(l.Entries) == 3 {
				l.Truncated = true
				break
			}
			l.Entries = append(l.Entries, files.Entry{Path: path, Type: files.TypeFile})
		}
		return l
	case toolPropose:
		p := plan.Summary{ID: fmt.Sprint("p-", len(s.called)), Files: len(args.Paths), Ready: len(args.Paths)}
		for _, path := range args.Paths {
			p.Items = append(p.Items, plan.SummaryItem{From: filepath.Base(path), To: "new " + filepath.Base(path), Status: plan.StatusReady})
		}
		return p
	}
	return files.Changed{Receipt: &files.Receipt{}}
}

// run takes a request to its end.
func (s *tools) run(t *rapid.T, request string) {
	conversation := asked(request)
	conversation.scene = chat.Scene{Roots: []string{s.folder}, Focus: s.folder}
	for range 20 {
		r := conversation.reply(t)
		if len(r.Calls) == 0 {
			return
		}
		for _, c := range r.Calls {
			conversation.answers(c.Name, s.answer(t, c))
		}
	}
	t.Fatal("the turn does not end")
}

// drawFolder draws names of files, in order, each once.
func drawFolder(t *rapid.T) []string {
	name := rapid.Custom(func(t *rapid.T) string {
		stem := rapid.StringMatching(`[A-Za-z][A-Za-z0-9_-]{0,7}`).Draw(t, "stem")
		return stem + rapid.SampledFrom([]string{".pdf", ".png", ".txt", ".jpg", ".md"}).Draw(t, "ending")
	})
	names := rapid.SliceOfNDistinct(name, 1, 9, strings.ToLower).Draw(t, "names")
	slices.Sort(names)
	return names
}

// grammar is how a language asks for something and leaves files out, and says which of
// two folders is meant.
type grammar struct {
	actions    [][2]string // what comes in front of and behind the names that are left out
	exclusions []string
	and        string
	contrasts  []string // of the PDFs, that go to %s and not to %s
	turned     []string // the same, the other one first
}

var grammars = map[string]grammar{
	"en": {
		actions: [][2]string{
			{"tidy everything", ""},
			{"please rename all files", ""},
			{"sort this folder", ""},
			{"move everything", " into Other"},
			{"move all files", " to ~/Taxes"},
			{"copy everything", " into Backup"},
			{"rename all files", " to lower case"},
			{"rename all files", " to upper case"},
			{"number the files", ""},
			{`add "x " in front of all names`, ""},
			{`replace "a" by "b" in all names`, ""},
			{"sort these", " into folders by type"},
			{"delete the PDFs", ""},
		},
		exclusions: []string{" except ", " except for ", ", but not ", " apart from ", " excluding ", " other than ", ", but leave ", " without ", ", don't touch "},
		and:        " and ",
		contrasts:  []string{"move the PDFs to %s, not %s", "put all PDFs into %s instead of %s", "file the PDFs into %s, not into %s please"},
		turned:     []string{"move the PDFs not into %s but into %s"},
	},
	"de": {
		actions: [][2]string{
			{"Räum alles auf", ""},
			{"Benenne alle Dateien um", ""},
			{"Verschiebe alles", " nach Ablage"},
			{"Kopiere alles", " in den Ordner Sicherung"},
			{"Schreib alle Namen klein", ""},
			{"Nummeriere die Dateien", ""},
			{"Sortiere alles", " in Ordner nach Typ"},
			{"Alle Dateinamen klein schreiben", ""},
		},
		exclusions: []string{" außer ", ", aber nicht ", " bis auf ", " ohne ", ", lass aber ", ", aber lass "},
		and:        " und ",
		contrasts:  []string{"Verschiebe die PDFs nach %s, nicht %s", "Die PDFs bitte nach %s, nicht nach %s", "Leg die PDFs in den Ordner %s statt %s"},
		turned:     []string{"Verschiebe die PDFs nicht nach %s, sondern nach %s"},
	},
	"fr": {
		actions: [][2]string{
			{"Range tout", ""},
			{"Renomme tous les fichiers", ""},
			{"Déplace tout", " vers Archives"},
			{"Copie tout", " dans Copies"},
			{"Mets tous les noms en minuscules", ""},
			{"Numérote les fichiers", ""},
		},
		exclusions: []string{" sauf ", ", mais pas ", " à part ", " excepté ", ", ne touche pas à "},
		and:        " et ",
		contrasts:  []string{"Déplace les PDF vers %s, pas %s", "Mets les PDF dans %s, pas dans %s", "Range les PDF dans %s plutôt que %s"},
		turned:     []string{"Mets les PDF pas dans %s mais dans %s"},
	},
	"es": {
		actions: [][2]string{
			{"Ordena todo", ""}, {"Renombra todos los archivos", ""}, {"Mueve todo", " a Archivo"}, {"Pon todos los nombres en minúsculas", ""}, {"Numera los archivos", ""},
		},
		exclusions: []string{" excepto ", ", pero no ", " menos ", " salvo ", ", no toques "},
		and:        " y ",
		contrasts:  []string{"Mueve los PDF a %s, no %s", "Pon los PDF en %s, no en %s", "Pon los PDF en %s en vez de %s"},
		turned:     []string{"Mueve los PDF no a %s sino a %s"},
	},
}

func drawGrammar(t *rapid.T) grammar {
	return grammars[rapid.SampledFrom([]string{"en", "de", "fr", "es"}).Draw(t, "language")]
}

// drawExclusion draws a request with an exclusion: what comes in front of and behind the
// names that are left out.
func (g grammar) drawExclusion(t *rapid.T) [2]string {
	action := rapid.SampledFrom(g.actions).Draw(t, "action")
	return [2]string{action[0] + rapid.SampledFrom(g.exclusions).Draw(t, "exclusion"), action[1]}
}

// Files go to the folder that is said, and never to the one that is said not to be meant,
// whether there are such folders or not.
func TestPropertyNoFileGoesIntoTheFolderThatIsNotMeant(t *testing.T) {
	moved, asked := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrammar(t)
		s := &tools{folder: "/home/ann/Inbox", names: drawFolder(t)}
		folders := rapid.Permutation([]string{"Zuletta", "Quobar", "Bills", "Fotos", "Rechnungen"}).Draw(t, "folders")
		meant, other := folders[0], folders[1]
		s.folders = rapid.SliceOfDistinct(rapid.SampledFrom(folders), rapid.ID[string]).Draw(t, "there")
		text := fmt.Sprintf(rapid.SampledFrom(g.contrasts).Draw(t, "contrast"), meant, other)
		if rapid.Bool().Draw(t, "turned") {
			text = fmt.Sprintf(rapid.SampledFrom(g.turned).Draw(t, "contrast"), other, meant)
		}
		s.run(t, text)
		for _, c := range s.called {
			if c.Name != toolMove {
				asked++
				continue
			}
			var args struct{ Moves []move }
			if err := json.Unmarshal(c.Args, &args); err != nil {
				t.Fatal(err)
			}
			for _, m := range args.Moves {
				moved++
				if m.To != filepath.Join(s.folder, meant, filepath.Base(m.From)) || filepath.Ext(m.From) != ".pdf" {
					t.Fatal(text, ": ", m)
				}
			}
		}
	})
	if moved == 0 || asked == 0 {
		t.Errorf("%d files were moved, %d calls only looked", moved, asked)
	}
}

func TestPropertyAnExcludedFileIsInNoCall(t *testing.T) {
	done := 0
	rapid.Check(t, func(t *rapid.T) {
		s := &tools{folder: "/home/ann/Inbox", names: drawFolder(t)}
		excluded := rapid.SliceOfNDistinct(rapid.SampledFrom(s.names), 1, min(3, len(s.names)), strings.ToLower).Draw(t, "excluded")
		form := rapid.SampledFrom([]string{"%s", `"%s"`, "„%s“"}).Draw(t, "form")
		said := make([]string, len(excluded))
		for i, name := range excluded {
			said[i] = fmt.Sprintf(form, name)
		}
		g := drawGrammar(t)
		parts := g.drawExclusion(t)
		s.run(t, parts[0]+strings.Join(said, g.and)+parts[1])
		for _, c := range s.called {
			if c.Name == toolList {
				continue // it names the folder, and where to go on
			}
			done++
			if c.Name == toolPropose && strings.Contains(string(c.Args), `"`+s.folder+`"`) {
				t.Fatal("the whole folder is handed over: ", string(c.Args))
			}
			for _, name := range excluded {
				if strings.Contains(string(c.Args), "/"+name+`"`) {
					t.Fatal(name, " is in the call ", c.Name, string(c.Args))
				}
			}
		}
	})
	if done == 0 {
		t.Error("no request called anything")
	}
}

func TestPropertyARequestWithAnUnknownWordChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &tools{folder: "/home/ann/Inbox", names: drawFolder(t)}
		parts := drawGrammar(t).drawExclusion(t)
		if strings.Contains(parts[0], `"`) {
			t.Skip("what stands in quotes need not be known")
		}
		words := strings.Fields(parts[0] + s.names[0] + parts[1])
		unknown := rapid.StringMatching(`[bcdfghjklmnpqrstvwxz]{9,12}`).Draw(t, "word") // no name is that long
		words = slices.Insert(words, rapid.IntRange(0, len(words)).Draw(t, "at"), unknown)
		request := strings.Join(words, " ")
		s.run(t, request)
		for _, c := range s.called {
			// To know whose files a word leaves out, they are read.
			if c.Name != toolList && c.Name != toolDuplicates && c.Name != toolPropose {
				t.Fatal(request, " calls ", c.Name, string(c.Args))
			}
		}
	})
}
