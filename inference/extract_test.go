package inference

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/ollamatest"
)

const receiptForm = `{"type":"object","properties":{"total":{"type":"string"}},"required":["total"],"additionalProperties":false}`

func TestAFormIsFilledInAskedForTwiceAtMost(t *testing.T) {
	rows := []struct {
		what    string
		options []ollamatest.Option
		turns   []ollamatest.Turn
		want    string
		think   []string // of the requests
	}{
		{"at once", nil, []ollamatest.Turn{ollamatest.Say(`{"total":`, `"12.50"}`)}, `{"total":"12.50"}`, []string{""}},
		{"in a fence", nil, []ollamatest.Turn{ollamatest.Say("```json\n{\"total\":\"12.50\"}\n```")}, `{"total":"12.50"}`, []string{""}},
		{"at the second try", nil, []ollamatest.Turn{ollamatest.Say("The total is 12.50"), ollamatest.Say(`{"total":"12.50"}`)}, `{"total":"12.50"}`, []string{"", ""}},
		{"with thinking, where its absence spoils the form", []ollamatest.Option{ollamatest.Thinking()}, []ollamatest.Turn{ollamatest.Say(`{"sum":1}`), ollamatest.Think("Hm").Say(`{"total":"1"}`)}, `{"total":"1"}`, []string{"false", "true"}},
		{"never", nil, []ollamatest.Turn{ollamatest.Say(`{"total":12.5}`)}, "", []string{"", ""}},
		{"cut at the limit", nil, []ollamatest.Turn{ollamatest.Say(`{"total":"12.50"`).Length()}, "", []string{"", ""}},
		{"empty", nil, []ollamatest.Turn{ollamatest.Say()}, "", []string{"", ""}},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			inAWorld(t, DefaultLimits(), func(w *world) {
				a := w.server.Model("a", row.options...).Replies(row.turns...)
				candidate, err := w.chain.Next(w.ctx, nil)
				if err != nil {
					t.Fatal(err)
				}
				got, err := w.chain.Extract(w.ctx, candidate, w.filled(chat.Request{Format: []byte(receiptForm), Tools: faultTools}), w.see)
				if string(got) != row.want || (row.want == "") != errors.Is(err, chat.ErrUnfit) {
					t.Errorf("got %s, %v", got, err)
				}
				for i, req := range a.Requests() {
					think := ""
					if req.Think != nil {
						think = map[bool]string{true: "true", false: "false"}[req.Think.Bool()]
					}
					if i >= len(row.think) || think != row.think[i] || len(req.Format) == 0 || len(req.Tools) > 0 {
						t.Errorf("request %d: think %q, format %s, %d tools", i, think, req.Format, len(req.Tools))
					}
				}
			})
		})
	}
}

func TestTheRuleModelFillsInNoForm(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		candidate, err := w.chain.Next(w.ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.chain.Extract(w.ctx, candidate, chat.Request{Format: []byte(receiptForm)}, w.see); !errors.Is(err, ErrNoModel) {
			t.Errorf("got %v", err)
		}
	})
}

func TestASchemaLoadsNothingFromElsewhere(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		a := w.server.Model("a")
		for _, format := range []string{`{"$ref":"file:///etc/hostname"}`, `{"$ref":"http://example.com/x"}`, `{`, ``} {
			if _, err := w.chain.Extract(w.ctx, chat.Candidate{Model: "a"}, w.filled(chat.Request{Format: []byte(format)}), w.see); err == nil {
				t.Errorf("%s was taken", format)
			}
		}
		if n := len(a.Requests()); n > 0 {
			t.Errorf("%d requests", n)
		}
	})
}

func TestAFormIsWaitedForAsLongAsItMayTakeAndTheModelMayAnswerOthers(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		a := w.server.Model("a").Replies(ollamatest.Say("{").Pause(50 * time.Second).Say(`"total":`).Pause(50 * time.Second).Say(`"1"}`))
		candidate, err := w.chain.Next(w.ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		req := w.filled(chat.Request{Format: []byte(receiptForm), Patience: time.Minute})
		start := time.Now()
		if _, err := w.chain.Extract(w.ctx, candidate, req, w.see); !errors.Is(err, chat.ErrTooSlow) || len(a.Requests()) != 1 {
			t.Errorf("got %v after %d requests", err, len(a.Requests()))
		}
		took(t, start, time.Minute, time.Minute)
		if next, err := w.chain.Next(w.ctx, nil); err != nil || next.Model != "a" {
			t.Errorf("a model that was too slow cools down: %+v, %v", next, err)
		}
		req.Patience = 2 * time.Minute
		if got, err := w.chain.Extract(w.ctx, candidate, req, w.see); err != nil || string(got) != `{"total":"1"}` {
			t.Errorf("got %s, %v", got, err)
		}
	})
}

func TestWaitingForAPlaceIsNotTheModelsSlowness(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.server.Model("a").Replies(ollamatest.Say("Long").Pause(50*time.Second).Say(" story").Pause(50*time.Second).Say("."), ollamatest.Say(`{"total":"1"}`))
		candidate, err := w.chain.Next(w.ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		var other sync.WaitGroup
		other.Go(func() {
			if _, err := w.chain.Chat(w.ctx, w.filled(chat.Request{Model: "a"}), func(chat.Delta) {}); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		req := w.filled(chat.Request{Format: []byte(receiptForm), Patience: time.Minute})
		if _, err := w.chain.Extract(w.ctx, candidate, req, w.see); err != nil {
			t.Error(err)
		}
		other.Wait()
	})
}
