package history_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/history"
)

type noRatios struct{}

func (noRatios) Ratio(string) (float64, int, bool)    { return 0, 0, false }
func (noRatios) KeepRatio(string, float64, int) error { return nil }

// sharedCount is the counter of all tests, so that a text is counted once.
var sharedCount = sync.OnceValue(func() budget.Counter { return budget.NewEstimator(noRatios{}).For("") })

func asked(text string) chat.Message { return chat.Message{Role: chat.RoleUser, Text: text} }

func answered(text string) chat.Message { return chat.Message{Role: chat.RoleAssistant, Text: text} }

// round is an assistant message with a call for each result, and the results.
func round(id string, results ...string) []chat.Message {
	out := []chat.Message{{Role: chat.RoleAssistant}}
	for i, r := range results {
		call := chat.ToolCall{ID: fmt.Sprintf("%s.%d", id, i), Name: "read", Args: json.RawMessage(`{"path":"/a"}`)}
		out[0].Calls = append(out[0].Calls, call)
		out = append(out, chat.Message{Role: chat.RoleTool, CallID: call.ID, Tool: "read", Status: chat.StatusOK, Text: r})
	}
	return out
}

// long draws texts of any length that matters, without drawing each character.
func long() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		unit := rapid.SampledFrom([]string{"a", "word ", "ä\n", "~~~ ", `{"k":"v"},`, "世界", "\xff"}).Draw(t, "unit")
		chars := rapid.SampledFrom([]int{0, 8, 60, 600, 6000}).Draw(t, "characters")
		return strings.Repeat(unit, chars/utf8.RuneCountInString(unit))
	})
}

// conversation draws a history as it may be on disk: turns with rounds of calls,
// some calls without results and some results without calls.
func conversation() *rapid.Generator[[]chat.Message] {
	return rapid.Custom(func(t *rapid.T) []chat.Message {
		var out []chat.Message
		if rapid.IntRange(0, 9).Draw(t, "begins oddly") == 0 {
			out = append(out, chat.Message{Role: chat.RoleTool, CallID: "lost", Tool: "read", Text: "x"}, answered("hm"))
		}
		for turn := range rapid.IntRange(1, 5).Draw(t, "turns") {
			out = append(out, asked(fmt.Sprintf("request %d %s", turn, long().Draw(t, "request"))))
			for r := range rapid.IntRange(0, 4).Draw(t, "rounds") {
				out = append(out, drawRound(t, fmt.Sprintf("%d.%d", turn, r))...)
			}
			if rapid.Bool().Draw(t, "answered") {
				out = append(out, answered(long().Draw(t, "answer")))
			}
		}
		return out
	})
}

func drawRound(t *rapid.T, id string) []chat.Message {
	results := rapid.SliceOfN(long(), 1, 4).Draw(t, "results")
	out := round(id, results...)
	if rapid.IntRange(0, 3).Draw(t, "long arguments") == 0 {
		args, _ := json.Marshal(map[string]string{"text": long().Draw(t, "argument")})
		out[0].Calls[0].Args = args
	}
	switch rapid.IntRange(0, 9).Draw(t, "damage") {
	case 0: // a call without its result
		out = out[:len(out)-1]
	case 1: // a result without its call
		out = append(out, chat.Message{Role: chat.RoleTool, CallID: "nobody", Tool: "read", Text: "stray"})
	}
	return out
}

// drawn is an input whose room holds the request and the bare names of the
// newest round.
func drawn(t *rapid.T, count budget.Counter) history.Input {
	return history.Input{
		Messages:  conversation().Draw(t, "conversation"),
		Count:     count,
		Room:      rapid.IntRange(900, 8000).Draw(t, "room"),
		Threshold: rapid.IntRange(0, 8000).Draw(t, "threshold"),
		Retention: rapid.SampledFrom([]int{0, 100, 500}).Draw(t, "retention"),
		Request:   300,
	}
}

// fitted fits and fills a gap, as the loop does, with a summary of any length.
func fitted(t *rapid.T, in history.Input) (history.Projection, history.Input) {
	p := history.Fit(in)
	if p.Gap != nil {
		in.State = p.Gap.Filled(p.State, rapid.OneOf(rapid.Just(history.Account(*p.Gap)), long()).Draw(t, "summary"))
		p = history.Fit(in)
	}
	return p, in
}
