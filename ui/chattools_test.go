package ui_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/app"
)

// reply is how a model answers.
type reply func(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error)

// script is a chain of models; each request gets the next reply.
type script struct {
	mu      sync.Mutex
	chain   []string // one model if empty
	window  int      // 32768 if 0
	replies []reply
	asked   []chat.Request
}

func (s *script) answers(replies ...reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replies = append(s.replies, replies...)
}

// Next returns the models in order; the last one is the rules.
func (s *script) Next(ctx context.Context, failed []chat.ModelFailure) (chat.Candidate, error) {
	chain := append(append([]string{}, s.chain...), "qwen3:8b")[:max(1, len(s.chain))]
	name := chain[min(len(failed), len(chain)-1)]
	window := 32768
	if s.window > 0 {
		window = s.window
	}
	return chat.Candidate{Model: name, Window: window, Tools: true, Rules: name == "rules"}, ctx.Err()
}

func (s *script) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	s.mu.Lock()
	s.asked = append(s.asked, req)
	if len(s.replies) == 0 {
		s.mu.Unlock()
		return chat.Reply{Text: "I have nothing more to say.", DoneReason: "stop"}, nil
	}
	next := s.replies[0]
	s.replies = s.replies[1:]
	s.mu.Unlock()
	return next(ctx, req, emit)
}

// tells returns a reply that streams an answer in pieces.
func tells(pieces ...string) reply {
	return func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		for _, p := range pieces {
			emit(chat.Delta{Text: p})
		}
		return chat.Reply{Text: strings.Join(pieces, ""), DoneReason: "stop"}, nil
	}
}

// calls returns a reply with text and a tool call.
func calls(words, tool string, args any) reply {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		if words != "" {
			emit(chat.Delta{Text: words})
		}
		return chat.Reply{Text: words, Calls: []chat.ToolCall{{Name: tool, Args: raw}}, DoneReason: "stop"}, nil
	}
}

// tools are some of the built-in tools, with their real results, and one of a third party.
type tools struct {
	backend *backend
	// slow, if set, blocks slow_task before each step.
	slow chan struct{}
	// plain previews moves of files that do not exist.
	plain bool
}

func (*tools) Specs() []chat.ToolSpec {
	spec := func(name, server string, effect chat.Effect, previews bool) chat.ToolSpec {
		return chat.ToolSpec{
			Name: name, Server: server, Effect: effect, Previews: previews, Own: server != "weather",
			Description: name, Parameters: json.RawMessage(`{"type":"object"}`),
		}
	}
	return []chat.ToolSpec{
		spec("files_list", "files", chat.EffectRead, false),
		spec("files_move", "files", chat.EffectChange, true),
		spec("documents_read", "documents", chat.EffectRead, false),
		spec("triage_propose", "triage", chat.EffectRead, false),
		spec("slow_task", "files", chat.EffectRead, false),
		spec("weather_forecast", "weather", chat.EffectUnknown, false),
		spec("weather_today", "weather", chat.EffectRead, false),
		spec("weather_order", "weather", chat.EffectRead, false),
	}
}

func (t *tools) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	var args struct {
		Path     string            `json:"path"`
		Paths    []string          `json:"paths"`
		Moves    []chat.PathChange `json:"moves"`
		DryRun   bool              `json:"dry_run"`
		PlanHash string            `json:"plan_hash"`
	}
	if err := json.Unmarshal(inv.Call.Args, &args); err != nil {
		return chat.Failed(inv.Call.Name, chat.ErrInvalidArgs, "The arguments cannot be read.")
	}
	switch inv.Call.Name {
	case "files_list":
		return listing(args.Path)
	case "documents_read":
		return answer(args.Path+"\npages 1-2 of 2 by OCR, 94 % sure\n\n"+strings.Repeat("word ", 6244),
			documents.Reading{Path: args.Path, Method: documents.MethodOCR, Pages: "1-2 of 2", Confidence: 0.94})
	case "files_move":
		return t.move(args.Moves, args.DryRun, args.PlanHash)
	case "triage_propose":
		return t.propose(ctx, args.Paths)
	case "slow_task":
		return t.dawdle(ctx, inv.Progress)
	case "weather_order":
		return t.order(ctx, inv)
	}
	return chat.ToolResult{OK: true, Text: "It will rain."}
}

// answer returns a result as text and data.
func answer(text string, data any) chat.ToolResult {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	return chat.ToolResult{OK: true, Text: text, Data: raw}
}

