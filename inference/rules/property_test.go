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
	folder string
	names  []string
	called []chat.ToolCall
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
		l := files.Listing{Path: args.Path, Files: len(s.names)}
		for _, name := range s.names {
			path := filepath.Join(s.folder, name)
			if path <= args.After {
				continue
			}
			// Pages are small here, so that there are some.
			if len(l.Entries) == 3 {
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

// A request with an exclusion, drawn from a grammar: what comes in front of and
// behind the names that are left out.
func drawExclusion() *rapid.Generator[[2]string] {
	return rapid.Custom(func(t *rapid.T) [2]string {
		action := rapid.SampledFrom([][2]string{
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
		}).Draw(t, "action")
		word := rapid.SampledFrom([]string{
			" except ", " except for ", ", but not ", " apart from ", " excluding ", " other than ", ", but leave ", " without ", ", don't touch ",
		}).Draw(t, "exclusion")
		return [2]string{action[0] + word, action[1]}
	})
}

func drawGermanExclusion() *rapid.Generator[[2]string] {
	return rapid.Custom(func(t *rapid.T) [2]string {
		action := rapid.SampledFrom([][2]string{
			{"Räum alles auf", ""},
			{"Benenne alle Dateien um", ""},
			{"Verschiebe alles", " nach Ablage"},
			{"Kopiere alles", " in den Ordner Sicherung"},
			{"Schreib alle Namen klein", ""},
			{"Nummeriere die Dateien", ""},
			{"Sortiere alles", " in Ordner nach Typ"},
		}).Draw(t, "action")
		word := rapid.SampledFrom([]string{" außer ", ", aber nicht ", " bis auf ", " ohne ", ", lass aber ", ", aber lass "}).Draw(t, "exclusion")
		return [2]string{action[0] + word, action[1]}
	})
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
		parts := rapid.OneOf(drawExclusion(), drawGermanExclusion()).Draw(t, "request")
		and := " and "
		if strings.ContainsAny(parts[0], "ß") || strings.Contains(parts[0], "auf ") || strings.Contains(parts[0], "lass") {
			and = " und "
		}
		s.run(t, parts[0]+strings.Join(said, and)+parts[1])
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
		parts := rapid.OneOf(drawExclusion(), drawGermanExclusion()).Draw(t, "request")
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
