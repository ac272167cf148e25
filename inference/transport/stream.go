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

// Lines decodes a stream of JSON, one value per line, and passes each to take until that
// reports the last one. A stream that ends earlier gives ErrCut. data returns the JSON of
// a line, empty for a line to skip, and whether the stream ends with it.
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

// Read decodes a short answer, and closes the response.
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

// An Answer passes on the pieces of a stream and collects them into a reply.
type Answer struct {
	Emit  func(chat.Delta)
	Reply chat.Reply
	// Filter finds calls that are written as text; nil means that there are none.
	Filter *toolcall.Filter

	text, thinking strings.Builder
}

// Think adds a piece of the model's thinking.
func (a *Answer) Think(piece string) {
	if piece != "" {
		a.thinking.WriteString(piece)
		a.Emit(chat.Delta{Thinking: piece})
	}
}

// Write adds a piece of the model's text, and passes it on except for calls in it.
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

// End completes the reply; done says why the model ended.
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
