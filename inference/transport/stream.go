package transport

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/toolcall"
)

// MaxLine is the longest line of a stream, and the longest short answer, in bytes.
const MaxLine = 8 << 20

// Lines reads a stream of JSON, a value a line, and hands each to take until that says
// that it was the last. A stream that ends before is ErrCut. data returns what of a line
// is JSON, nothing for one to be passed over, and whether the stream ends with it.
func Lines[T any](body io.Reader, data func(line []byte) (value []byte, end bool), take func(*T) (last bool, err error)) error {
	scanner := bufio.NewScanner(body)
	scanner.Buffer(make([]byte, 0, 64<<10), MaxLine)
	for scanner.Scan() {
		value, end := data(scanner.Bytes())
		if end {
			return nil
		}
		if len(value) == 0 {
			continue
		}
		var one T
		if err := json.Unmarshal(value, &one); err != nil {
			if cutOff := scanner.Err(); cutOff != nil {
				return Broken(ErrCut, cutOff)
			}
			return Broken(ErrGarbled, err)
		}
		if last, err := take(&one); last || err != nil {
			return err
		}
	}
	switch err := scanner.Err(); {
	case err == nil:
		return ErrCut
	case errors.Is(err, bufio.ErrTooLong):
		return Because(ErrGarbled, "a line of the answer is too long", err)
	default:
		return Broken(ErrCut, err)
	}
}

// Read reads a short answer, and closes the response.
func Read(ctx context.Context, resp *http.Response, answer any) error {
	defer func() { _ = resp.Body.Close() }() // it was read, or the request failed
	raw, err := io.ReadAll(io.LimitReader(resp.Body, MaxLine))
	if err != nil {
		return Cut(ctx, err)
	}
	if err := json.Unmarshal(raw, answer); err != nil {
		return Broken(ErrGarbled, err)
	}
	return nil
}

// An Answer passes on what comes of a stream and gathers it into a reply.
type Answer struct {
	Emit  func(chat.Delta)
	Reply chat.Reply
	// Filter finds calls that are written as text; nil: there are none.
	Filter *toolcall.Filter

	text, thinking strings.Builder
}

// Think takes a piece of what the model thinks.
func (a *Answer) Think(piece string) {
	if piece != "" {
		a.thinking.WriteString(piece)
		a.Emit(chat.Delta{Thinking: piece})
	}
}

// Write takes a piece of what the model says, and passes it on but for calls in it.
func (a *Answer) Write(piece string) {
	if a.Filter != nil {
		piece = a.Filter.Feed(piece)
	}
	a.show(piece)
}

func (a *Answer) show(text string) {
	if text != "" {
		a.text.WriteString(text)
		a.Emit(chat.Delta{Text: text})
	}
}

// End makes the reply whole; done says why the model ended.
func (a *Answer) End(done string) {
	a.Reply.DoneReason = done
	if a.Filter != nil {
		rest, calls := a.Filter.End(done == "length")
		a.show(rest)
		a.Reply.Calls = append(a.Reply.Calls, calls...)
	}
	a.Reply.Text, a.Reply.Thinking = a.text.String(), a.thinking.String()
}

// Began reports whether anything has come.
func (a *Answer) Began() bool {
	return a.text.Len() > 0 || a.thinking.Len() > 0 || len(a.Reply.Calls) > 0
}
