package agentcore_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// script is a chain of models by name, each of which answers with the next reply of its
// list. Notes for a summary are made separately.
type script struct {
	chain   []string
	window  int
	replies map[string][]reply
	asked   []chat.Request // but for those for notes
	noted   []chat.Request
}

func (s *script) Next(_ context.Context, failed []chat.ModelFailure) (chat.Candidate, error) {
	name := s.chain[min(len(failed), len(s.chain)-1)]
	return chat.Candidate{Model: name, Digest: name, Window: s.window, Tools: true, Rules: name == "rules"}, nil
}

func (s *script) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	if strings.HasPrefix(req.Messages[0].Text, "You keep the notes") {
		s.noted = append(s.noted, req)
		return chat.Reply{Text: "notes"}, nil
	}
	s.asked = append(s.asked, req)
	next := s.replies[req.Model][0]
	s.replies[req.Model] = s.replies[req.Model][1:]
	return next(ctx, req, emit)
}

// reply answers one request.
type reply func(context.Context, chat.Request, func(chat.Delta)) (chat.Reply, error)

func says(text string) reply {
	return func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Text: text})
		return chat.Reply{Text: text, DoneReason: "stop"}, nil
	}
}

// calls requests tools in one round, each with distinct arguments.
func calls(names ...string) reply {
	var made []chat.ToolCall
	for i, n := range names {
		made = append(made, call(n, fmt.Sprintf(`{"n":%d}`, i)))
	}
	return asks(made...)
}

func call(name, args string) chat.ToolCall {
	return chat.ToolCall{Name: name, Args: json.RawMessage(args)}
}

func asks(made ...chat.ToolCall) reply {
	return func(context.Context, chat.Request, func(chat.Delta)) (chat.Reply, error) {
		return chat.Reply{Calls: made, DoneReason: "stop"}, nil
	}
}

// fails streams a beginning and then fails.
func fails(begins string, err error) reply {
	return func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		if begins != "" {
			emit(chat.Delta{Text: begins})
		}
		return chat.Reply{}, err
	}
}

// tool is what runs for one call.
type tool = func(context.Context) chat.ToolResult

// box is a toolbox of functions; the ones named in reads are read-only.
type box struct {
	tools map[string]tool
	reads []string

	mu   sync.Mutex
	seen []string // the calls that arrived: name and arguments
}

func (b *box) Specs() []chat.ToolSpec {
	var specs []chat.ToolSpec
	for _, name := range slices.Sorted(maps.Keys(b.tools)) {
		s := chat.ToolSpec{Name: name, Effect: chat.EffectChange, Parameters: json.RawMessage(`{}`)}
		if slices.Contains(b.reads, name) {
			s.Effect = chat.EffectRead
		}
		specs = append(specs, s)
	}
	return specs
}

func (b *box) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	b.mu.Lock()
	b.seen = append(b.seen, inv.Call.Name+" "+string(inv.Call.Args))
	b.mu.Unlock()
	f, ok := b.tools[inv.Call.Name]
	if !ok {
		return chat.Failed(inv.Call.Name, chat.ErrToolNotFound, "There is no such tool.")
	}
	return f(ctx)
}

func ok(text string) tool {
	return func(context.Context) chat.ToolResult { return chat.ToolResult{OK: true, Text: text} }
}

func broken(kind chat.ErrorType) tool {
	return func(context.Context) chat.ToolResult { return chat.Failed("", kind, "It did not work.") }
}

// pages is a transcript in memory of one conversation, "c".
type pages struct {
	mu       sync.Mutex
	messages []chat.Message
	full     []string
}

// errNoConversation is the answer about any conversation but "c".
var errNoConversation = errors.New("no such conversation")

// reachable reports why a store in memory does not answer a call.
func reachable(ctx context.Context, conversation string) error {
	if conversation != "c" {
		return errNoConversation
	}
	return ctx.Err()
}

func (p *pages) Append(ctx context.Context, conversation string, m chat.Message) error {
	if err := reachable(ctx, conversation); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.messages = append(p.messages, m)
	return nil
}

