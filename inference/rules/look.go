package rules

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
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

// listing is the account of one folder: kinds with counts, then the listing as
// it was given.
func listing(path, text string) string {
	lines, cut := whole(text)
	body, more := beginning(strings.Join(lines, "\n"), listRunes)
	var b strings.Builder
	fmt.Fprintf(&b, "In %s", path)
	if kinds := kindsIn(lines); kinds != "" {
		b.WriteString(": " + kinds)
	}
	b.WriteString("\n\n" + body)
	if cut || more {
		b.WriteString("\n\nThere is more than is shown here.")
	}
	return b.String()
}

// kindsIn counts the extensions of the names in a listing; empty when there are
// none.
func kindsIn(lines []string) string {
	counts := map[string]int{}
	for _, line := range lines {
		if kind := kindOf(line); kind != "" {
			counts[kind]++
		}
	}
	kinds := make([]string, 0, len(counts))
	for kind := range counts {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	for i, kind := range kinds {
		kinds[i] = fmt.Sprintf("%d %s", counts[kind], kind)
	}
	return strings.Join(kinds, ", ")
}

// kindOf is the extension of the one name in a line of a table.
func kindOf(line string) string {
	for _, m := range mentions(line, nil) {
		if ext := extension.FindString(m.text); ext != "" {
			return strings.ToUpper(ext[1:])
		}
	}
	return ""
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

// find looks for files by name: with the tool for it, else in a listing.
func (t *turn) find() chat.Reply {
	term := t.sought()
	if term == "" {
		return say("What shall I look for?")
	}
	if spec, ok := t.offered(toolFind); ok {
		return t.findBy(spec, term)
	}
	answered := t.answers(toolList)
	if len(answered) == 0 {
		places := t.folders()
		if len(places) == 0 {
			return say("In which folder shall I look?")
		}
		var calls []any
		for _, path := range places {
			calls = append(calls, map[string]any{"path": path, "recursive": true})
		}
		return t.call(toolList, calls...)
	}
	if r, bad := firstTrouble(answered); bad {
		return say(trouble(r))
	}
	return say(hits(term, answered))
}

// findBy uses the tool for finding, under whichever name it takes the term.
func (t *turn) findBy(spec chat.ToolSpec, term string) chat.Reply {
	if answered := t.answers(toolFind); len(answered) > 0 {
		if r, bad := firstTrouble(answered); bad {
			return say(trouble(r))
		}
		body, _ := beginning(answered[0].text, listRunes)
		return say("This was found for " + term + ":\n\n" + body)
	}
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	_ = json.Unmarshal(spec.Parameters, &schema) // one that is no object offers no name
	args := map[string]any{}
	for _, name := range []string{"query", "name", "pattern"} {
		if _, ok := schema.Properties[name]; ok {
			args[name] = term
			break
		}
	}
	if places := t.folders(); len(places) > 0 {
		args["path"] = places[0]
	}
	return t.call(toolFind, args)
}

// folders are the places to look in: a file that is named is what is looked for.
func (t *turn) folders() []string {
	at := *t
	at.paths = slices.DeleteFunc(slices.Clone(t.paths), looksLikeFile)
	return at.places()
}

// sought is what the request looks for: what it quotes, the file that it names,
// else its words that mean something.
func (t *turn) sought() string {
	if len(t.quotes) > 0 {
		return t.quotes[0]
	}
	for _, path := range t.paths {
		if looksLikeFile(path) {
			return filepath.Base(path)
		}
	}
	skip := strings.Fields(wordsEmpty + wordsFinding)
	var words []string
	for _, w := range t.words.words {
		if !slices.Contains(skip, w) {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// hits are the lines of listings that have every word of the term.
func hits(term string, listings []result) string {
	words := strings.Fields(strings.ToLower(term))
	var found []string
	missing := false
	for _, r := range listings {
		lines, cut := whole(r.text)
		missing = missing || cut
		for _, line := range lines {
			low := strings.ToLower(line)
			if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(low, w) }) {
				found = append(found, strings.TrimSpace(line))
			}
		}
	}
	text := "No file with " + term + " in its name is listed there."
	if len(found) > 0 {
		text = fmt.Sprintf("%s for %s:\n\n%s", count(len(found), "line of the listing", "lines of the listing"), term, bullets(found, shown))
	}
	if missing {
		text += "\n\nThe listing was too long to be seen whole, so there may be more."
	}
	return text
}
