package inference

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/ollamatest"
	"github.com/deskhand/deskhand/inference/rules"
)

// fault is a row of the table of what goes wrong with a real server.
type fault struct {
	what string
	turn ollamatest.Turn
	// again: asking again may help, and is done.
	again bool
	// thinks: the request wants the model to think.
	thinks bool
	// leaves: afterwards the server does not take another connection.
	leaves bool
}

// faults are all that a client can meet; the words are a real server's, which
// `make test-ollama` holds it to.
func faults() []fault {
	status := func(what string, code int, message string, again bool) fault {
		return fault{what: what, turn: ollamatest.Status(code, message), again: again}
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
		status("no tools, whatever it claims", 400, "registry.ollama.ai/library/a:latest does not support tools", true),
		{what: "no thinking, whatever it claims", turn: ollamatest.Status(400, `"a" does not support thinking`), again: true, thinks: true},
		status("runs elsewhere, and may not (403)", 403, "ollama cloud is disabled: remote model is unavailable", false),
		status("bad option", 500, `option "temperature" must be of type float32`, true),
		status("bad format", 500, `invalid format: "\"xml\""; expected "json" or a valid JSON Schema object`, true),
		status("bad schema", 500, "invalid JSON schema in format", true),
		status("template error", 500, "template: :1:8: executing", true),
		status("model cannot be loaded", 500, "unable to load model: /models/blobs/sha256-1", true),
		status("weights are missing", 500, "llama runner process has terminated: error loading model: missing tensor", true),
		{what: "queue full (503)", turn: ollamatest.QueueFull(), again: true},
		{what: "too many requests (429)", turn: ollamatest.Status(429, "slow down").RetryAfter("5"), again: true},
		{what: "runner dies before its first token", turn: ollamatest.RunnerStopped(), again: true},
		{what: "runner dies in mid-stream", turn: ollamatest.Say("I ", "look ").RunnerKilled(), again: true},
		{what: "runner dies after a call", turn: fine().RunnerKilled(), again: true},
		{what: "runner killed at launch", turn: ollamatest.NoAnswer(), again: true},
		{what: "runner frozen in mid-stream", turn: ollamatest.Say("I ", "look ").Freeze(), again: true},
		{what: "server killed in mid-stream, and back", turn: fine().CutAfter(700), again: true},
		{what: "server killed in mid-stream, for good", turn: fine().CutAfter(700), leaves: true},
		{what: "end without done", turn: fine().NoDone(), again: true},
		{what: "the same piece over and over", turn: ollamatest.Repeat("la ", 40)},
		{what: "parser error", turn: ollamatest.ParserError("failed to parse JSON: unexpected end of JSON input"), again: true},
		{what: "parser error in mid-stream", turn: ollamatest.Say("I ").ParserFails("XML syntax error on line 5: unexpected EOF"), again: true},
		{what: "a line that is no JSON", turn: ollamatest.Lines("<html>"), again: true},
		status("wrong path", http.StatusNotFound, "404 page not found", false),
		status("wrong method", http.StatusMethodNotAllowed, "405 method not allowed", false),
	}
}

// wants says who has to answer: the same model, the next, or the rules when the
// server has gone.
func (f fault) wants() (once, always string) {
	switch {
	case f.leaves:
		return rules.Name, rules.Name
	case f.again:
		return "a", "b"
	}
	return "b", "b"
}

// A fault that happens once, and one that happens always: the person has a
// whole answer in the end, from the same model or from the next.
func TestEveryRowOfTheFailureTableEndsInAWholeAnswer(t *testing.T) {
	var all tally
	out := table(func(row func(...any)) {
		row("fault", "once: answer by", "tries", "after", "always: answer by", "tries", "after", "hangs", "doubled", "cut shown")
		for _, f := range faults() {
			once := endure(t, f, f.turn, fine())
			always := endure(t, f, f.turn)
			sum := once.tally
			sum.add(always.tally)
			row(f.what, once.by, once.attempts, once.took, always.by, always.attempts, always.took, sum.hangs, sum.doubled, sum.cutShown)
			all.add(sum)
			if wantOnce, wantAlways := f.wants(); once.by != wantOnce || always.by != wantAlways {
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
	by       string // the model that answered
	attempts int    // requests to a
	took     time.Duration
}

// endure plays a turn that hops as the loop does; a gives these turns.
func endure(t *testing.T, f fault, turns ...ollamatest.Turn) (e ending) {
	t.Helper()
	inAWorld(t, DefaultLimits(), func(w *world) {
		options := []ollamatest.Option{ollamatest.Tools()}
		if f.thinks {
			options = append(options, ollamatest.Thinking())
		}
		a := w.server.Model("a", options...).Replies(turns...)
		w.server.Model("b", ollamatest.Tools()).Replies(fine())
		ctx, cancel := context.WithTimeout(w.ctx, 2*time.Hour)
		defer cancel()
		start := time.Now()
		var failed []chat.ModelFailure
		for e.by == "" {
			next, err := w.chain.Next(ctx, failed)
			if err != nil || next.Model == rules.Name {
				e.by, e.tally = next.Model, hung(err)
				break
			}
			var on screen
			reply, err := w.chain.Chat(ctx, w.request(next.Model, f), func(d chat.Delta) {
				w.away.Store(f.leaves)
				on.see(d)
			})
			if err == nil || ctx.Err() != nil {
				e.tally, e.by = judge(reply, on.text, err), next.Model
			}
			failed = append(failed, chat.ModelFailure{Model: next.Model, Err: err})
		}
		e.attempts, e.took = len(a.Requests()), time.Since(start).Round(time.Second)
	})
	return e
}

func (w *world) request(model string, f fault) chat.Request {
	req := w.filled(chat.Request{Model: model, Tools: faultTools})
	if f.thinks {
		req.Think = chat.ThinkOn
	}
	return req
}

// hung counts a turn that nobody but the rules is left to answer, in time or not.
func hung(err error) tally {
	if errors.Is(err, context.DeadlineExceeded) {
		return tally{requests: 1, hangs: 1}
	}
	return tally{requests: 1}
}
