package inference

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/ollama"
	"github.com/deskhand/deskhand/inference/ollamatest"
)

// tally is what must not happen, counted.
type tally struct{ requests, hangs, doubled, cutShown int }

func (a *tally) add(b tally) {
	a.requests += b.requests
	a.hangs += b.hangs
	a.doubled += b.doubled
	a.cutShown += b.cutShown
}

// fine is a whole answer with two tool calls.
func fine() ollamatest.Turn {
	return ollamatest.Say(strings.SplitAfter(ollamatest.RecordedText, " ")...).
		Call("files_list", `{"path":"/home/anna/Scans"}`).
		Call("files_list", `{"path":"/home/anna/Pictures"}`)
}

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
	case reply.Text != ollamatest.RecordedText || shown != ollamatest.RecordedText || len(reply.Calls) < 2:
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

// A cut at every byte of what a real server sent, over a real connection. What
// the cut left is an error, and the request is made again; only a stream whose
// last line came is an answer.
func TestACutAtEveryByteIsAnErrorOrAWholeAnswer(t *testing.T) {
	s := ollamatest.Start(t)
	a := s.Model("a", ollamatest.Tools())
	client, err := ollama.New(ollama.Config{Host: s.Host()})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	whole := ollamatest.Replay(ollamatest.Recorded())
	size := len(ollamatest.Recorded())
	l := NewModels(on(client, Limits{}), []string{"a"}, Limits{Window: 8192, Retries: 1})[0]
	var all tally
	atOnce := 0
	for cut := range size + 1 {
		a.Replies(whole.CutAfter(cut), whole)
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
	t.Logf("a recorded stream of %d bytes with two tool calls, cut at every byte:\n%s", size, table(func(row func(...any)) {
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
