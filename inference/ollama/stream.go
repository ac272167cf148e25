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

// repeats is after how many equal pieces in a row a server silently ends the stream.
const repeats = 30

// line is the used part of one line of a chat stream. Arguments stay raw, since a map
// would lose digits of large integers.
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

// lines decodes a stream of JSON lines and passes each to take, until take reports the
// last one. A stream that ends earlier gives ErrCut.
func lines[T any](body io.Reader, take func(*T) (last bool, err error)) error {
	return transport.Lines(body, func(line []byte) ([]byte, bool) { return line, false }, take)
}

// answer accumulates a chat stream.
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

// writesCall reports whether a text call may be in progress.
func (a *answer) writesCall() bool { return a.Filter != nil && a.Filter.Pending() }

// count counts equal pieces in a row.
func (a *answer) count(piece string) {
	if piece = strings.TrimSpace(piece); piece != a.piece {
		a.piece, a.equal = piece, 0
	}
	a.equal++
}

// ended returns the error for a stream that ended early.
func (a *answer) ended(err error) error {
	if err == ErrCut && a.equal >= repeats {
		return fmt.Errorf("%w: %.40q", ErrRepeats, a.piece)
	}
	return err
}
