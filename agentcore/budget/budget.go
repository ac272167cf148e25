package budget

import (
	"encoding/json"
	"math"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// The defaults of the arithmetic, in tokens.
const (
	// Margin is kept free for what a chat template adds around messages.
	Margin = 256
	// MaxReserve is the most that is kept free for the answer.
	MaxReserve = 4096
)

// Characters per token before a model has told its own count. JSON is denser in
// tokens than prose.
const (
	charsPerTokenProse = 3.2
	charsPerTokenJSON  = 2.8
)

// What a message and a call cost beyond their texts, in tokens.
const (
	tokensPerMessage = 4
	tokensPerCall    = 10
)

// Budget is how a context window is divided, in tokens.
type Budget struct {
	Window  int
	System  int
	Tools   int
	Reserve int
}

// Reserve is the share of a window that is kept for the answer.
func Reserve(window int) int { return min(MaxReserve, window/4) }

// History is what is left for messages; never below zero.
func (b Budget) History() int {
	return max(0, b.Window-b.System-b.Tools-b.Reserve-Margin)
}

// Prose estimates the tokens of a text.
func Prose(text string) int { return estimate(text, charsPerTokenProse) }

// JSON estimates the tokens of JSON and of tool results.
func JSON(text string) int { return estimate(text, charsPerTokenJSON) }

func estimate(text string, charsPerToken float64) int {
	return int(math.Ceil(float64(utf8.RuneCountInString(text)) / charsPerToken))
}

// Message estimates the tokens of one message with its calls.
func Message(m chat.Message) int {
	n := tokensPerMessage
	if m.Role == chat.RoleTool {
		n += JSON(m.Text)
	} else {
		n += Prose(m.Text)
	}
	for _, c := range m.Calls {
		n += tokensPerCall + JSON(c.Name) + JSON(string(c.Args))
	}
	return n
}

// Definitions estimates the tokens of tool definitions as they are sent.
func Definitions(tools []chat.ToolSpec) int {
	n := 0
	for _, t := range tools {
		// A spec holds strings and a schema that came in as JSON.
		sent, err := json.Marshal(t)
		if err != nil {
			continue
		}
		n += JSON(string(sent))
	}
	return n
}
