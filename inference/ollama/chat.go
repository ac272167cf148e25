package ollama

import (
	"context"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/toolcall"
	"github.com/deskhand/deskhand/inference/transport"
)

// Chat asks a model and streams its answer to emit, from the caller's goroutine. It
// returns only complete answers, which the server marked as done; everything else is an
// error, whatever was streamed before.
func (c *Client) Chat(ctx context.Context, req chat.Request, s backend.Setting, emit func(chat.Delta)) (chat.Reply, error) {
	body, err := c.request(req, s)
	if err != nil {
		return chat.Reply{}, err
	}
	w := c.watch(ctx, body)
	defer w.stop()
	resp, err := c.send(w.ctx, "/api/chat", body)
	if err != nil {
		return chat.Reply{}, err
	}
	defer func() { _ = resp.Body.Close() }() // the answer is complete or was abandoned
	a := answer{Answer: transport.Answer{Emit: emit}}
	if s.TextCalls && len(req.Tools) > 0 {
		a.Filter = toolcall.NewFilter(req.Tools)
	}
	err = lines(resp.Body, func(l *line) (bool, error) {
		w.timer.Stop() // a slow reader is not the server's silence
		last, err := a.take(l)
		w.heard(a.writesCall())
		return last, err
	})
	if err != nil && w.ctx.Err() != nil {
		err = context.Cause(w.ctx)
	}
	if err != nil {
		return chat.Reply{}, a.ended(err)
	}
	return a.Reply, nil
}

// request returns the body to send. Everything that determines the model's memory is the
// same from one request to the next.
func (c *Client) request(req chat.Request, s backend.Setting) (*api.ChatRequest, error) {
	asked := req.Messages
	if s.TextCalls {
		asked = toolcall.InText(req.Messages, req.Tools)
	}
	body := &api.ChatRequest{
		Model: req.Model, Messages: messages(asked), Format: req.Format, KeepAlive: &api.Duration{Duration: c.keepAlive},
		Truncate: new(bool), Shift: new(bool), // false: what does not fit is an error
		Options: map[string]any{"num_ctx": req.Window, "num_predict": reserve(req)},
	}
	if s.Temperature != nil {
		body.Options["temperature"] = *s.Temperature
	}
	switch req.Think {
	case chat.ThinkDefault:
	case chat.ThinkOn, chat.ThinkOff:
		body.Think = &api.ThinkValue{Value: req.Think == chat.ThinkOn}
	default:
		body.Think = &api.ThinkValue{Value: string(req.Think)}
	}
	if s.TextCalls {
		return body, nil
	}
	var err error
	body.Tools, err = tools(req.Tools)
	return body, err
}

// The share of a window reserved for an answer if a request sets none.
const (
	maxReserve   = 4096 // tokens
	reserveShare = 4    // of the window
)

func reserve(req chat.Request) int {
	if req.Reserve > 0 {
		return req.Reserve
	}
	return max(1, min(maxReserve, req.Window/reserveShare))
}

// watch ends a request that is silent for too long.
type watch struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	limits Limits
	// patient: tools were offered, and servers hold a call back until it is complete, so
	// that silence may be work.
	patient bool
}

// bytesPerToken converts the size of a prompt to tokens, on the high side.
const bytesPerToken = 3

func (c *Client) watch(ctx context.Context, body *api.ChatRequest) *watch {
	definitions := body.Tools
	w := &watch{limits: c.limits, patient: len(definitions) > 0}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	prompt := len(definitions.String())
	for _, m := range body.Messages {
		prompt += len(m.Content)
	}
	first := w.limits.FirstToken + time.Duration(prompt/bytesPerToken)*w.limits.PerPromptToken
	if w.patient {
		first = max(first, w.limits.Patient)
	}
	w.timer = time.AfterFunc(first, func() { w.cancel(ErrSilent) })
	return w
}

// heard restarts the wait for the next line.
func (w *watch) heard(writesCall bool) {
	limit := w.limits.Idle
	if w.patient || writesCall {
		limit = w.limits.Patient
	}
	w.timer.Reset(limit)
}

func (w *watch) stop() {
	w.timer.Stop()
	w.cancel(nil)
}
