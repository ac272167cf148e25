package views

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
)

// explain puts an error into words: its own sentence, or the one given, which
// names what was being done and what to do.
func explain(err error, otherwise string) string {
	var s interface{ Sentence() string }
	if errors.As(err, &s) {
		return s.Sentence()
	}
	return otherwise
}

// count says how many of one thing: "1 file", "21 files".
func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + one + "s"
}

// grouped writes a number with its thousands apart: 10,000.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// verb chooses the form that goes with n: "1 file stays", "2 files stay".
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// when says a time as one would today.
func when(t, now time.Time) string {
	t = t.In(now.Location())
	day := func(t time.Time) string { return t.Format(time.DateOnly) }
	switch {
	case day(t) == day(now):
		return t.Format("Today 15:04")
	case day(t) == day(now.AddDate(0, 0, -1)):
		return t.Format("Yesterday 15:04")
	case t.Year() == now.Year():
		return t.Format("2 January 15:04")
	default:
		return t.Format("2 January 2006 15:04")
	}
}

// pathsWords names what was dropped: "Receipts 2026", "scan 12.png and 4 more".
func pathsWords(paths []string) string {
	switch len(paths) {
	case 0:
		return "Nothing"
	case 1:
		return filepath.Base(paths[0])
	default:
		return fmt.Sprintf("%s and %s more", filepath.Base(paths[0]), grouped(len(paths)-1))
	}
}

// fieldOrder is the order in which fields are shown; fieldLabels what they are
// called.
func fieldOrder() []string {
	return []string{plan.FieldDate, plan.FieldIssuer, plan.FieldKind, plan.FieldTitle, plan.FieldAmount}
}

func fieldLabel(name string) string {
	switch name {
	case plan.FieldDate:
		return "Date"
	case plan.FieldIssuer:
		return "From"
	case plan.FieldKind:
		return "Kind"
	case plan.FieldTitle:
		return "Title"
	default:
		return "Amount"
	}
}

// sourceWords says where a field was read: “12 May 2026”, page 1.
func sourceWords(f plan.Field, read plan.Method) string {
	var parts []string
	if f.Evidence.Text != "" && f.Evidence.Text != f.Value {
		parts = append(parts, "“"+oneLine(f.Evidence.Text)+"”")
	}
	switch {
	case f.Evidence.Page > 0:
		parts = append(parts, fmt.Sprintf("page %d", f.Evidence.Page))
	case read == plan.MethodEXIF:
		parts = append(parts, "from the camera")
	}
	return strings.Join(parts, ", ")
}

// pageWords says which pages were read: "1-2 of 3" is "pages 1 to 2 of 3".
func pageWords(pages string) string {
	first, of, ok := strings.Cut(pages, " of ")
	if !ok {
		return pages
	}
	if from, to, ranged := strings.Cut(first, "-"); ranged && from == to {
		first = from
	}
	name := "page "
	if strings.Contains(first, "-") {
		name, first = "pages ", strings.Replace(first, "-", " to ", 1)
	}
	return name + first + " of " + of
}

// readWords says how much of a file was read, and how well.
func readWords(r plan.Read) string {
	pages := pageWords(r.Pages)
	switch r.Method {
	case plan.MethodOCR:
		return fmt.Sprintf("Read %s by OCR, %.0f %% sure.", or(pages, "it"), 100*r.Confidence)
	case plan.MethodText:
		return fmt.Sprintf("Read %s from its own text.", or(pages, "it"))
	case plan.MethodEXIF:
		return "Read what the camera wrote into the picture."
	default:
		return "Nothing in it could be read."
	}
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// oneLine makes one line of words that were broken over several.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// short cuts words for a chip.
func short(s string, limit int) string {
	runes := []rune(oneLine(s))
	if len(runes) <= limit {
		return string(runes)
	}
	return strings.TrimRight(string(runes[:limit-1]), " ") + "…"
}

// stem is a file's name without its extension.
func stem(path string) string {
	base := filepath.Base(path)
	if s := strings.TrimSuffix(base, filepath.Ext(base)); s != "" {
		return s
	}
	return base
}

// effect sums up what a plan would do.
type effect struct {
	renamed, moved int // ready files that stay in their folder; that leave it
	folders        map[string]bool
}

func effectOf(p plan.Plan) effect {
	e := effect{folders: map[string]bool{}}
	for _, it := range p.Items {
		if it.Status != plan.StatusReady {
			continue
		}
		to := filepath.Dir(it.To)
		e.folders[to] = true
		if to == filepath.Dir(it.From) {
			e.renamed++
		} else {
			e.moved++
		}
	}
	return e
}

func (e effect) total() int { return e.renamed + e.moved }

// deed is what the button says.
func (e effect) deed() string {
	switch {
	case e.total() == 0:
		return "Nothing to rename"
	case e.moved == 0:
		return "Rename " + count(e.renamed, "file")
	case e.renamed == 0:
		return "Move " + count(e.moved, "file")
	default:
		return "Rename and move " + count(e.total(), "file")
	}
}

// promise is what stands beside it.
func (e effect) promise() string {
	const safe = " Nothing is deleted or overwritten."
	n := e.total()
	place := "in " + count(len(e.folders), "folder")
	switch {
	case n == 0:
		return "Tick a file to rename it." + safe
	case e.moved > 0:
		if len(e.folders) == 1 {
			place = "to " + e.folder()
		}
		return fmt.Sprintf("%s %s %s.%s", count(n, "file"), verb(n, "goes", "go"), place, safe)
	case len(e.folders) == 1:
		place = "in this folder"
	}
	return fmt.Sprintf("%s %s %s.%s", count(n, "file"), verb(n, "gets a new name", "get new names"), place, safe)
}

func (e effect) folder() string {
	for f := range e.folders {
		return filepath.Base(f)
	}
	return ""
}

// batchWords heads a batch: "21 files renamed in Receipts 2026".
func batchWords(b app.Batch) (words, folder string) {
	folder = filepath.Base(b.Folder)
	if b.Folder == "" {
		folder = "several folders"
	}
	return count(b.Done, "file") + " " + doneVerb(b) + " in ", folder
}

func doneVerb(b app.Batch) string {
	for _, m := range b.Moves {
		if filepath.Dir(m.From) != filepath.Dir(m.To) {
			return "moved"
		}
	}
	return "renamed"
}

// doing is deed while it is being done.
func (e effect) doing() string {
	if e.renamed == 0 {
		return "Moving " + count(e.moved, "file")
	}
	return "Renaming " + count(e.total(), "file")
}
