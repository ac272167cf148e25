package mcp

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// wire is a transport that records what the client does not expose: the id of each
// request, so that it can be cancelled while its answer is awaited, and the raw answer.
type wire struct {
	transport.Interface
	// http: each request has its own connection, whose end ends the request.
	http bool
	// post sends a late answer over HTTP; nil over stdio.
	post func(*transport.JSONRPCResponse)
}

// SetRequestHandler sets the handler of the server's requests.
func (w wire) SetRequestHandler(handler transport.RequestHandler) {
	both, ok := w.Interface.(transport.BidirectionalInterface)
	if !ok {
		return
	}
	both.SetRequestHandler(func(ctx context.Context, req transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
		if w.post == nil || req.Method != string(mcp.MethodElicitationCreate) {
			return handler(ctx, req)
		}
		// The transport drops an answer after half a minute, and a person may take
		// longer. The handler ends with the call that it belongs to.
		go func() {
			answer, err := handler(context.WithoutCancel(ctx), req)
			if err != nil {
				answer = transport.NewJSONRPCErrorResponse(req.ID, mcp.INTERNAL_ERROR, err.Error(), nil)
			}
			w.post(answer)
		}()
		return nil, nil
	})
}

// httpWire is a wire over HTTP, whose requests carry the protocol version.
type httpWire struct {
	wire
	httpTransport interface{ SetProtocolVersion(version string) }
}

// SetProtocolVersion sets the negotiated version.
func (w httpWire) SetProtocolVersion(version string) { w.httpTransport.SetProtocolVersion(version) }

// answerKey is the context key of a *json.RawMessage that receives the raw result.
type answerKey struct{}

// dataKey is the context key of a *json.RawMessage that receives the structured content.
type dataKey struct{}

// ticketKey is the context key of a *ticket.
type ticketKey struct{}

// ticket follows one request.
type ticket struct {
	abort context.CancelFunc // ends it without an answer

	mu        sync.Mutex
	id        mcp.RequestId
	sent      bool
	cancelled bool
}

func (w wire) SendRequest(ctx context.Context, req transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	if t, ok := ctx.Value(ticketKey{}).(*ticket); ok && !t.send(req.ID) {
		return nil, context.Canceled
	}
	res, err := w.Interface.SendRequest(ctx, req)
	if data, ok := ctx.Value(dataKey{}).(*json.RawMessage); ok && err == nil && res.Error == nil && req.Method == string(mcp.MethodToolsCall) {
		res.Result, *data = readable(res.Result)
	}
	if err == nil && res.Error == nil && req.Method == string(mcp.MethodServerDiscover) && !speaksNewest(res.Result) {
		return transport.NewJSONRPCErrorResponse(req.ID, mcp.METHOD_NOT_FOUND, "it speaks older versions only", nil), nil
	}
	if raw, ok := ctx.Value(answerKey{}).(*json.RawMessage); ok && err == nil && res.Error == nil {
		*raw = res.Result
	}
	return res, err
}

// speaksNewest reports whether a server's list of versions holds one that needs no
// handshake. Some servers answer any request.
func speaksNewest(answer json.RawMessage) bool {
	var told mcp.DiscoverResult
	return json.Unmarshal(answer, &told) == nil && slices.ContainsFunc(told.SupportedVersions, mcp.IsModernProtocol)
}

// send records the id; false means that the request was cancelled before it was sent.
func (t *ticket) send(id mcp.RequestId) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.id, t.sent = id, true
	return !t.cancelled
}

// cancel asks the server to stop working on the request. It does not block: over stdio
// the writer queues, over HTTP a goroutine sends it that ends with the connection.
func (t *ticket) cancel(w wire, why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cancelled = true
	if !t.sent {
		return
	}
	told := mcp.JSONRPCNotification{
		JSONRPC: mcp.JSONRPC_VERSION,
		Notification: mcp.Notification{
			Method: string(mcp.MethodNotificationCancelled),
			Params: mcp.NotificationParams{
				AdditionalFields: map[string]any{"requestId": t.id, "reason": why},
			},
		},
	}
	if !w.http {
		_ = w.SendNotification(context.Background(), told)
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), dialTimeout)
		defer cancel()
		_ = w.SendNotification(ctx, told)
	}()
}
