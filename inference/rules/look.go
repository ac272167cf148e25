package rules

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// The tools for looking.
const (
	toolList = "files_list"
	toolFind = "files_find"
	toolRead = "documents_read"
)

const (
	// readRunes is how much of a file an answer repeats, listRunes how much of
	// a listing.
	readRunes = 1500
	listRunes = 4000
	// readAtOnce bounds how many files one request opens.
	readAtOnce = 4
)

// list tells what is in the folders.
func (t *turn) list() chat.Reply {
	if t.req.Files.Picks() {
		if len(t.places()) == 0 && t.searches(toolTable) { // nothing is open: what was read
			return t.call(toolTable, t.query())
		}
		if text, done := t.addUp(); done {
			return say(text)
		}
		return t.picked()
	}
	places := t.places()
	answered := t.answers(toolList)
	if len(answered) == 0 {
		if len(places) == 0 {
			return say("Which folder shall I look into?")
		}
		var calls []any
		for _, path := range places {
			calls = append(calls, files.ListRequest{Path: path})
		}
		return t.call(toolList, calls...)
	}
	var b strings.Builder
	for i, r := range answered {
		if r.status != chat.StatusOK {
			fmt.Fprintf(&b, "%s\n\n", trouble(r))
			continue
		}
		if l, ok := dataOf[files.Listing](r); ok {
			b.WriteString(listing(l) + "\n\n")
		} else {
			b.WriteString(unreadable(place(places, i)) + "\n\n")
		}
	}
	return say(b.String())
}

// count tells how many files there are: all, or those that the request picks.
func (t *turn) count() chat.Reply {
	if t.isPicking() {
		return t.picked()
	}
	return t.list()
}

// picked tells which files the request picks.
func (t *turn) picked() chat.Reply {
	meant, reply, ok := t.chosen()
	if !ok {
		return reply
	}
	rows := baseNames(meant)
	for i, f := range meant {
		if said := saidOf(f); said != "" {
			rows[i] += " (" + said + ")"
		}
	}
	text := count(len(meant), "file", "files") + ":\n\n" + bullets(rows, len(rows), shown)
	if len(t.req.Left) > 0 {
		text += "\nI did not understand " + quoted(t.req.Left) + ": I went by " + quoted(t.req.Understood) + " alone."
	}
	if t.inside > 0 {
		text += "\n" + count(t.inside, "folder", "folders") + " inside not looked into: say \"including subfolders\" for that."
	}
	return say(text)
}

// saidOf tells what a file says of itself, as far as that was read.
func saidOf(f intent.File) string {
	sum := strings.TrimSpace(f.Amount + " " + f.Currency)
	return strings.Join(slices.DeleteFunc([]string{f.Date, f.Sender, f.Kind, sum}, func(s string) bool { return s == "" }), ", ")
}

// place is the i-th place; results come in the order of the calls.
func place(places []string, i int) string {
	if i < len(places) {
		return places[i]
	}
	return "the folder"
}

// read tells how the named files begin.
func (t *turn) read() chat.Reply {
	paths := t.paths
	if len(paths) == 0 && intent.IsFileName(t.scene.Focus) {
		paths = []string{t.scene.Focus}
	}
	answered := t.answers(toolRead)
	if len(answered) == 0 {
		if len(paths) == 0 {
			return say("Which file shall I read?")
		}
		var calls []any
		for _, path := range paths[:min(readAtOnce, len(paths))] {
			calls = append(calls, documents.ReadRequest{Path: path})
		}
		return t.call(toolRead, calls...)
	}
	if reply, again := t.reread(paths, answered); again {
		return reply
	}
	if len(paths) == 1 && len(answered) == 2 {
		paths, answered = []string{t.meant(filepath.Dir(paths[0]))}, answered[1:]
	}
	var b strings.Builder
	for i, r := range answered {
		if r.status != chat.StatusOK {
			fmt.Fprintf(&b, "%s\n\n", trouble(r))
			continue
		}
		if o, ok := dataOf[documents.Opening](r); ok {
			b.WriteString(opening(o) + "\n\n")
		} else {
			b.WriteString(unreadable(place(paths, i)) + "\n\n")
		}
	}
	if left := len(paths) - len(answered); left > 0 {
		fmt.Fprintf(&b, "I read %d at a time; %s not read.", readAtOnce, count(left, "file was", "files were"))
	}
	return say(b.String())
}

// reread is for "read scan 12.png": a name with spaces cannot be told from other
// words, so the file that was asked for may not be there. The folder is listed
// once, and a name that the request holds literally is read instead.
func (t *turn) reread(asked []string, answered []result) (chat.Reply, bool) {
	if len(asked) != 1 || len(answered) != 1 || !answered[0].retriable() {
		return chat.Reply{}, false
	}
	folder := filepath.Dir(asked[0])
	if len(t.answers(toolList)) == 0 {
		_, ok := t.offered(toolList)
		return t.call(toolList, files.ListRequest{Path: folder}), ok
	}
	path := t.meant(folder)
	return t.call(toolRead, documents.ReadRequest{Path: path}), path != "" && path != asked[0]
}

// retriable reports whether a call failed for what it was asked, not for good.
func (r result) retriable() bool {
	return r.status == chat.StatusError && (r.failure.Class == chat.ErrInvalidArgs || r.failure.Class == chat.ErrExecution)
}

// meant is the longest name of a listed folder that the request holds; empty
// when it holds none.
func (t *turn) meant(folder string) string {
	name := ""
	said := strings.ToLower(t.text)
	for _, r := range t.answers(toolList) {
		l, _ := dataOf[files.Listing](r) // without data there is no name to find
		for _, e := range l.Entries {
			have := nameIn(l, e)
			if len(have) > len(name) && strings.Contains(said, strings.ToLower(have)) {
				name = have
			}
		}
	}
	if name == "" {
		return ""
	}
	return filepath.Join(folder, name)
}

// opening tells how a file begins: how it was read, then its text as a
// quotation.
func opening(o documents.Opening) string {
	head := filepath.Base(o.Path)
	if about := readingWords(o); about != "" {
		head += " (" + about + ")"
	}
	body := strings.TrimSpace(o.Text)
	if body == "" {
		return head + ": there is no text in it."
	}
	start, more := intent.Beginning(body, readRunes)
	if more || o.Truncated {
		return head + " begins:\n\n" + quote(start) + "\n\nThere is more of it."
	}
	return head + " says:\n\n" + quote(start)
}

// readingWords say how a file was read.
func readingWords(o documents.Opening) string {
	var parts []string
	switch o.Method {
	case documents.MethodOCR:
		parts = append(parts, fmt.Sprintf("pages %s by OCR, %.0f %% sure", o.Pages, 100*o.Confidence))
	case documents.MethodText:
		parts = append(parts, fmt.Sprintf("pages %s, text of the file", o.Pages))
	}
	if len(o.Notes) > 0 {
		parts = append(parts, documents.NotesInEnglish(o.Notes))
	}
	return strings.Join(parts, "; ")
}

// unreadable says that a result holds nothing to answer from.
func unreadable(path string) string {
	return "The answer about " + path + " is too long to be shown here."
}
