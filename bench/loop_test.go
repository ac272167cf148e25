package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/store"
)

const (
	// loopLimit is how many times its bare appends a turn may take whose model and
	// tools take no time.
	loopLimit = 3
	// roundLimit is how many times round 20 round 200 may take.
	roundLimit = 1.5
	// turnRounds is how many rounds of tool calls a measured turn has.
	turnRounds = 210
)

// BenchmarkTurnOf210Rounds compares what the loop does in a turn, durable appends
// included, with as many bare appends of the same bytes, made in between.
func BenchmarkTurnOf210Rounds(b *testing.B) {
	var loops, bares, early, late []time.Duration
	for b.Loop() {
		for range 5 {
			w := newWatch(b)
			w.turn(b)
			loops, bares = append(loops, w.loop), append(bares, w.bare)
			early, late = append(early, w.rounds[15:26]...), append(late, w.rounds[195:206]...)
		}
	}
	ratio := float64(median(loops)) / float64(median(bares))
	growth := float64(median(late)) / float64(median(early))
	b.ReportMetric(ratio, "×appends")
	b.ReportMetric(growth, "×round20")
	b.ReportMetric(float64(median(loops).Microseconds())/turnRounds, "µs/round")
	if ratio > loopLimit || growth > roundLimit {
		b.Errorf("a turn takes %.2f times its appends (limit %d), round 200 %.2f times round 20 (limit %v)", ratio, loopLimit, growth, roundLimit)
	}
}

// watch is the store, the model and the tools of one turn, and takes the time
// that passes between them.
type watch struct {
	*store.Store
	control *bolt.DB // for the bare appends

	since  time.Time // the loop goes on
	round  time.Duration
	rounds []time.Duration
	loop   time.Duration
	bare   time.Duration
	asked  int
}

func newWatch(tb testing.TB) *watch {
	tb.Helper()
	dir := tb.TempDir()
	s, err := store.Open(filepath.Join(dir, "deskhand.db"), store.Options{})
	must(tb, err)
	must(tb, s.CreateConversation(context.Background(), "c", "conversation", time.Now()))
	control, err := bolt.Open(filepath.Join(dir, "control.db"), 0o600, nil)
	must(tb, err)
	must(tb, control.Update(func(tx *bolt.Tx) error {
		_, err := tx.CreateBucket([]byte("msg"))
		return err
	}))
	tb.Cleanup(func() {
		must(tb, s.Close())
		must(tb, control.Close())
	})
	return &watch{Store: s, control: control}
}

func (w *watch) turn(tb testing.TB) {
	tb.Helper()
	config := agentcore.DefaultConfig()
	config.Rounds = turnRounds + 1
	tokens := budget.NewEstimator(w)
	tokens.For("").Prose("the vocabulary is loaded before the clock runs")
	agent := &agentcore.Agent{
		Models: w, Model: w, Tools: w, Transcript: w, Notes: w, Tokens: tokens, Config: config, Now: time.Now,
	}
	w.since = time.Now()
	out := agent.Turn(context.Background(), agentcore.Input{Conversation: "c", Text: "look at everything"},
		event.NewStream("c/1", func(event.Event) {}))
	w.pause()
	if out.Reason != event.ReasonAnswered || len(w.rounds) < turnRounds {
		tb.Fatalf("ended %s after %d rounds: %v", out.Reason, len(w.rounds), out.Err)
	}
}

// pause stops the clock of the loop; what follows is not its work.
func (w *watch) pause() {
	d := time.Since(w.since)
	w.loop += d
	w.round += d
}

func (w *watch) resume() { w.since = time.Now() }

// Append stores a message, then its bytes once more and barely.
func (w *watch) Append(ctx context.Context, conversation string, m chat.Message) error {
	if err := w.Store.Append(ctx, conversation, m); err != nil {
		return err
	}
	w.pause()
	defer w.resume()
	raw, err := json.Marshal(m)
	if err != nil {
		return err
	}
	began := time.Now()
	err = w.control.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("msg"))
		seq, err := b.NextSequence()
		if err != nil {
			return err
		}
		return b.Put(fmt.Appendf(nil, "%016x", seq), raw)
	})
	w.bare += time.Since(began)
	return err
}

// Next gives the one model.
func (w *watch) Next(context.Context, []chat.ModelFailure) (chat.Candidate, error) {
	return chat.Candidate{Model: "instant", Digest: "instant", Window: 32_768, Tools: true}, nil
}

// Chat calls a tool in each round, and answers behind the last one.
func (w *watch) Chat(_ context.Context, req chat.Request, _ func(chat.Delta)) (chat.Reply, error) {
	w.pause()
	defer w.resume()
	if len(req.Tools) == 0 {
		return chat.Reply{Text: "Pages were looked at."}, nil
	}
	w.rounds = append(w.rounds, w.round)
	w.round = 0
	if w.asked++; w.asked > turnRounds {
		return chat.Reply{Text: "done"}, nil
	}
	usage := chat.Usage{PromptTokens: 200 * len(req.Messages)}
	return chat.Reply{Usage: usage, Calls: []chat.ToolCall{{Name: "look", Args: fmt.Appendf(nil, `{"page":%d}`, w.asked)}}}, nil
}

// Specs lists a few tools.
func (w *watch) Specs() []chat.ToolSpec {
	specs := make([]chat.ToolSpec, 15)
	for i := range specs {
		specs[i] = chat.ToolSpec{
			Name: fmt.Sprintf("tool%d", i), Description: strings.Repeat("It does a thing. ", 10), Effect: chat.EffectRead,
			Parameters: json.RawMessage(`{"type":"object","properties":{"page":{"type":"integer"}}}`),
		}
	}
	specs[0].Name = "look"
	return specs
}

// Call gives a page of a listing, which takes no time of the loop's.
func (w *watch) Call(_ context.Context, inv chat.Invocation) chat.ToolResult {
	w.pause()
	defer w.resume()
	var page strings.Builder
	for i := w.asked * 130; page.Len() < 5900; i++ {
		fmt.Fprintf(&page, "2026-%02d-%02d  Invoice %d of %s %s.pdf  %d kB\n", i%12+1, i%28+1, i, issuers[i%7], issuers[i%11], i*37%5000)
	}
	return chat.ToolResult{OK: true, Tool: inv.Call.Name, Text: page.String()}
}

var issuers = [...]string{
	"Alder", "Finch", "Northwind", "Stadtwerke", "Krankenkasse", "Library", "Harbour", "Ministry", "Telecom", "Bakery", "Insurance",
}
