package rules

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Name is the name of the rule model in a chain and in a conversation.
const Name = "rules"

// defaultWindow is large enough for every request: the model reads only the current turn
// and a little before.
const defaultWindow = 32_768

// Config configures a Model.
type Config struct {
	// Window in tokens; 0 means a default.
	Window int
	// Language is used for requests of no clear language, such as "ok" or a name: "de".
	// Empty means that of the system.
	Language string
	// Home is the meaning of "~"; empty means the user's home folder.
	Home string
	// Now is the reference of "last year"; nil means the clock.
	Now func() time.Time
}

// Model answers by rules.
type Model struct{ cfg Config }

// New returns the rule model.
func New(cfg Config) *Model {
	if cfg.Window <= 0 {
		cfg.Window = defaultWindow
	}
	if cfg.Home == "" {
		cfg.Home, _ = os.UserHomeDir() // without one, "~" names nothing
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Model{cfg}
}

// Name returns Name.
func (m *Model) Name() string { return Name }

// Candidate is constant: the rule model is always available.
func (m *Model) Candidate(ctx context.Context) (chat.Candidate, error) {
	return chat.Candidate{Model: Name, Window: m.cfg.Window, Tools: true, Rules: true}, ctx.Err()
}

// Chat replies with tool calls, or with a text streamed in a few pieces. It fails only
// with ctx.
func (m *Model) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	t := newTurn(req, m.cfg)
	reply := t.reply(m)
	for _, piece := range pieces(reply.Text) {
		if err := ctx.Err(); err != nil {
			return chat.Reply{}, err
		}
		emit(chat.Delta{Text: piece})
	}
	return reply, ctx.Err()
}

// reply selects the rule for the action.
func (m *Model) reply(t *turn) chat.Reply {
	if reply, ok := t.longerNames(m); ok {
		return reply
	}
	if left := t.left(); len(left) > 0 {
		return t.askBack(m, t.notUnderstood(t.req.Understood, left))
	}
	if t.req.Then != nil {
		return t.inTurn(m)
	}
	switch t.req.Do {
	case intent.Tidy:
		return t.tidy()
	case intent.GoAhead:
		if last := len(t.past) - 1; last >= 0 && len(t.past[last].results) == 0 && t.past[last].isSlip(t.scene.Roots) {
			corrected, _ := intent.Corrected(t.past[last].text, t.scene.Roots...)
			t.takeFor(corrected)
			return m.reply(t)
		}
		return t.goAhead()
	case intent.Rename, intent.Move, intent.Copy, intent.Recase, intent.Replace, intent.Prefix, intent.Suffix, intent.Number:
		return t.change()
	case intent.KeepRule:
		return t.keepRule()
	case intent.SortInto:
		return t.sortInto()
	case intent.Trash:
		return t.trash()
	case intent.Duplicate, intent.Dedupe:
		return t.duplicates()
	case intent.List:
		return t.list()
	case intent.Count:
		return t.count()
	case intent.Read:
		return t.read()
	case intent.Find:
		return t.find()
	case intent.AddUp:
		return t.sum()
	case intent.Undo:
		return t.undo()
	case intent.History:
		return t.history()
	case intent.Abilities, intent.HowTo:
		return say(t.abilities())
	default:
		return t.notUnderstood(nil, nil)
	}
}

// askBack asks whether the request with its typing errors corrected is meant. A request
// that only looks is answered at once.
func (t *turn) askBack(m *Model, otherwise chat.Reply) chat.Reply {
	corrected, ok := intent.Corrected(t.text, t.scene.Roots...)
	if !ok {
		return otherwise
	}
	req := intent.Parse(corrected, t.scene.Roots...).On(t.today)
	if req.Do.Changes() {
		return chat.Reply{
			Text:       t.in.text("ask_back", "left", t.in.quoted(t.req.Left), "request", t.in.quote(corrected)),
			DoneReason: chat.DoneNotUnderstood,
		}
	}
	t.takeFor(corrected)
	return m.reply(t)
}

// longerNames parses a request for a change again with file names that contain blanks put
// in quotes: those of the open folders, which are listed for that. Otherwise "delete scan
// 01.pdf" would be about 01.pdf, and "delete scan 01" not understood.
func (t *turn) longerNames(m *Model) (reply chat.Reply, ok bool) {
	left := len(t.left()) > 0
	may := intent.MayNameMore(t.text, t.scene.Roots...) || left && t.req.Do != intent.Undo && strings.Contains(t.text, " ") && strings.ContainsAny(t.text, "0123456789")
	if !t.req.Do.Changes() && !left || t.req.Files.Subfolders || !may {
		return chat.Reply{}, false
	}
	var names []string
	var calls []any
	for _, folder := range t.folders() {
		found, _, _, _ := listingOf(t.answers(toolList), folder)
		for _, f := range found {
			names = append(names, filepath.Base(f.Path))
		}
		calls = append(calls, files.ListRequest{Path: folder, Limit: pageRows})
	}
	if _, offered := t.offered(toolList); offered && len(t.answers(toolList)) == 0 && len(calls) > 0 {
		return t.call(toolList, calls...), true
	}
	quoted := intent.WithNames(t.text, names)
	if quoted == t.text {
		return chat.Reply{}, false
	}
	t.takeFor(quoted)
	return m.reply(t), true
}

// takeFor makes the turn one of another request.
func (t *turn) takeFor(text string) {
	t.text, t.req = text, intent.Parse(text, t.scene.Roots...).On(t.today)
	t.paths, t.into, t.stray = nil, "", nil
	if t.req.Language != "" {
		t.in = speechIn(t.req.Language)
	}
	t.resolve(t.home)
}

// say ends the turn with a sentence.
func (t *turn) say(key string, gaps ...any) chat.Reply { return say(t.in.text(key, gaps...)) }

// say ends the turn with a text.
func say(text string) chat.Reply {
	return chat.Reply{Text: strings.TrimSpace(text), DoneReason: "stop"}
}

// pieces splits a text at spaces, to be streamed.
func pieces(text string) []string {
	const size = 160 // bytes
	var parts []string
	for len(text) > size {
		cut := strings.IndexAny(text[size:], " \n")
		if cut < 0 {
			break
		}
		cut += size
		_, width := utf8.DecodeRuneInString(text[cut:])
		parts, text = append(parts, text[:cut+width]), text[cut+width:]
	}
	if text != "" {
		parts = append(parts, text)
	}
	return parts
}

// isSlip reports whether a request was not understood, but would be with its typing
// errors corrected.
func (p pastTurn) isSlip(roots []string) bool {
	_, ok := intent.Corrected(p.text, roots...)
	return ok && len(intent.Parse(p.text, roots...).Left) > 0
}
