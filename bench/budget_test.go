package bench

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/history"
)

const (
	// countLimit is how many times longer the count of ten times as much text,
	// and the fit of ten times as many messages, may take: linear is 10, quadratic
	// would be 100.
	countLimit = 30
	// againLimit is how much of the first fit the next one may take, which finds
	// all counts known.
	againLimit = 0.5
)

// nothing is known of any model.
type nothing struct{}

func (nothing) Ratio(string) (float64, int, bool)    { return 0, 0, false }
func (nothing) KeepRatio(string, float64, int) error { return nil }

// BenchmarkCountOfOneLongWord compares ten times as long a word, which a
// tokenizer takes a hundred times as long for, in turns.
func BenchmarkCountOfOneLongWord(b *testing.B) {
	var short, long []time.Duration
	word := strings.Repeat("a", 200_000)
	counted(word[:1]) // loads the vocabulary
	for b.Loop() {
		for range 5 {
			short = append(short, counted(word[:20_000]))
			long = append(long, counted(word))
		}
	}
	ratio := float64(median(long)) / float64(median(short))
	b.ReportMetric(ratio, "×tenth")
	b.ReportMetric(float64(median(long).Milliseconds()), "ms/200kB")
	if ratio > countLimit {
		b.Errorf("200 kB take %.1f times what 20 kB take, limit %d", ratio, countLimit)
	}
}

func counted(text string) time.Duration {
	count := budget.NewEstimator(nothing{}).For("")
	began := time.Now()
	count.Prose(text)
	return time.Since(began)
}

// BenchmarkFitOf20000Messages compares conversations of ten times the length,
// and the first fit of one with the next, in turns.
func BenchmarkFitOf20000Messages(b *testing.B) {
	var short, long, again []time.Duration
	for b.Loop() {
		for range 5 {
			first, _ := fitted(2000)
			short = append(short, first)
			first, second := fitted(20_000)
			long, again = append(long, first), append(again, second)
		}
	}
	ratio := float64(median(long)) / float64(median(short))
	known := float64(median(again)) / float64(median(long))
	b.ReportMetric(ratio, "×tenth")
	b.ReportMetric(known, "×first")
	b.ReportMetric(float64(median(again).Milliseconds()), "ms/again")
	if ratio > countLimit || known > againLimit {
		b.Errorf("20,000 messages take %.1f times what 2,000 take (limit %d), a second time %.2f of the first (limit %v)", ratio, countLimit, known, againLimit)
	}
}

// fitted fits a conversation of n messages that has to give way, twice.
func fitted(n int) (first, second time.Duration) {
	in := history.Input{
		Count: budget.NewEstimator(nothing{}).For(""), Room: 24_000, Threshold: 20_000, Retention: 500, Request: 8000,
		Memo: history.NewMemo(),
	}
	filler := strings.Repeat("the quick brown fox jumps over the lazy dog ", 4)
	for i := range n / 4 {
		id := fmt.Sprint(i)
		in.Messages = append(in.Messages,
			chat.Message{Role: chat.RoleUser, Text: "Request " + id},
			chat.Message{Role: chat.RoleAssistant, Calls: []chat.ToolCall{{ID: id, Name: "read", Args: []byte(`{"path":"/a/` + id + `"}`)}}},
			chat.Message{Role: chat.RoleTool, CallID: id, Tool: "read", Text: "Result " + id + filler},
			chat.Message{Role: chat.RoleAssistant, Text: "Answer " + id + filler},
		)
	}
	in.Messages = append(in.Messages, chat.Message{Role: chat.RoleUser, Text: "go on"})
	began := time.Now()
	history.Fit(in)
	first = time.Since(began)
	began = time.Now()
	history.Fit(in)
	return first, time.Since(began)
}
