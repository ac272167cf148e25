package inference

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/ollama"
	"github.com/deskhand/deskhand/inference/ollamatest"
	"github.com/deskhand/deskhand/inference/rules"
)

// tally is what must not happen, counted.
type tally struct{ requests, hangs, doubled, cutShown int }

func (a *tally) add(b tally) {
	a.requests += b.requests
	a.hangs += b.hangs
	a.doubled += b.doubled
	a.cutShown += b.cutShown
}

// fine is a whole answer of about 2 kB with two tool calls.
func fine() ollamatest.Turn {
	return ollamatest.Say("I ", "look ", "into ", "both ", "folders ", "at ", "once", ", ", "then ", "I ", "say ", "more.").
		Call("files_list", `{"path":"/home/anna/Scans"}`).
		Call("files_list", `{"path":"/home/anna/Pictures"}`)
}

const fineText = "I look into both folders at once, then I say more."

var faultTools = []chat.ToolSpec{{
	Name: "files_list", Parameters: []byte(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`),
}}

// judge looks at one answer, whatever led to it.
func judge(reply chat.Reply, shown string, err error) (t tally) {
	t.requests = 1
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		t.hangs++
	case err != nil:
		// An error is an end too; nothing of it counts as an answer.
	case reply.Text != fineText || shown != fineText || len(reply.Calls) < 2:
		t.cutShown++
	}
	seen := map[string]bool{}
	for _, c := range reply.Calls {
		if seen[string(c.Args)] {
			t.doubled++
		}
		seen[string(c.Args)] = true
	}
	return t
}

// screen keeps what is left on the screen of a stream.
type screen struct {
	text    string
	retries int
}

func (s *screen) see(d chat.Delta) {
	if d.Reset {
		s.text = ""
	}
	s.text += d.Text
	if d.Retry != nil {
		s.retries++
	}
}

// A cut at every byte, over a real connection. What the cut left is an error,
// and the request is made again; only a stream whose last line came is an answer.
func TestACutAtEveryByteIsAnErrorOrAWholeAnswer(t *testing.T) {
	s := ollamatest.Start(t)
	a := s.Model("a", ollamatest.Tools())
	client, err := ollama.New(ollama.Config{Host: s.Host()})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	size := fine().Size("a", 100)
	if size < 1800 || size > 2600 {
		t.Fatalf("the stream has %d bytes", size)
	}
	l := NewOllamaLinks(client, []string{"a"}, Limits{Window: 8192, Retries: 1})[0]
	var all tally
	atOnce := 0
	for cut := range size + 1 {
		a.Replies(fine().CutAfter(cut), fine())
		var on screen
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		reply, err := l.Chat(ctx, chat.Request{
			Model: "a", Tools: faultTools, Messages: []chat.Message{{Role: chat.RoleUser, Text: "Look"}},
		}, on.see)
		cancel()
		if err != nil {
			t.Errorf("cut at %d, asked twice: %v", cut, err)
		}
		all.add(judge(reply, on.text, err))
		if on.retries == 0 {
			atOnce++
		}
	}
	t.Logf("a stream of %d bytes with two tool calls, cut at every byte:\n%s", size, table(func(row func(...any)) {
		row("streams", "seen as cut", "whole at once", "hangs", "doubled calls", "cut shown as whole")
		row(all.requests, all.requests-atOnce, atOnce, all.hangs, all.doubled, all.cutShown)
	}))
	if all.hangs+all.doubled+all.cutShown > 0 {
		t.Errorf("got %+v", all)
	}
	if atOnce < 1 || atOnce > 3 { // the last line, without and with its end
		t.Errorf("%d cut streams were whole answers", atOnce)
	}
}

// fault is a row of the table of what goes wrong with a real server.
type fault struct {
	what string
	turn ollamatest.Turn
	// again: asking again may help, and is done.
	again bool
}

func faults() []fault {
	status := func(what string, code int, message string, again bool) fault {
		return fault{what, ollamatest.Status(code, message), again}
	}
	return []fault{
		status("model gone (404)", 404, "model 'a' not found", false),
		status("no model named", 400, "model is required", false),
		status("empty body", 400, "missing request body", false),
		status("cut request", 400, "unexpected EOF", false),
		status("wrong types", 400, "json: cannot unmarshal string into Go struct field ChatRequest.messages of type []api.Message", false),
		status("arguments as a string", 400, "Value looks like object, but can't find closing '}' symbol", false),
		status("bad keep_alive", 400, `time: invalid duration "soon"`, false),
		status("prompt too long", 400, "the input length exceeds the context length", false),
		status("bad option", 500, `option "temperature" must be of type float32`, true),
		status("template error", 500, "template: :1:8: executing", true),
		status("corrupt model", 500, "llama runner process has terminated: error loading model: missing tensor", true),
		{"queue full (503)", ollamatest.QueueFull(), true},
		{"too many requests (429)", ollamatest.Status(429, "slow down").RetryAfter("5"), true},
		{"runner dies before its first token", ollamatest.RunnerStopped(), true},
		{"runner dies in mid-stream", ollamatest.Say("I ", "look ").RunnerKilled(), true},
		{"runner dies after a call", fine().RunnerKilled(), true},
		{"runner killed at launch", ollamatest.NoAnswer(), true},
		{"runner frozen in mid-stream", ollamatest.Say("I ", "look ").Freeze(), true},
		{"server killed in mid-stream", fine().CutAfter(700), true},
		{"end without done", fine().NoDone(), true},
		{"the same piece over and over", ollamatest.Repeat("la ", 40), false},
		{"parser error", ollamatest.ParserError("failed to parse JSON: unexpected end of JSON input"), true},
		{"parser error in mid-stream", ollamatest.Say("I ").ParserFails("XML syntax error on line 5: unexpected EOF"), true},
		{"a line that is no JSON", ollamatest.Lines("<html>"), true},
		{"wrong path", ollamatest.Status(http.StatusNotFound, "404 page not found"), false},
	}
}

// A fault that happens once, and one that happens always: the person has a
// whole answer in the end, from the same model or from the next.
func TestEveryRowOfTheFailureTableEndsInAWholeAnswer(t *testing.T) {
	var all tally
	out := table(func(row func(...any)) {
		row("fault", "once: answer by", "tries", "after", "always: answer by", "tries", "after", "hangs", "doubled", "cut shown")
		for _, f := range faults() {
			once := endure(t, f.turn, fine())
			always := endure(t, f.turn)
			sum := once.tally
			sum.add(always.tally)
			row(f.what, once.by, once.tries, once.took, always.by, always.tries, always.took, sum.hangs, sum.doubled, sum.cutShown)
			all.add(sum)
			if want := map[bool]string{true: "a", false: "b"}[f.again]; once.by != want || always.by != "b" {
				t.Errorf("%s: answered by %s when it happens once, by %s when always", f.what, once.by, always.by)
			}
		}
	})
	t.Logf("each row of the failure table:\n%s", out)
	if all.hangs+all.doubled+all.cutShown > 0 {
		t.Errorf("got %+v", all)
	}
}

// ending is how a turn came out.
type ending struct {
	tally
	by    string // the model that answered
	tries int    // requests to a
	took  time.Duration
}

// endure plays a turn that hops as the loop does; a gives these turns.
func endure(t *testing.T, turns ...ollamatest.Turn) (e ending) {
	t.Helper()
	inAWorld(t, DefaultLimits(), func(w *world) {
		a := w.server.Model("a", ollamatest.Tools()).Replies(turns...)
		w.server.Model("b", ollamatest.Tools()).Replies(fine())
		ctx, cancel := context.WithTimeout(w.ctx, 2*time.Hour)
		defer cancel()
		start := time.Now()
		var failed []chat.Failure
		for {
			next, err := w.chain.Next(ctx, failed)
			if err != nil || next.Model == rules.Name {
				e.tally, e.by = judge(chat.Reply{}, "", err), next.Model
				break
			}
			var on screen
			reply, err := w.chain.Chat(ctx, w.filled(chat.Request{Model: next.Model, Tools: faultTools}), on.see)
			if err == nil || ctx.Err() != nil {
				e.tally, e.by = judge(reply, on.text, err), next.Model
				break
			}
			failed = append(failed, chat.Failure{Model: next.Model, Err: err})
		}
		e.tries, e.took = len(a.Requests()), time.Since(start).Round(time.Second)
	})
	return e
}

// table lays rows out in columns.
func table(fill func(row func(...any))) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fill(func(cells ...any) {
		for _, c := range cells {
			_, _ = fmt.Fprintf(w, "%v\t", c)
		}
		_, _ = fmt.Fprintln(w)
	})
	_ = w.Flush() // a Builder takes everything
	return b.String()
}
