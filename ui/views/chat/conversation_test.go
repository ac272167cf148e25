package chat

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/store/storetest"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// record is a stored conversation, with the models and tools of its agent.
type record struct {
	messages []chat.Message
	notices  []app.Notice
	replies  []reply
	clock    time.Time
	kept     chat.Compaction
	full     int              // the number of stored full texts
	tell     func(event.Body) // events of a tool in the turn
}

// reply answers one request to a model.
type reply func(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error)

func (r *record) Next(ctx context.Context, failed []chat.ModelFailure) (chat.Candidate, error) {
	name := []string{"big", "small", kit.RulesModel}[min(len(failed), 2)]
	return chat.Candidate{Model: name, Window: 32768, Tools: true, Rules: name == kit.RulesModel}, ctx.Err()
}

func (r *record) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	if len(r.replies) == 0 {
		return chat.Reply{Text: "The end.", DoneReason: "stop"}, nil
	}
	next := r.replies[0]
	r.replies = r.replies[1:]
	return next(ctx, req, emit)
}

func (r *record) Specs() []chat.ToolSpec {
	return []chat.ToolSpec{{Name: "files_list", Effect: chat.EffectRead, Own: true}, {Name: "documents_read", Effect: chat.EffectRead, Own: true}}
}

func (r *record) Call(_ context.Context, inv chat.Invocation) chat.ToolResult {
	switch {
	case strings.Contains(string(inv.Call.Args), "hop"):
		r.tell(event.ModelChanged{CallID: inv.Call.ID, From: "big", To: "small", Why: "cut"})
		r.tell(event.ModelChanged{CallID: inv.Call.ID, From: "small", To: kit.RulesModel, Why: "cut"})
		r.tell(event.Warning{Warning: chat.Warning{Text: "No model answers."}})
		return chat.ToolResult{OK: true, Text: "a plan"}
	case strings.Contains(string(inv.Call.Args), "not/there"):
		return chat.Failed(inv.Call.Name, chat.ErrInvalidArgs, "There is no such folder.")
	case inv.Call.Name == "documents_read":
		return chat.ToolResult{OK: true, Text: "/x/a.pdf\npages 1-1 of 1, text of the file\n" + strings.Repeat("text ", 2000)}
	case inv.Call.Name == "files_list":
		return chat.ToolResult{OK: true, Text: "/x: 16 files, 2 folders\n"}
	}
	return chat.Failed(inv.Call.Name, chat.ErrToolNotFound, "There is no such tool.")
}

// reachable returns the error of a call, if any: the only conversation is "c".
func reachable(ctx context.Context, conversation string) error {
	if conversation != "c" {
		return errors.New("no such conversation")
	}
	return ctx.Err()
}

func (r *record) Append(ctx context.Context, conversation string, m chat.Message) error {
	err := reachable(ctx, conversation)
	if err == nil {
		r.messages = append(r.messages, m)
	}
	return err
}

func (r *record) Messages(ctx context.Context, conversation string) ([]chat.Message, error) {
	if err := reachable(ctx, conversation); err != nil {
		return nil, err
	}
	return slices.Clone(r.messages), nil
}

func (r *record) KeepFull(ctx context.Context, conversation, _ string) (string, error) {
	r.full++
	return fmt.Sprintf("h%d", r.full), reachable(ctx, conversation)
}

func (r *record) Compaction(ctx context.Context, conversation string) (chat.Compaction, error) {
	if conversation != "c" || ctx.Err() != nil {
		return chat.Compaction{}, ctx.Err()
	}
	return r.kept, nil
}

func (r *record) KeepCompaction(ctx context.Context, conversation string, c chat.Compaction) error {
	err := reachable(ctx, conversation)
	if err == nil {
		r.kept = c
	}
	return err
}

func (r *record) Ratio(string) (float64, int, bool) { return 1, 1, true }

func (r *record) KeepRatio(string, float64, int) error { return nil }

func (r *record) now() time.Time {
	r.clock = r.clock.Add(700 * time.Millisecond)
	return r.clock
}

// turn runs a turn and returns its events, as app passes them on.
func (r *record) turn(text string) []event.Body {
	var told []event.Body
	stream := event.NewStream("c/1", func(e event.Event) {
		if event.Kept(e.Body) {
			r.notices = append(r.notices, app.Notice{At: len(r.messages), Body: e.Body})
		}
		told = append(told, e.Body)
	})
	r.tell = stream.Emit
	config := agentcore.DefaultConfig()
	config.ParallelReads = 1 // events of parallel calls come in any order
	agent := &agentcore.Agent{
		Models: r, Model: r, Tools: r, Transcript: r, Notes: r, Tokens: budget.NewEstimator(r), Config: config, Now: r.now,
	}
	agent.Turn(context.Background(), agentcore.Input{Conversation: "c", Text: text, Scene: chat.Scene{Roots: []string{"/x"}}}, stream)
	return told
}

// words returns the blocks of a conversation as text.
func (t *conversation) words() []string {
	var all []string
	for _, b := range t.blocks {
		switch {
		case b.kind == blockTool:
			all = append(all, fmt.Sprintf("tool %s | %s %s | %s | %t", kit.DescribeCall(b.call, b.record, b.status()), b.call.Name, b.call.Args, b.record.Text, b.last))
		case b.text != "":
			all = append(all, fmt.Sprintf("%d %s | %s %t", b.kind, b.text, b.took, b.grave))
		}
	}
	return all
}