func listing(path string) chat.ToolResult {
	entries, err := os.ReadDir(path)
	if err != nil {
		return chat.ToolResult{Failure: chat.Failure{Class: chat.ErrInvalidArgs, Path: path, Message: "There is no folder " + filepath.Base(path) + "."}}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d files, 0 folders\n", path, len(entries))
	for _, e := range entries {
		fmt.Fprintf(&b, "%s | file | 1 kB | 2026-03-04\n", e.Name())
	}
	return answer(b.String(), files.Listing{Path: path, Files: len(entries)})
}

func (t *tools) move(moves []chat.PathChange, dry bool, hash string) chat.ToolResult {
	sum := sha256.New()
	for _, m := range moves {
		info, err := os.Stat(m.From)
		switch {
		case t.plain:
		case err != nil:
			return chat.Failed("files_move", chat.ErrExecution, filepath.Base(m.From)+" is not there.")
		default:
			fmt.Fprintln(sum, m.From, m.To, info.Size())
		}
	}
	now := hex.EncodeToString(sum.Sum(nil))
	if dry {
		raw, _ := json.Marshal(chat.Preview{Effect: moves, Hash: now})
		return chat.ToolResult{OK: true, Data: raw}
	}
	if hash != now {
		return chat.Failed("files_move", chat.ErrBlocked, "The files have changed.")
	}
	b := app.Batch{ID: fmt.Sprintf("batch-%d", len(t.backend.batches)+1), When: t.backend.now, Done: len(moves), Of: len(moves), State: plan.BatchDone}
	for _, m := range moves {
		if err := os.MkdirAll(filepath.Dir(m.To), 0o755); err != nil {
			return chat.Failed("files_move", chat.ErrExecution, err.Error())
		}
		if err := os.Rename(m.From, m.To); err != nil {
			return chat.Failed("files_move", chat.ErrExecution, err.Error())
		}
		b.Moves = append(b.Moves, app.Move{From: m.From, To: m.To})
	}
	t.backend.change(func(d *backend) { d.batches = append([]app.Batch{b}, d.batches...) })
	return answer(fmt.Sprintf("Done with %d files.\n", b.Done), files.Changed{
		Batch: b.ID, Receipt: &files.Receipt{Batch: b.ID, FilesIn: b.Done, FilesOut: b.Done, Moved: b.Done},
	})
}

func (t *tools) propose(ctx context.Context, paths []string) chat.ToolResult {
	p, err := t.backend.Propose(ctx, app.ProposeRequest{Paths: paths}, func(event.Event) {})
	if err != nil {
		return chat.Failed("triage_propose", chat.ErrExecution, err.Error())
	}
	return answer(fmt.Sprintf("plan %s: %d files read\n", p.ID, len(p.Items)), p)
}

// order asks the user as a server does: to fill in a form, or to open a page.
func (t *tools) order(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	two := 2.0
	q := elicit.Question{
		Server: "weather", Tool: inv.Call.Name, CallID: inv.Call.ID, Conversation: inv.Conversation, Message: "Who is it \u202efor?",
		Fields: []elicit.Field{
			{Name: "name", Title: "Your name", About: "As it is to be printed.", Kind: elicit.Text, Required: true, Least: &two},
			{Name: "size", Title: "Size", Kind: elicit.One, Options: []elicit.Option{{Value: "s", Title: "Small"}, {Value: "m", Title: "Medium"}}, Default: []string{"m"}},
			{Name: "days", Title: "Days", Kind: elicit.Several, Options: []elicit.Option{{Value: "mo", Title: "Monday"}, {Value: "tu", Title: "Tuesday"}}, Default: []string{"tu"}},
			{Name: "mail", Title: "Mail", Kind: elicit.Text, Format: "email"},
			{Name: "news", Title: "Send me news", Kind: elicit.YesNo},
		},
	}
	if strings.Contains(string(inv.Call.Args), "page") {
		q.URL, q.Fields = "https://weather.example/sign-in?for=deskhand", nil
	}
	a := t.backend.asker.Elicit(ctx, q)
	raw, err := json.Marshal(a)
	if err != nil {
		panic(err)
	}
	return chat.ToolResult{OK: true, Text: string(raw)}
}

func (t *tools) dawdle(ctx context.Context, progress func(chat.Progress)) chat.ToolResult {
	for i := range 4 {
		progress(chat.Progress{Done: i, Total: 4, What: fmt.Sprintf("scan %d.png", i)})
		select {
		case <-t.slow:
		case <-ctx.Done():
			return chat.Failed("slow_task", chat.ErrCancelled, "It was cancelled.")
		}
	}
	return chat.ToolResult{OK: true, Text: "All done."}
}
