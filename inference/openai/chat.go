package openai

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	wire "github.com/sashabaranov/go-openai"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/toolcall"
	"github.com/deskhand/deskhand/inference/transport"
)

// maxLine is the longest line of a stream, in bytes.
const maxLine = 8 << 20

// Chat asks a model and streams its answer to emit, from the caller's goroutine. The
// answer that it returns is whole; everything else is an error, whatever was streamed
// before it.
func (c *Client) Chat(ctx context.Context, req chat.Request, s backend.Setting, emit func(chat.Delta)) (reply chat.Reply, err error) {
	body := request(req, s)
	err = c.reach(ctx, func(at *address) (bool, error) {
		a := answer{emit: emit}
		if s.TextCalls && len(req.Tools) > 0 {
			a.filter = toolcall.NewFilter(req.Tools)
		}
		err := c.stream(ctx, at, body, &a)
		reply = a.reply
		return a.began, err
	})
	if err != nil {
		return chat.Reply{}, err
	}
	return reply, nil
}

// stream makes the request at one address and reads its answer.
func (c *Client) stream(ctx context.Context, at *address, body wire.ChatCompletionRequest, a *answer) error {
	first, idle := c.config.Limits.First, c.config.Limits.Idle
	if len(body.Tools) > 0 {
		first, idle = c.config.Limits.Patient, c.config.Limits.Patient
	}
	watched, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(first, func() { cancel(transport.ErrSilent) })
	defer timer.Stop()
	resp, err := c.send(watched, at, "chat/completions", body)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }() // the answer is whole or was given up
	err = a.read(resp.Body, func() { timer.Reset(idle) }, func() { timer.Stop() })
	if err != nil && watched.Err() != nil {
		return context.Cause(watched)
	}
	return err
}

// chunk is what is used of one event of a stream. Of what a model thinks servers have
// two names.
type chunk struct {
	Choices []struct {
		Delta struct {
			Content          string          `json:"content"`
			ReasoningContent string          `json:"reasoning_content"`
			Reasoning        string          `json:"reasoning"`
			ToolCalls        []wire.ToolCall `json:"tool_calls"`
		} `json:"delta"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage *wire.Usage     `json:"usage"`
	Error json.RawMessage `json:"error"`
}

// answer gathers a stream.
type answer struct {
	emit   func(chat.Delta)
	filter *toolcall.Filter // for calls written as text; nil: there are none
	began  bool             // something of it has come
	done   string           // why the model ended
	reply  chat.Reply

	text, thinking strings.Builder
	calls          []wire.ToolCall
}

// read takes a stream of server-sent events to its end. heard is called for each, and
// pause while it is passed on: a slow reader is not the server's silence.
func (a *answer) read(body io.Reader, heard, pause func()) error {
	scanner := bufio.NewScanner(body)
	scanner.Buffer(make([]byte, 0, 64<<10), maxLine)
	for scanner.Scan() {
		data, ok := bytes.CutPrefix(scanner.Bytes(), []byte("data:"))
		if !ok {
			continue
		}
		data = bytes.TrimSpace(data)
		if string(data) == "[DONE]" {
			return a.end()
		}
		pause()
		var one chunk
		if err := json.Unmarshal(data, &one); err != nil {
			if scanner.Err() != nil {
				return transport.Broken(transport.ErrCut, scanner.Err())
			}
			return transport.Broken(transport.ErrGarbled, err)
		}
		if err := a.take(&one); err != nil {
			return err
		}
		heard()
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return transport.Because(transport.ErrGarbled, "a line of the answer is too long", err)
	} else if err != nil {
		return transport.Broken(transport.ErrCut, err)
	}
	return a.end()
}

// take adds one event.
func (a *answer) take(one *chunk) error {
	if len(one.Error) > 0 && string(one.Error) != "null" {
		return told(http.StatusOK, messageOf([]byte(`{"error":`+string(one.Error)+`}`)), 0)
	}
	if u := one.Usage; u != nil {
		a.reply.Usage = chat.Usage{PromptTokens: u.PromptTokens, OutputTokens: u.CompletionTokens}
	}
	if len(one.Choices) == 0 {
		return nil
	}
	choice := one.Choices[0]
	if thought := choice.Delta.ReasoningContent + choice.Delta.Reasoning; thought != "" {
		a.began = true
		a.thinking.WriteString(thought)
		a.emit(chat.Delta{Thinking: thought})
	}
	text := choice.Delta.Content
	if a.filter != nil {
		text = a.filter.Feed(text)
	}
	a.show(text)
	for _, part := range choice.Delta.ToolCalls {
		a.began = true
		a.call(part)
	}
	if choice.FinishReason != "" {
		a.done = choice.FinishReason
	}
	return nil
}

func (a *answer) show(text string) {
	if text != "" {
		a.began = true
		a.text.WriteString(text)
		a.emit(chat.Delta{Text: text})
	}
}

// call puts a piece of a tool call to the others of it.
func (a *answer) call(part wire.ToolCall) {
	at := len(a.calls)
	if part.Index != nil {
		at = *part.Index
	} else if part.ID == "" && part.Function.Name == "" && at > 0 {
		at-- // more of the last one
	}
	const most = 256
	if at < 0 || at >= most {
		return
	}
	for len(a.calls) <= at {
		a.calls = append(a.calls, wire.ToolCall{})
	}
	c := &a.calls[at]
	if part.ID != "" {
		c.ID = part.ID
	}
	c.Function.Name += part.Function.Name
	c.Function.Arguments += part.Function.Arguments
}

// end makes the reply; a stream that ends before the model did was cut.
func (a *answer) end() error {
	if a.done == "" {
		return transport.ErrCut
	}
	a.reply.DoneReason = "stop"
	if a.done == "length" {
		a.reply.DoneReason = a.done
	}
	for _, c := range a.calls {
		if c.Function.Name == "" {
			continue
		}
		args := json.RawMessage(strings.TrimSpace(c.Function.Arguments))
		if len(args) == 0 {
			args = json.RawMessage("{}")
		}
		if mended, ok := toolcall.Repair(args); ok && a.done != "length" {
			args = mended
		}
		a.reply.Calls = append(a.reply.Calls, chat.ToolCall{ID: c.ID, Name: c.Function.Name, Args: args})
	}
	if a.filter != nil {
		rest, calls := a.filter.End(a.done == "length")
		a.show(rest)
		a.reply.Calls = append(a.reply.Calls, calls...)
	}
	a.reply.Text, a.reply.Thinking = a.text.String(), a.thinking.String()
	return nil
}
