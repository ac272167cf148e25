package ollama

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/transport"
)

// repeats is after how many equal pieces in a row a server gives up on a model
// and ends the stream without a word.
const repeats = 30

// line is what is used of one line of a chat stream. Arguments stay as they
// were sent: through a map their large integers would lose digits.
type line struct {
	Message struct {
		Content   string `json:"content"`
		Thinking  string `json:"thinking"`
		ToolCalls []struct {
			ID       string `json:"id"`
			Function struct {
				Name      string          `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
			} `json:"function"`
		} `json:"tool_calls"`
	} `json:"message"`
	Done            bool   `json:"done"`
	DoneReason      string `json:"done_reason"`
	PromptEvalCount int    `json:"prompt_eval_count"`
	EvalCount       int    `json:"eval_count"`
	Error           string `json:"error"`
}

// lines reads a stream of JSON lines and hands each to take, until take says
// that it was the last one. A stream that ends before is ErrCut.
func lines[T any](body io.Reader, take func(*T) (last bool, err error)) error {
	return transport.Lines(body, func(line []byte) ([]byte, bool) { return line, false }, take)
}

// answer gathers a chat stream.
type answer struct {
	transport.Answer
	piece string // the last one, trimmed
	equal int    // how many of it came in a row
}

// take adds one line and reports whether it was the last.
func (a *answer) take(l *line) (last bool, err error) {
	if l.Error != "" {
		return false, told(http.StatusOK, l.Error, 0)
	}
	a.Think(l.Message.Thinking)
	a.Write(l.Message.Content)
	a.count(l.Message.Thinking + l.Message.Content)
	for _, c := range l.Message.ToolCalls {
		a.Reply.Calls = append(a.Reply.Calls, chat.ToolCall{ID: c.ID, Name: c.Function.Name, Args: arguments(c.Function.Arguments)})
	}
	if !l.Done {
		return false, nil
	}
	a.End(l.DoneReason)
	a.Reply.Usage = chat.Usage{PromptTokens: l.PromptEvalCount, OutputTokens: l.EvalCount}
	return true, nil
}

// writesCall reports whether a call may be being written as text right now.
func (a *answer) writesCall() bool { return a.Filter != nil && a.Filter.Pending() }

// count keeps how often the same piece came in a row.
func (a *answer) count(piece string) {
	if piece = strings.TrimSpace(piece); piece != a.piece {
		a.piece, a.equal = piece, 0
	}
	a.equal++
}

// ended names what a stream without an end was.
func (a *answer) ended(err error) error {
	if err == ErrCut && a.equal >= repeats {
		return fmt.Errorf("%w: %.40q", ErrRepeats, a.piece)
	}
	return err
}