func TestTheRecordMeetsTheContractOfTheRealStore(t *testing.T) {
	t.Run("transcript", func(t *testing.T) {
		storetest.Transcript(t, func(*testing.T, string) agentcore.Transcript { return &record{} })
	})
	t.Run("notes", func(t *testing.T) {
		storetest.Notes(t, func(*testing.T, string) agentcore.Notes { return &record{} })
	})
}

func TestEventsAndRecordsMakeTheSameBlocks(t *testing.T) {
	kinds := []string{"say", "list", "two", "gone", "think", "late", "fail", "reset", "empty", "unknown", "hop"}
	rapid.Check(t, func(t *rapid.T) {
		r := &record{clock: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)}
		live := newConversation()
		for turn := range rapid.IntRange(1, 2).Draw(t, "turns") {
			for i, s := range rapid.SliceOfN(rapid.SampledFrom(kinds), 1, 8).Draw(t, "steps") {
				r.replies = append(r.replies, step(s, i))
			}
			for _, b := range r.turn(fmt.Sprint("Request ", turn)) {
				live.take(b)
			}
		}
		again := newConversation()
		again.replay(r.messages, r.notices)
		if l, a := live.words(), again.words(); !slices.Equal(l, a) {
			t.Fatalf("live:\n%s\n\nagain:\n%s", strings.Join(l, "\n"), strings.Join(a, "\n"))
		}
		if live.model != again.model {
			t.Fatalf("live %+v\nagain %+v", live, again)
		}
	})
}

func TestAFallbackInsideACallIsALineAndTheTurnKeepsItsModel(t *testing.T) {
	r := &record{clock: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), replies: []reply{step("hop", 0)}}
	live := newConversation()
	live.model = "big"
	for _, b := range r.turn("Propose names") {
		live.take(b)
		if live.model != "big" {
			t.Fatalf("after %T the model is %s", b, live.model)
		}
	}
	said := strings.Join(live.words(), "\n")
	for _, line := range []string{"big → small: cut", "No model answers."} {
		if strings.Count(said, line) != 1 {
			t.Errorf("%q is not shown once:\n%s", line, said)
		}
	}
	if strings.Contains(said, "built-in rules") {
		t.Errorf("the rules are mentioned twice:\n%s", said)
	}
}

func TestAFallbackFromAMissingModelSaysWhereToGetIt(t *testing.T) {
	for _, row := range []struct {
		hop  event.ModelChanged
		says string
	}{
		{event.ModelChanged{From: "a", To: "b", Why: "HTTP 500"}, "a → b: HTTP 500"},
		{event.ModelChanged{From: "a", To: kit.RulesModel, Why: "HTTP 404", Missing: true}, "a → the built-in rules: HTTP 404. You can download it on the Models page."},
		{event.ModelChanged{CallID: "c", From: "a", To: kit.RulesModel, Why: "HTTP 500"}, ""},
		{event.ModelChanged{From: "a", To: "b", Fault: chat.FaultCut}, "a → b: the connection was lost"},
		{event.ModelChanged{From: "a", To: "b", Fault: chat.FaultUnreachable, Address: "127.0.0.1:11434"}, "a → b: no server answers at 127.0.0.1:11434"},
	} {
		if said := kit.HopWords(row.hop); said != row.says {
			t.Errorf("%+v: %q", row.hop, said)
		}
	}
}

// step scripts one reply of a kind.
func step(kind string, n int) reply {
	list := chat.ToolCall{Name: "files_list", Args: fmt.Appendf(nil, `{"path":"/x","n":%d}`, n)}
	return func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		text := fmt.Sprintf("Words %d.", n)
		r := chat.Reply{DoneReason: "stop"}
		switch kind {
		case "say":
			emit(chat.Delta{Text: text})
			r.Text = text
		case "list":
			r.Calls = []chat.ToolCall{list}
		case "two":
			emit(chat.Delta{Text: text})
			r.Text, r.Calls = text, []chat.ToolCall{list, {Name: "documents_read", Args: []byte(`{"path":"/x/a.pdf"}`)}}
		case "gone":
			r.Calls = []chat.ToolCall{{Name: "files_list", Args: []byte(`{"path":"/not/there"}`)}}
		case "hop":
			r.Calls = []chat.ToolCall{list, {Name: "files_list", Args: []byte(`{"path":"/hop"}`)}}
		case "think":
			emit(chat.Delta{Thinking: "Hm " + text})
			emit(chat.Delta{Text: text})
			r.Thinking, r.Text, r.Calls = "Hm "+text, text, []chat.ToolCall{list}
		case "late": // thinks after the answer has begun
			emit(chat.Delta{Text: text})
			emit(chat.Delta{Thinking: "Hm."})
			r.Thinking, r.Text, r.Calls = "Hm.", text, []chat.ToolCall{list}
		case "fail":
			emit(chat.Delta{Text: "void"})
			return r, errors.New("HTTP 500, 4 tries")
		case "reset":
			emit(chat.Delta{Thinking: "void", Text: ""})
			emit(chat.Delta{Text: "void"})
			emit(chat.Delta{Reset: true})
			emit(chat.Delta{Retry: &chat.Retry{Model: "big", Attempt: 2, Why: "cut"}})
			emit(chat.Delta{Text: text})
			r.Text, r.Calls = text, []chat.ToolCall{list}
		case "unknown":
			r.Calls = []chat.ToolCall{{Name: strings.Repeat("x", n+1), Args: []byte(`[1]`)}}
		}
		return r, nil
	}
}
