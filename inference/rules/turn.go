package rules

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// turn is what the rule model sees of a request: what is wanted, of what, and
// what the tools have answered so far.
type turn struct {
	scene  chat.Scene
	tools  []chat.ToolSpec
	intent intent
	text   string
	words  speech
	// paths are what the request names, absolute; into is where it wants files
	// to go.
	paths []string
	into  string
	// target is a name that a single file is to get: nothing that the rules
	// do.
	target string
	// quotes are quoted words that may be something to look for.
	quotes []string
	// stray are names that no rule has a use for.
	stray []string
	// results of this turn, in order; earlier are those before it.
	results, earlier []result
}

// requestRunes is how much of a request is looked at: who pastes a book behind
// it has said before what is wanted.
const requestRunes = 4000

// result is a tool's answer: its data, and its text without label and fence,
// which is read only to repeat why a call failed.
type result struct {
	tool   string
	status chat.Status
	kind   chat.ErrorType
	code   chat.Code
	text   string
	data   json.RawMessage
}

// dataOf decodes the data of a result; false when it has none of that type.
func dataOf[T any](r result) (T, bool) {
	var v T
	ok := len(r.data) > 0 && json.Unmarshal(r.data, &v) == nil
	return v, ok
}

func newTurn(req chat.Request, home string) *turn {
	start := currentRequest(req.Messages)
	t := &turn{scene: req.Scene, tools: req.Tools}
	if start < 0 {
		return t
	}
	t.earlier, t.results = results(req.Messages[:start]), results(req.Messages[start:])
	text, more := beginning(req.Messages[start].Text, requestRunes)
	found := mentions(text, req.Scene.Roots)
	t.text, t.words = text, hearAround(text, found)
	if more {
		t.words.words = append(t.words.words, unread)
	}
	t.understand(found, home)
	return t
}

// currentRequest is the place of the last user message; -1 without one.
func currentRequest(messages []chat.Message) int {
	for i, m := range slices.Backward(messages) {
		if m.Role == chat.RoleUser {
			return i
		}
	}
	return -1
}

func results(messages []chat.Message) []result {
	var all []result
	for _, m := range messages {
		if m.Role == chat.RoleTool {
			all = append(all, result{m.Tool, m.Status, m.Failure.Class, m.Failure.Code, unfence(m.Text), m.Data})
		}
	}
	return all
}

// understand sorts the mentions and decides what is wanted.
func (t *turn) understand(found []mention, home string) {
	files, before := false, 0
	for _, m := range found {
		path := resolve(m.text, t.scene, home)
		switch {
		case t.into != "": // what is behind the folder that files are to go to
			t.stray = append(t.stray, m.text)
		case hear(t.text[:m.at]).has(wordsTidying) && t.aimed(t.text[before:m.at], m.text, path):
		case m.quoted && !looksLikeFile(m.text) && t.words.has(wordsFinding):
			t.quotes = append(t.quotes, m.text)
		case path != "":
			t.paths = append(t.paths, path)
			files = files || looksLikeFile(path)
		default:
			t.stray = append(t.stray, m.text)
		}
		before = m.end
	}
	t.intent = recognise(t.words, files)
}

// aimed takes a mention that says where files are to go ("into Taxes", "to
// ~/Taxes") or which name one is to get ("to bill.pdf"), by the word before it. It
// counts only behind the verb: "go to ~/Scans and tidy it" aims at nothing.
func (t *turn) aimed(before, name, path string) bool {
	words := hear(before).words
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	into, as := slices.Contains(strings.Fields(wordsInto), last), slices.Contains(strings.Fields(wordsAs), last)
	switch {
	case !into && !as:
		return false
	case looksLikeFile(name) || as && !strings.HasPrefix(name, "~") && !filepath.IsAbs(name):
		t.target = name
	default:
		t.into = path
	}
	return true
}

// places are the paths that the request is about: those it names, else the one
// in focus where "this" is said, else all that is open. None: it has to be asked
// for.
func (t *turn) places() []string {
	if len(t.paths) > 0 {
		return t.paths
	}
	if roots := named(t.words, t.scene.Roots); len(roots) > 0 {
		return roots
	}
	switch {
	case len(t.scene.Roots) > 1 && !t.words.has(wordsForHere):
		return t.scene.Roots
	case t.scene.Focus != "":
		return []string{t.scene.Focus}
	default:
		return t.scene.Roots
	}
}

// offered gives a tool that is on offer.
func (t *turn) offered(name string) (chat.ToolSpec, bool) {
	for _, spec := range t.tools {
		if spec.Name == name {
			return spec, true
		}
	}
	return chat.ToolSpec{}, false
}

// answers gives this turn's results of a tool, in order.
func (t *turn) answers(tool string) []result {
	var all []result
	for _, r := range t.results {
		if r.tool == tool {
			all = append(all, r)
		}
	}
	return all
}

// call asks for a tool, once for each set of arguments; when it is not on offer
// it says so.
func (t *turn) call(tool string, args ...any) chat.Reply {
	if _, ok := t.offered(tool); !ok {
		return say("I cannot do that right now: the tool " + tool + " is not running.")
	}
	reply := chat.Reply{DoneReason: "stop"}
	for _, a := range args {
		raw, err := json.Marshal(a)
		if err != nil { // maps of plain values always encode
			return say("I could not put the request for " + tool + " together.")
		}
		reply.Calls = append(reply.Calls, chat.ToolCall{Name: tool, Args: raw})
	}
	return reply
}
