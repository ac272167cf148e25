package rules

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
)

// turn is the state of a request: what was understood, and the results of tools so far.
type turn struct {
	scene chat.Scene
	tools []chat.ToolSpec
	today time.Time
	home  string
	text  string
	req   intent.Request
	// in is the language of the answer.
	in *speech
	// paths are the paths in the request, absolute; into is the target folder. stray are
	// names that are not valid paths.
	paths []string
	into  string
	stray []string
	// template is the template of proposed names; empty means the usual one.
	template string
	// unsure are the files of which it is unknown whether they are meant.
	unsure []intent.File
	// leftOut are the files excluded by the request.
	leftOut []intent.File
	// subfolders are the folders inside the listed ones, and inside is how many of them
	// are not read.
	subfolders []string
	inside     int
	// results of this turn, in order; past are the earlier turns.
	results []result
	past    []pastTurn
}

// pastTurn is an earlier request with its results.
type pastTurn struct {
	text    string
	results []result
}

// result is a tool's answer: its data, or how it failed.
type result struct {
	tool    string
	status  chat.Status
	failure chat.Failure
	data    json.RawMessage
}

// dataOf decodes the data of a result; false if it has none of that type.
func dataOf[T any](r result) (T, bool) {
	var v T
	ok := len(r.data) > 0 && json.Unmarshal(r.data, &v) == nil
	return v, ok
}

func newTurn(req chat.Request, cfg Config) *turn {
	start := lastRequest(req.Messages)
	t := &turn{scene: req.Scene, tools: req.Tools, today: cfg.Now(), home: cfg.Home}
	defer func() { t.in = t.speech(cfg.Language) }()
	if start < 0 {
		return t
	}
	for i, m := range req.Messages[:start] {
		switch m.Role {
		case chat.RoleUser:
			t.past = append(t.past, pastTurn{text: m.Text})
		case chat.RoleTool:
			if len(t.past) == 0 { // its request was summed up
				t.past = append(t.past, pastTurn{})
			}
			last := &t.past[len(t.past)-1]
			last.results = append(last.results, results(req.Messages[i:i+1])...)
		}
	}
	t.results = results(req.Messages[start:])
	t.text = req.Messages[start].Text
	t.req = intent.Parse(t.text, req.Scene.Roots...).On(t.today)
	t.resolve(t.home)
	return t
}

// speech returns that of the request's language, else of the last earlier request with a
// clear language, else of the usual one.
func (t *turn) speech(usual string) *speech {
	if t.req.Language != "" {
		return speechIn(t.req.Language)
	}
	for _, past := range slices.Backward(t.past) {
		if l := intent.Parse(past.text, t.scene.Roots...).Language; l != "" {
			return speechIn(l)
		}
	}
	return speechIn(append([]string{usual}, systemLanguages()...)...)
}

// lastRequest returns the position of the last user message; -1 if there is none.
func lastRequest(messages []chat.Message) int {
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
			all = append(all, result{m.Tool, m.Status, m.Failure, m.Data})
		}
	}
	return all
}

// resolve makes paths of the names in the request. Files said to be inside a folder are
// those of that folder.
func (t *turn) resolve(home string) {
	base := folderOf(t.scene)
	named := t.req.Files.Named
	inside := slices.IndexFunc(named, func(n intent.Name) bool { return n.Inside && !intent.IsFileName(n.Text) })
	if inside >= 0 && slices.ContainsFunc(named, func(n intent.Name) bool { return !n.Inside && intent.IsFileName(n.Text) }) {
		base = resolve(named[inside].Text, t.scene, home, base)
		named = slices.Delete(slices.Clone(named), inside, inside+1)
	}
	for _, n := range named {
		// What is sought may be anything but a path.
		if t.req.Do == intent.Find && n.Quoted && !intent.IsFileName(n.Text) {
			continue
		}
		if path := resolve(n.Text, t.scene, home, base); path != "" {
			t.paths = append(t.paths, path)
		} else {
			t.stray = append(t.stray, n.Text)
		}
	}
	if t.req.Into != "" {
		if t.into = resolve(t.req.Into, t.scene, home, base); t.into == "" {
			t.stray = append(t.stray, t.req.Into)
		}
	}
}

// left returns what was not understood of the request. A change is made only if nothing
// is left: an unknown word may exclude files, or ask for something else.
func (t *turn) left() []string {
	if !t.req.Do.Changes() {
		if t.req.Do == intent.None {
			return t.req.Left
		}
		return nil
	}
	return append(t.req.Left, t.stray...)
}

// places returns the paths that the request is about: those it names, else the one in
// focus for "this", else all open ones. If there are none, the user has to be asked.
func (t *turn) places() []string {
	if len(t.paths) > 0 {
		return t.paths
	}
	if roots := t.req.Files.Roots; len(roots) > 0 {
		return roots
	}
	switch {
	case len(t.scene.Roots) > 1 && !t.req.Files.Here:
		return t.scene.Roots
	case t.scene.Focus != "":
		return []string{t.scene.Focus}
	default:
		return t.scene.Roots
	}
}

// offered returns an offered tool.
func (t *turn) offered(name string) (chat.ToolSpec, bool) {
	for _, spec := range t.tools {
		if spec.Name == name {
			return spec, true
		}
	}
	return chat.ToolSpec{}, false
}

// answers returns this turn's results of a tool, in order.
func (t *turn) answers(tool string) []result {
	var all []result
	for _, r := range t.results {
		if r.tool == tool {
			all = append(all, r)
		}
	}
	return all
}

// call calls a tool once per set of arguments; if it is not offered, the reply says so.
func (t *turn) call(tool string, args ...any) chat.Reply {
	if _, ok := t.offered(tool); !ok {
		return t.say("not_running", "tool", tool)
	}
	reply := chat.Reply{DoneReason: "stop"}
	for _, a := range args {
		raw, err := json.Marshal(a)
		if err != nil { // cannot fail: maps of plain values
			return t.say("not_put_together", "tool", tool)
		}
		reply.Calls = append(reply.Calls, chat.ToolCall{Name: tool, Args: raw})
	}
	return reply
}

// isFolder reports whether a path is not a file's, judging by its name.
func isFolder(path string) bool {
	return !intent.IsFileName(filepath.Base(strings.TrimSuffix(path, "/")))
}
