package rules

import (
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// The tools for reading.
const (
	toolList = "files_list"
	toolFind = "files_find"
	toolRead = "documents_read"
)

const (
	// readRunes is how much of a file an answer repeats, listRunes how much of a listing.
	readRunes = 1500
	listRunes = 4000
	// readAtOnce bounds how many files one request opens.
	readAtOnce = 4
)

// list describes the contents of the folders.
func (t *turn) list() chat.Reply {
	if t.req.Files.Picks() {
		if len(t.places()) == 0 && t.searches(toolTable) { // nothing is open: list the library
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
			return t.say("which_folder_list")
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
			b.WriteString(t.in.trouble(r) + "\n\n")
			continue
		}
		if l, ok := dataOf[files.Listing](r); ok {
			b.WriteString(t.in.listing(l) + "\n\n")
		} else {
			b.WriteString(t.in.unreadable(places, i) + "\n\n")
		}
	}
	return say(b.String())
}

// count counts files: all, or those that the request picks.
func (t *turn) count() chat.Reply {
	if t.isPicking() {
		return t.picked()
	}
	return t.list()
}

// picked lists the files that the request picks.
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
	text := t.in.count("files", len(meant)) + t.in.text("list_follows") + "\n\n" + t.in.bullets(rows, len(rows), shown)
	if len(t.req.Left) > 0 {
		text += "\n" + t.in.text("went_by", "left", t.in.quoted(t.req.Left), "understood", t.in.quoted(t.req.Understood))
	}
	if t.inside > 0 {
		text += "\n" + t.in.count("not_looked_into", t.inside)
	}
	return say(text)
}

// saidOf describes the contents of a file, as far as read.
func saidOf(f intent.File) string {
	sum := strings.TrimSpace(f.Amount + " " + f.Currency)
	return strings.Join(slices.DeleteFunc([]string{f.Date, f.Sender, f.Kind, sum}, func(s string) bool { return s == "" }), ", ")
}

// read quotes the beginnings of the named files.
func (t *turn) read() chat.Reply {
	paths := t.paths
	if len(paths) == 0 && intent.IsFileName(t.scene.Focus) {
		paths = []string{t.scene.Focus}
	}
	answered := t.answers(toolRead)
	if len(answered) == 0 {
		if len(paths) == 0 {
			return t.say("which_file")
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
			b.WriteString(t.in.trouble(r) + "\n\n")
			continue
		}
		if o, ok := dataOf[documents.Opening](r); ok {
			b.WriteString(t.in.opening(o) + "\n\n")
		} else {
			b.WriteString(t.in.unreadable(paths, i) + "\n\n")
		}
	}
	if left := len(paths) - len(answered); left > 0 {
		b.WriteString(t.in.count("read_at_once", left, "most", readAtOnce))
	}
	return say(b.String())
}

// reread is for "read scan 12.png": a name with spaces cannot be distinguished from other
// words, so that the requested file may not exist. The folder is listed once, and a name
// that the request contains literally is read instead.
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

// retriable reports whether a call failed because of its arguments.
func (r result) retriable() bool {
	return r.status == chat.StatusError && (r.failure.Class == chat.ErrInvalidArgs || r.failure.Class == chat.ErrExecution)
}

// meant returns the longest name of a listed folder that the request contains; may be
// empty.
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

// opening quotes the beginning of a file, with how it was read.
func (s *speech) opening(o documents.Opening) string {
	head := filepath.Base(o.Path)
	if about := s.readingWords(o); about != "" {
		head += " (" + about + ")"
	}
	body := strings.TrimSpace(o.Text)
	if body == "" {
		return s.text("no_text", "file", head)
	}
	start, more := intent.Beginning(body, readRunes)
	if more || o.Truncated {
		return s.text("begins", "file", head) + "\n\n" + quote(start) + "\n\n" + s.text("more_of_it")
	}
	return s.text("says", "file", head) + "\n\n" + quote(start)
}

// readingWords say how a file was read.
func (s *speech) readingWords(o documents.Opening) string {
	pages := string(o.Pages)
	if first, last, total, ok := o.Pages.Range(); ok {
		pages = s.text("page_range", "first", first, "last", last, "total", total)
	}
	var parts []string
	switch o.Method {
	case documents.MethodOCR:
		parts = append(parts, s.text("pages_ocr", "pages", pages, "sure", int(math.Round(100*o.Confidence))))
	case documents.MethodText:
		parts = append(parts, s.text("pages_text", "pages", pages))
	}
	for _, n := range o.Notes {
		parts = append(parts, strings.TrimSuffix(s.note(n), "."))
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "; ")
}

// unreadable says that the i-th result has no usable contents; results are in the order
// of the calls.
func (s *speech) unreadable(places []string, i int) string {
	place := s.text("the_folder")
	if i < len(places) {
		place = places[i]
	}
	return s.text("answer_about_too_long", "path", place)
}