func (p *pages) Messages(ctx context.Context, conversation string) ([]chat.Message, error) {
	if err := reachable(ctx, conversation); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.messages), nil
}

func (p *pages) KeepFull(ctx context.Context, conversation, text string) (string, error) {
	if err := reachable(ctx, conversation); err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.full = append(p.full, text)
	return fmt.Sprintf("full-%d", len(p.full)), nil
}

// fixture is an agent with its surroundings, accessible to the test.
type fixture struct {
	agent  *agentcore.Agent
	model  *script
	pages  *pages
	notes  *notes
	events []event.Event
	sink   func(event.Event) // sees each event as it comes; may be nil
}

// newFixture has a chain of one model, "big", and the rules behind it.
func newFixture(tools *box, replies ...reply) *fixture {
	b := &fixture{pages: &pages{}, notes: &notes{}}
	b.model = &script{
		chain: []string{"big", "rules"}, window: 8192,
		replies: map[string][]reply{"big": replies},
	}
	b.agent = &agentcore.Agent{
		Models: b.model, Model: b.model, Tools: tools, Transcript: b.pages, Notes: b.notes, Tokens: budget.NewEstimator(b.notes),
		Config: agentcore.DefaultConfig(),
		Now:    func() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC) },
	}
	return b
}

func (b *fixture) turn(ctx context.Context, text string) agentcore.Outcome {
	stream := event.NewStream("c/1", func(e event.Event) {
		b.events = append(b.events, e)
		if b.sink != nil {
			b.sink(e)
		}
	})
	return b.agent.Turn(ctx, agentcore.Input{Conversation: "c", Text: text}, stream)
}

// results are the results on record, in order.
func (b *fixture) results() []chat.Message {
	var out []chat.Message
	for _, m := range b.pages.messages {
		if m.Role == chat.RoleTool {
			out = append(out, m)
		}
	}
	return out
}

// kinds lists how the calls on record failed, in order; "" for what went well.
func (b *fixture) kinds() []chat.ErrorType {
	var out []chat.ErrorType
	for _, m := range b.results() {
		out = append(out, m.Failure.Class)
	}
	return out
}

// warnings returns the warnings to the user: codes with their arguments.
func (b *fixture) warnings() []string {
	var out []string
	for _, e := range b.events {
		if w, ok := e.Body.(event.Warning); ok {
			out = append(out, strings.Join(slices.Concat([]string{string(w.Code)}, w.Args, w.Done), " "))
		}
	}
	return out
}

// statuses lists how the calls on record ended, in order.
func (b *fixture) statuses() []chat.Status {
	var out []chat.Status
	for _, m := range b.results() {
		out = append(out, m.Status)
	}
	return out
}

func (b *fixture) count(match func(event.Body) bool) int {
	n := 0
	for _, e := range b.events {
		if match(e.Body) {
			n++
		}
	}
	return n
}

func isEnd(b event.Body) bool { _, ok := b.(event.TurnEnded); return ok }

// box is the toolbox of the agent.
func (b *fixture) box() *box { return b.agent.Tools.(*box) }

// shown returns the final contents of the text blocks, in order, without empty ones.
func (b *fixture) shown() []string { return b.blockTexts(event.BlockText) }

func (b *fixture) blockTexts(kind event.BlockKind) []string {
	texts, kinds := map[int]string{}, map[int]event.BlockKind{}
	for _, e := range b.events {
		switch d := e.Body.(type) {
		case event.BlockStarted:
			kinds[d.Index] = d.Kind
		case event.TextDelta:
			texts[d.Index] += d.Text
		case event.TextReset:
			texts[d.Index] = ""
		}
	}
	var out []string
	for _, i := range slices.Sorted(maps.Keys(texts)) {
		if kinds[i] == kind && texts[i] != "" {
			out = append(out, texts[i])
		}
	}
	return out
}

func inputOf(text string, scene chat.Scene) agentcore.Input {
	return agentcore.Input{Conversation: "c", Text: text, Scene: scene}
}
