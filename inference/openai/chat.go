package openai

import (
	"bytes"
	"context"
	"encoding/json"
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

// Chat asks a model and streams its answer to emit, from the caller's goroutine. It
// returns only complete answers; anything else is an error, whatever was streamed before.
func (c *Client) Chat(ctx context.Context, req chat.Request, s backend.Setting, emit func(chat.Delta)) (reply chat.Reply, err error) {
	body := request(req, s)
	err = c.reach(ctx, func(at *address) (bool, error) {
		a := answer{Answer: transport.Answer{Emit: emit}}
		if s.TextCalls && len(req.Tools) > 0 {
			a.Filter = toolcall.NewFilter(req.Tools)
		}
		err := c.stream(ctx, at, body, &a)
		reply = a.Reply
		return a.Began() || len(a.calls) > 0, err
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
	defer func() { _ = resp.Body.Close() }() // the answer is complete or was abandoned
	err = a.read(resp.Body, func() { timer.Reset(idle) }, func() { timer.Stop() })
	if err != nil && watched.Err() != nil {
		return context.Cause(watched)
	}
	return err
}

// chunk is the used part of one event of a stream. Servers have two names for thinking.
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

// answer accumulates a stream.
type answer struct {
	transport.Answer
	done  string // why the model ended
	calls []wire.ToolCall
}

// read reads server-sent events to the end of the stream. heard is called for each, pause
// while it is passed on: a slow reader is not the server's silence.
func (a *answer) read(body io.Reader, heard, pause func()) error {
	err := transport.Lines(body, dataOf, func(one *chunk) (bool, error) {
		pause()
		err := a.take(one)
		heard()
		return false, err
	})
	if err == nil || err == transport.ErrCut {
		err = a.end()
	}
	return err
}

// dataOf returns the data of an event, and whether it is the last.
func dataOf(line []byte) (data []byte, last bool) {
	data, ok := bytes.CutPrefix(line, []byte("data:"))
	if !ok {
		return nil, false
	}
	data = bytes.TrimSpace(data)
	return data, string(data) == "[DONE]"
}

// take adds one event.
func (a *answer) take(one *chunk) error {
	if len(one.Error) > 0 && string(one.Error) != "null" {
		return told(http.StatusOK, messageOf([]byte(`{"error":`+string(one.Error)+`}`)), 0)
	}
	if u := one.Usage; u != nil {
		a.Reply.Usage = chat.Usage{PromptTokens: u.PromptTokens, OutputTokens: u.CompletionTokens}
	}
	if len(one.Choices) == 0 {
		return nil
	}
	choice := one.Choices[0]
	a.Think(choice.Delta.ReasoningContent + choice.Delta.Reasoning)
	a.Write(choice.Delta.Content)
	for _, part := range choice.Delta.ToolCalls {
		a.call(part)
	}
	if choice.FinishReason != "" {
		a.done = choice.FinishReason
	}
	return nil
}

// call adds a piece of a tool call.
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

// end completes the reply; a stream that ended before the model did was cut.
func (a *answer) end() error {
	if a.done == "" {
		return transport.ErrCut
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
		a.Reply.Calls = append(a.Reply.Calls, chat.ToolCall{ID: c.ID, Name: c.Function.Name, Args: args})
	}
	done := "stop"
	if a.done == "length" {
		done = a.done
	}
	a.End(done)
	return nil
}
