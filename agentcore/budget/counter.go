package budget

import (
	"encoding/json"
	"math"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Characters per token before a model has reported its own count. JSON is denser than
// prose.
const (
	charsPerTokenProse = 3.2
	charsPerTokenJSON  = 2.8
)

// Overhead of a message and of a call beyond their texts, in tokens.
const (
	tokensPerMessage = 4
	tokensPerCall    = 10
	// tokensPerPicture is what most models use for an image of about a million pixels.
	tokensPerPicture = 1500
)

// Counter counts tokens as one model does. It is a value from Estimator.For with what was
// known of the model then. The zero Counter counts characters only and needs no
// vocabulary, which is enough for the rule model.
type Counter struct {
	estimator *Estimator
	ratio     float64 // 0: no sample yet
	bare      bool
}

// Tokenizer returns a Counter without calibration, for the estimate that Learn needs.
func (c Counter) Tokenizer() Counter { return Counter{estimator: c.estimator, bare: true} }

// Ratio returns the factor applied to the tokenizer's count; 0 if the model has reported
// none.
func (c Counter) Ratio() float64 { return c.ratio }

// Prose counts a text.
func (c Counter) Prose(text string) int { return c.scaled(c.text(text, charsPerTokenProse)) }

// JSON counts JSON and tool results.
func (c Counter) JSON(text string) int { return c.scaled(c.text(text, charsPerTokenJSON)) }

// Message counts one message with its calls.
func (c Counter) Message(m chat.Message) int {
	per := charsPerTokenProse
	if m.Role == chat.RoleTool {
		per = charsPerTokenJSON
	}
	n := tokensPerMessage + c.text(m.Text, per) + tokensPerPicture*len(m.Images)
	if len(m.Calls) > 0 {
		n += c.text(m.Thinking, charsPerTokenProse)
	}
	for _, call := range m.Calls {
		n += tokensPerCall + c.text(call.Name, charsPerTokenJSON) + c.text(string(call.Args), charsPerTokenJSON)
	}
	return c.scaled(n)
}

// Messages counts several messages.
func (c Counter) Messages(messages []chat.Message) int {
	n := 0
	for _, m := range messages {
		n += c.Message(m)
	}
	return n
}

// Definitions counts tool definitions as they are sent.
func (c Counter) Definitions(tools []chat.ToolSpec) int {
	n := 0
	for _, t := range tools {
		n += c.definition(t)
	}
	return n
}

// definition counts one tool as chat APIs take it.
func (c Counter) definition(t chat.ToolSpec) int {
	if c.estimator == nil {
		return c.JSON(sent(t))
	}
	s := c.estimator.sizes.of(t.Name+"\x00"+t.Description+"\x00"+string(t.Parameters), func(string) size {
		return c.estimator.size(sent(t))
	})
	return c.scaled(c.tokens(s, charsPerTokenJSON))
}

// sent returns a definition as it is sent.
func sent(t chat.ToolSpec) string {
	raw, err := json.Marshal(struct {
		Type     string        `json:"type"`
		Function chat.ToolSpec `json:"function"`
	}{"function", t})
	if err != nil { // its schema is not JSON: it is sent in another form with the same texts
		return t.Name + t.Description + string(t.Parameters)
	}
	return string(raw)
}

// text counts a text before calibration. Without a sample it takes the larger of the
// tokenizer's count and that by characters.
func (c Counter) text(text string, charsPerToken float64) int {
	if c.estimator == nil {
		return byCharacters(utf8.RuneCountInString(text), charsPerToken)
	}
	return c.tokens(c.estimator.size(text), charsPerToken)
}

func (c Counter) tokens(s size, charsPerToken float64) int {
	if c.ratio > 0 || c.bare {
		return s.tokens
	}
	return max(s.tokens, byCharacters(s.runes, charsPerToken))
}

func byCharacters(n int, charsPerToken float64) int {
	return int(math.Ceil(float64(n) / charsPerToken))
}

func (c Counter) scaled(n int) int {
	if c.ratio > 0 {
		return int(math.Ceil(float64(n) * c.ratio))
	}
	return n
}

// size returns the size of a text, cached.
func (e *Estimator) size(text string) size {
	return e.sizes.of(text, func(text string) (s size) {
		s.runes = pieces(text, func(piece string) { s.tokens += e.encode(piece) })
		return s
	})
}
