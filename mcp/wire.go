package mcp

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// wire is the stdio transport, with what the client does not tell: under which
// id a request went out, so that it can be cancelled while its answer is still
// waited for, and what was answered before the client made something of it.
type wire struct{ *transport.Stdio }

// answerKey is the context key of a *json.RawMessage that gets the result as the
// server sent it.
type answerKey struct{}

// ticketKey is the context key of a *ticket.
type ticketKey struct{}

// ticket follows one request.
type ticket struct {
	mu        sync.Mutex
	id        mcp.RequestId
	sent      bool
	cancelled bool
}

func (w wire) SendRequest(ctx context.Context, req transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	if t, ok := ctx.Value(ticketKey{}).(*ticket); ok && !t.send(req.ID) {
		return nil, context.Canceled
	}
	res, err := w.Stdio.SendRequest(ctx, req)
	if err == nil && res.Error == nil && req.Method == string(mcp.MethodToolsCall) {
		res.Result = readable(res.Result)
	}
	if raw, ok := ctx.Value(answerKey{}).(*json.RawMessage); ok && err == nil && res.Error == nil {
		*raw = res.Result
	}
	return res, err
}

// send records the id; false when the request was cancelled before it went out.
func (t *ticket) send(id mcp.RequestId) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.id, t.sent = id, true
	return !t.cancelled
}

// cancel tells the server to stop working on the request. The writer behind the
// transport never blocks, so neither does this.
func (t *ticket) cancel(w wire, why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cancelled = true
	if !t.sent {
		return
	}
	_ = w.SendNotification(context.Background(), mcp.JSONRPCNotification{
		JSONRPC: mcp.JSONRPC_VERSION,
		Notification: mcp.Notification{
			Method: string(mcp.MethodNotificationCancelled),
			Params: mcp.NotificationParams{
				AdditionalFields: map[string]any{"requestId": t.id, "reason": why},
			},
		},
	})
}
