package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// changing are the tools that change something, or that propose what the next
// "yes" carries out.
var changing = []string{toolPropose, toolApply, toolUndo, toolMove, toolCopy, toolTrash}

// harmless fails the test when a request calls a tool that changes something.
func harmless(t interface {
	Helper()
	Fatal(...any)
}, s *script, request string,
) chat.Reply {
	t.Helper()
	r := s.reply(t)
	for _, c := range r.Calls {
		if slices.Contains(changing, c.Name) {
			t.Fatal(request, " calls ", called(r))
		}
	}
	return r
}

// exclusions say that a request is not about all that it names.
var exclusions = strings.Split(strings.TrimSpace(`
except
except for
excepting
exclude
excluding
but
but not
not
only
just not
without
unless
leave
leave out
leave alone
keep
save for
other than
apart from
aside from
besides
skip
skipping
omit
ignore
ignoring
spare
minus
don't rename
don't touch
do not rename
don't move
never
never touch
no
nor
instead of
rather than
if not
until
außer
ausser
ausgenommen
bis auf
nicht
nur
ohne
lass
lasse
belasse
behalte
sondern
aber nicht
abgesehen von
mit Ausnahme von
statt
überspringe
nie
niemals
kein
keine
`), "\n")

// What leaves a file out, picks some or asks for something else in words that the
// rules do not know is not done: nothing may change in its place.
func TestWhatARequestLeavesOutIsNotDone(t *testing.T) {
	rows := []struct{ request, named string }{
		{"tidy everything - lease.pdf", "everything"},
		{"Read the receipts and sort them into folders", "into folders"},
		{"rename a few of these files", "few"},
		{"rename a file", "file"},
		{"tidy up and delete the duplicates", "delete”, “duplicates"},
		{"sort these into ~/Taxes and ~/Bills", "~/Bills"},
		{"is this folder tidy?", "is"},
		{"rename the files ≠ lease.pdf", "≠"},
		{"rename a.png -> b.png", ">"},
		{"clean up my downloads", "downloads"},
		{"undo the renaming of lease.pdf", "lease.pdf"},
		{"undo everything", "everything"},
		{"undo the last 3 changes", "3"},
		{"don't undo that", "don't"},
		{"tidy this folder" + strings.Repeat(" please", 800) + " except lease.pdf", "…"},
	}
	for _, row := range rows {
		t.Run(row.request[:min(60, len(row.request))], func(t *testing.T) {
			r := asked(row.request).reply(t)
			if len(r.Calls) > 0 || r.DoneReason != chat.DoneNotUnderstood ||
				!strings.Contains(r.Text, row.named) || !strings.Contains(r.Text, "\n- \"") {
				t.Errorf("calls %s, says %s", called(r), r.Text)
			}
		})
	}
}

func TestAYesThatNamesAFileIsNotAYesToThePlan(t *testing.T) {
	for _, yes := range []string{"yes lease.pdf", "do it ~/Taxes", "ok, but not lease.pdf", "mach das ohne a.png"} {
		harmless(t, asked("what would you rename?").answers(toolPropose, plan9).says(yes), yes)
	}
}

func TestWhatIsUnderstoodToTheLastWordIsDone(t *testing.T) {
	for request, tool := range map[string]string{
		"tidy this folder": toolPropose, "Hi, could you please tidy up all my files in here now? Thanks!": toolPropose,
		"I'd like you to give these files better names": toolPropose, "Rename every file in this folder": toolPropose,
		"rename this file: lease.pdf": toolPropose, "go through ~/Downloads and sort out all the documents": toolPropose,
		"rename 'lease.pdf'": toolPropose, "could you suggest better names for these documents?": toolPropose,
		"please go ahead and tidy this folder": toolPropose, "have a look at this folder and rename the files": toolPropose,
		"tell me what you would rename": toolPropose, "sort out this folder": toolPropose,
		"Kannst du bitte mal alle Dateien in diesem Ordner umbenennen?": toolPropose,
		"Räume alles auf": toolPropose, "Ordne meine Unterlagen": toolPropose,
		"please undo the last change": toolUndo, "Mach die letzte Umbenennung bitte rückgängig": toolUndo,
		"give me the old names back": toolUndo,
	} {
		if r := asked(request).reply(t); len(r.Calls) != 1 || r.Calls[0].Name != tool {
			t.Errorf("%s: calls %q, says %s", request, called(r), r.Text)
		}
	}
}

// request draws a request for a change, with or without names of files.
func request() *rapid.Generator[string] {
	verb := rapid.SampledFrom([]string{
		"tidy", "rename", "sort", "organize", "clean up", "please tidy", "can you rename", "what would you rename:",
		"räum auf:", "benenne um:", "sortiere", "undo", "revert", "take back", "rückgängig:", "yes", "do it",
	})
	object := rapid.SampledFrom([]string{
		"everything", "this folder", "all files", "these", "the files in ~/Scans", "", "it", "alles", "diesen Ordner", "all of it",
		"the files", "my documents", "lease.pdf", "a.png and b.png", "~/Taxes",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return verb.Draw(t, "verb") + " " + object.Draw(t, "object")
	})
}

