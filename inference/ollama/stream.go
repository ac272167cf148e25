package ollama

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/toolcall"
	"github.com/deskhand/deskhand/inference/transport"
)

// maxLine is the longest line of a stream, in bytes.
const maxLine = 8 << 20

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
	scanner := bufio.NewScanner(body)
	scanner.Buffer(make([]byte, 0, 64<<10), maxLine)
	for scanner.Scan() {
		if len(scanner.Bytes()) == 0 {
			continue
		}
		var l T
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			if cutOff := scanner.Err(); cutOff != nil {
				return transport.Broken(ErrCut, cutOff)
			}
			return transport.Broken(ErrGarbled, err)
		}
		if last, err := take(&l); last || err != nil {
			return err
		}
	}
	switch err := scanner.Err(); err {
	case nil:
		return ErrCut
	case bufio.ErrTooLong:
		return fmt.Errorf("%w: a line of more than %d bytes", ErrGarbled, maxLine)
	default:
		return transport.Broken(ErrCut, err)
	}
}

// answer gathers a chat stream.
type answer struct {
	emit   func(chat.Delta)
	filter *toolcall.Filter // for calls written as text; nil: there are none
	reply  chat.Reply

	text, thinking strings.Builder
	piece          string // the last one, trimmed
	equal          int    // how many of it came in a row
}

// take adds one line and reports whether it was the last.
func (a *answer) take(l *line) (last bool, err error) {
	if l.Error != "" {
		return false, told(http.StatusOK, l.Error, 0)
	}
	if l.Message.Thinking != "" {
		a.thinking.WriteString(l.Message.Thinking)
		a.emit(chat.Delta{Thinking: l.Message.Thinking})
	}
	a.write(l.Message.Content)
	a.count(l.Message.Thinking + l.Message.Content)
	for _, c := range l.Message.ToolCalls {
		a.reply.Calls = append(a.reply.Calls, chat.ToolCall{ID: c.ID, Name: c.Function.Name, Args: arguments(c.Function.Arguments)})
	}
	if !l.Done {
		return false, nil
	}
	a.reply.DoneReason = l.DoneReason
	if a.filter != nil {
		rest, calls := a.filter.End(l.DoneReason == "length")
		a.show(rest)
		a.reply.Calls = append(a.reply.Calls, calls...)
	}
	a.reply.Text, a.reply.Thinking = a.text.String(), a.thinking.String()
	a.reply.Usage = chat.Usage{PromptTokens: l.PromptEvalCount, OutputTokens: l.EvalCount}
	return true, nil
}

// write passes text on, but for calls in it.
func (a *answer) write(text string) {
	if a.filter != nil {
		text = a.filter.Feed(text)
	}
	a.show(text)
}

func (a *answer) show(text string) {
	if text != "" {
		a.text.WriteString(text)
		a.emit(chat.Delta{Text: text})
	}
}

// writesCall reports whether a call may be being written as text right now.
func (a *answer) writesCall() bool { return a.filter != nil && a.filter.Pending() }

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
