package rules

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
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
	places := t.places()
	answered := t.answers(toolList)
	if len(answered) == 0 {
		if len(places) == 0 {
			return say("Which folder shall I look into?")
		}
		var calls []any
		for _, path := range places {
			calls = append(calls, map[string]any{"path": path})
		}
		return t.call(toolList, calls...)
	}
	var b strings.Builder
	for i, r := range answered {
		if r.status != chat.StatusOK {
			fmt.Fprintf(&b, "%s\n\n", trouble(r))
			continue
		}
		b.WriteString(listing(place(places, i), r.text) + "\n\n")
	}
	return say(b.String())
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
	files := t.paths
	if len(files) == 0 && looksLikeFile(t.scene.Focus) {
		files = []string{t.scene.Focus}
	}
	answered := t.answers(toolRead)
	if len(answered) == 0 {
		if len(files) == 0 {
			return say("Which file shall I read?")
		}
		var calls []any
		for _, path := range files[:min(readAtOnce, len(files))] {
			calls = append(calls, map[string]any{"path": path})
		}
		return t.call(toolRead, calls...)
	}
	if reply, again := t.reread(files, answered); again {
		return reply
	}
	if len(files) == 1 && len(answered) == 2 {
		files, answered = []string{t.meant(filepath.Dir(files[0]))}, answered[1:]
	}
	var b strings.Builder
	for i, r := range answered {
		if r.status != chat.StatusOK {
			fmt.Fprintf(&b, "%s\n\n", trouble(r))
			continue
		}
		b.WriteString(opening(place(files, i), r.text) + "\n\n")
	}
	if left := len(files) - len(answered); left > 0 {
		fmt.Fprintf(&b, "I read %d at a time; %s not read.", readAtOnce, count(left, "file was", "files were"))
	}
	return say(b.String())
}

// reread is for "read scan 12.png": a name with spaces cannot be told from other
// words, so the file that was asked for may not be there. The folder is listed
// once, and a name that the request holds literally is read instead.
func (t *turn) reread(files []string, answered []result) (chat.Reply, bool) {
	if len(files) != 1 || len(answered) != 1 || !answered[0].retriable() {
		return chat.Reply{}, false
	}
	folder := filepath.Dir(files[0])
	if len(t.answers(toolList)) == 0 {
		_, ok := t.offered(toolList)
		return t.call(toolList, map[string]any{"path": folder}), ok
	}
	path := t.meant(folder)
	return t.call(toolRead, map[string]any{"path": path}), path != "" && path != files[0]
}

// retriable tells that a call failed for what it was asked, not for good.
func (r result) retriable() bool {
	return r.status == chat.StatusError && (r.kind == chat.ErrInvalidArgs || r.kind == chat.ErrExecution)
}

// meant is the longest name of a listed folder that the request holds; empty
// when it holds none.
func (t *turn) meant(folder string) string {
	name := ""
	said := strings.ToLower(t.text)
	for _, r := range t.answers(toolList) {
		for line := range strings.Lines(r.text) {
			have := rowOf(line).name
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

// opening tells how a file begins: what the reader says of it, then its text as
// a quotation.
func opening(path, text string) string {
	at := cutNotice.FindStringIndex(text)
	if at != nil {
		text = text[:at[0]]
	}
	about, body, _ := strings.Cut(text, "\n\n")
	if !strings.HasPrefix(about, path) {
		about, body = "", text
	}
	about = strings.TrimSpace(strings.TrimPrefix(about, path))
	head := filepath.Base(path)
	if about != "" {
		head += " (" + strings.Join(strings.Split(about, "\n"), "; ") + ")"
	}
	if body = strings.TrimSpace(body); body == "" {
		return head + ": there is no text in it."
	}
	start, more := beginning(body, readRunes)
	if more || at != nil {
		return head + " begins:\n\n" + quote(start) + "\n\nThere is more of it."
	}
	return head + " says:\n\n" + quote(start)
}