// fileName draws the name of a file: plain, quoted, or a path.
func drawnName() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		// No "b": the requests name a b.png, which is left out then, as it should be.
		stem := rapid.StringMatching(`[c-zä-ü][a-z0-9_-]{1,8}`).Draw(t, "stem")
		form := rapid.SampledFrom([]string{"%s.pdf", `"%s.pdf"`, "~/Taxes/%s.png", "„%s 2.docx“", "%s", "the %s", "/home/ann/Scans/%s"})
		return fmt.Sprintf(form.Draw(t, "form"), stem)
	})
}

// joints stand between what is asked and what is left out of it.
var joints = []string{" ", ", ", ". ", " (", "\n", " and ", "; "}

func TestPropertyARequestWithAnExclusionChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := request().Draw(t, "request") + rapid.SampledFrom(joints).Draw(t, "joint") +
			rapid.SampledFrom(exclusions).Draw(t, "exclusion") + " " + drawnName().Draw(t, "name")
		harmless(t, asked(said), said)
		harmless(t, asked("what would you rename?").answers(toolPropose, plan9).says(said), said)
	})
}

func TestPropertyARequestWithAWordThatNoRuleKnowsChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[bcdfghjklmnpqrstvwxz]{4,10}[0-9]?`).Draw(t, "word")
		words := strings.Fields(request().Draw(t, "request"))
		words = slices.Insert(words, rapid.IntRange(0, len(words)).Draw(t, "at"), word)
		said := strings.Join(words, " ")
		harmless(t, asked(said), said)
		harmless(t, asked("what would you rename?").answers(toolPropose, plan9).says(said), said)
	})
}

// A name with blanks is one where there is a file of that name.
func TestANameWithBlanksIsThatOfAFileThatIsThere(t *testing.T) {
	for request, want := range map[string]string{
		"delete scan 01.txt":                            toolTrash + ` {"paths":["/home/ann/Scans/scan 01.txt"]}`,
		"rename Scan 01.txt to telekom phone":           toolMove + ` {"moves":[{"from":"/home/ann/Scans/scan 01.txt","to":"/home/ann/Scans/telekom phone.txt"}]}`,
		"delete blurb 01.txt":                           "",
		"delete letter 01.txt":                          toolTrash + ` {"paths":["/home/ann/Scans/01.txt"]}`,
		"delete the scan 01.txt frobnicated":            "",
		"delete scan 01":                                toolTrash + ` {"paths":["/home/ann/Scans/scan 01.txt"]}`,
		"move mein brief 2 to Old":                      toolMove + ` {"moves":[{"from":"/home/ann/Scans/mein brief 2.txt","to":"/home/ann/Scans/Old/mein brief 2.txt"}]}`,
		"delete scan 02":                                "",
		"delete IMG_0017":                               toolTrash + ` {"paths":["/home/ann/Scans/IMG_0017.jpg"]}`,
		"Lösche mein brief 2.txt":                       toolTrash + ` {"paths":["/home/ann/Scans/mein brief 2.txt"]}`,
		"move everything into Old, but not scan 01.txt": toolMove + ` {"moves":[{"from":"/home/ann/Scans/01.txt","to":"/home/ann/Scans/Old/01.txt"},{"from":"/home/ann/Scans/mein brief 2.txt","to":"/home/ann/Scans/Old/mein brief 2.txt"},{"from":"/home/ann/Scans/IMG_0017.jpg","to":"/home/ann/Scans/Old/IMG_0017.jpg"}]}`,
	} {
		all := scansListing(files.Entry{Path: "scan 01.txt"}, files.Entry{Path: "01.txt"}, files.Entry{Path: "mein brief 2.txt"}, files.Entry{Path: "IMG_0017.jpg"})
		s := asked(request).answers(toolList, all)
		if got := called(s.reply(t)); got != want {
			t.Errorf("%s: calls %s, says %s", request, got, s.reply(t).Text)
		}
	}
	if got := called(asked("delete scan 01.txt").reply(t)); got != toolList+` {"path":"/home/ann/Scans","limit":200}` {
		t.Error(got)
	}
}

// What "from" names is a folder where there is one of that name, and a word that
// nobody knows is looked for in the names, then among the senders.
func TestWhatARequestNamesIsWhatIsThere(t *testing.T) {
	const at = "/home/ann/Scans/"
	file := func(name string) files.Entry { return files.Entry{Path: at + name, Type: files.TypeFile} }
	listing := files.Listing{Path: "/home/ann/Scans", Files: 2, Folders: 1, Entries: []files.Entry{
		file("lease.pdf"), file("scan.pdf"), {Path: at + "Taxes", Type: files.TypeFolder},
	}}
	inside := files.Listing{Path: at + "Taxes", Files: 1, Entries: []files.Entry{file("Taxes/IMG_1.png")}}
	if got := called(asked("move the photos from Taxes to Old").answers(toolList, listing).reply(t)); got != toolList+` {"path":"/home/ann/Scans/Taxes","limit":200}` {
		t.Error(got)
	}
	moved := asked("move the photos from Taxes to Old").answers(toolList, listing).answers(toolList, inside).reply(t)
	if got := called(moved); got != toolMove+` {"moves":[{"from":"/home/ann/Scans/Taxes/IMG_1.png","to":"/home/ann/Scans/Old/IMG_1.png"}]}` {
		t.Error(got)
	}
	if got := called(asked("move everything except lease into Old").answers(toolList, listing).reply(t)); got != toolMove+` {"moves":[{"from":"/home/ann/Scans/scan.pdf","to":"/home/ann/Scans/Old/scan.pdf"}]}` {
		t.Error(got)
	}
	read := asked("move everything except Acme into Old").answers(toolList, listing)
	if got := called(read.reply(t)); !strings.HasPrefix(got, toolPropose) {
		t.Error(got)
	}
	item := func(name, issuer string) plan.SummaryItem {
		return plan.SummaryItem{From: name, To: name, Issuer: issuer, Status: plan.StatusSkip}
	}
	// What nobody sent leaves nothing out, and is no leave to do it all.
	both := plan.Summary{Files: 2, Items: []plan.SummaryItem{item("lease.pdf", "ACME Ltd"), item("scan.pdf", "Stadtwerke")}}
	s := asked("move everything except the invoices from Contoso into Old").answers(toolList, listing).answers(toolPropose, both)
	if r := s.reply(t); len(r.Calls) > 0 || !strings.Contains(r.Text, "“Contoso”") {
		t.Errorf("calls %s, says %s", called(r), r.Text)
	}
	read.answers(toolPropose, both)
	if got := called(read.reply(t)); got != toolMove+` {"moves":[{"from":"/home/ann/Scans/scan.pdf","to":"/home/ann/Scans/Old/scan.pdf"}]}` {
		t.Error(got)
	}
}

// What a request leaves out is told, and what is left out in doubt apart from it.
func TestWhatIsLeftOutIsTold(t *testing.T) {
	file := func(name string) files.Entry {
		return files.Entry{Path: "/home/ann/Scans/" + name, Type: files.TypeFile}
	}
	listing := files.Listing{Path: "/home/ann/Scans", Files: 4, Entries: []files.Entry{file("a.pdf"), file("b.pdf"), file("c.pdf"), file("d.pdf")}}
	item := func(name, kind string) plan.SummaryItem {
		return plan.SummaryItem{From: name, To: "new " + name, Kind: kind, Status: plan.StatusReady}
	}
	all := plan.Summary{Files: 4, Items: []plan.SummaryItem{item("a.pdf", "invoice"), item("b.pdf", "invoice"), item("c.pdf", "receipt"), item("d.pdf", "")}}
	meant := plan.Summary{ID: "p1", Files: 1, Ready: 1, Items: []plan.SummaryItem{item("c.pdf", "receipt")}}
	s := asked("tidy this folder, all except the invoices").answers(toolList, listing).answers(toolPropose, all).answers(toolPropose, meant)
	said := s.answers(toolApply, plan.Receipt{Moved: 1, FilesIn: 1, FilesOut: 1}).reply(t).Text
	for _, want := range []string{"2 files were left out, as you asked:\n\n- a.pdf\n- b.pdf", "1 file was left out: what I could read", "- d.pdf"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in:\n%s", want, said)
		}
	}
	looked := asked("tidy this folder, all except a.pdf").answers(toolList, listing).answers(toolPropose, plan.Summary{Files: 3}).reply(t).Text
	if !strings.Contains(looked, "1 file was left out, as you asked:\n\n- a.pdf") {
		t.Error(looked)
	}
}

// What went to another folder under its own name was moved, also where the plan lists
// only its first files.
func TestFilesThatKeepTheirNamesWereMoved(t *testing.T) {
	for want, names := range map[string][2]string{
		"Moved 2 files. 2 in":   {"a.pdf", "b.pdf"},
		"Renamed 2 files. 2 in": {"a.pdf", "c.pdf"},
	} {
		p := plan.Plan{ID: "p1", Items: []plan.Item{
			{From: "/s/a.pdf", To: "/s/2024/" + names[0], Status: plan.StatusReady},
			{From: "/s/b.pdf", To: "/s/2024/" + names[1], Status: plan.StatusReady},
		}}
		s := asked("sort these into folders by year").answers(toolPropose, p.Summary(1)).answers(toolApply, plan.Receipt{Moved: 2, FilesIn: 2, FilesOut: 2})
		if said := s.reply(t).Text; !strings.HasPrefix(said, want) {
			t.Errorf("%q, want %q", said, want)
		}
	}
}
