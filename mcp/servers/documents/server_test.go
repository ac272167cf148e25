package documents

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

// host is a client of a server that runs as under `deskhand mcp`, and what the server
// wrote.
type host struct {
	*client.Client
	written  *recorder
	progress chan mcp.JSONRPCNotification
}

// recorder keeps what passes through it.
type recorder struct {
	mu   sync.Mutex
	data bytes.Buffer
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.data.Write(p)
}

func (r *recorder) lines() [][]byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return bytes.Split(bytes.TrimSpace(bytes.Clone(r.data.Bytes())), []byte("\n"))
}

// serve starts a server with the OCR engine of this computer and connects to it; at the
// end of the test its input is closed, and it must end by itself.
func serve(t *testing.T, config Config) host {
	t.Helper()
	if config.OCR.Library == "" {
		config.OCR.Library = ocrProgram
	}
	if config.CacheDir == "" {
		config.CacheDir = sharedCache
	}
	toServer, requests, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, fromServer := io.Pipe()
	h := host{written: &recorder{}, progress: make(chan mcp.JSONRPCNotification, 100)}
	config.In, config.Out = toServer, fromServer
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(context.Background(), config)
		_ = fromServer.Close()
	}()
	h.Client = client.NewClient(transport.NewIO(io.TeeReader(answers, h.written), requests, io.NopCloser(&bytes.Buffer{})))
	h.OnNotification(func(n mcp.JSONRPCNotification) { h.progress <- n })
	if err := h.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = requests.Close()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("Serve: %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Error("the server does not end when its input does")
		}
		_ = h.Close()
	})
	initialize := mcp.InitializeRequest{}
	initialize.Params.ProtocolVersion = "2025-11-25"
	initialize.Params.ClientInfo = mcp.Implementation{Name: "test", Version: "1"}
	if _, err := h.Initialize(t.Context(), initialize); err != nil {
		t.Fatal(err)
	}
	return h
}

// call calls a tool.
func (h host) call(t *testing.T, tool string, args map[string]any, meta *mcp.Meta) *mcp.CallToolResult {
	t.Helper()
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments, request.Params.Meta = tool, args, meta
	result, err := h.CallTool(t.Context(), request)
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return result
}

// read reads a file and decodes the structured result.
func (h host) read(t *testing.T, path string, more ...any) wire.Reading {
	t.Helper()
	args := map[string]any{"path": path}
	for i := 0; i+1 < len(more); i += 2 {
		args[more[i].(string)] = more[i+1]
	}
	answer := h.call(t, "read", args, nil)
	if answer.IsError {
		t.Fatalf("read %s: %s", path, textOf(answer))
	}
	var result wire.Reading
	decoded(t, answer, &result)
	return result
}

func decoded(t *testing.T, answer *mcp.CallToolResult, into any) {
	t.Helper()
	encoded, err := json.Marshal(answer.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(encoded, into); err != nil {
		t.Fatal(err)
	}
}

func textOf(answer *mcp.CallToolResult) string {
	for _, content := range answer.Content {
		if text, ok := mcp.AsTextContent(content); ok {
			return text.Text
		}
	}
	return ""
}

// requestLine is for tests that speak the protocol by hand.
func requestLine(w *bufio.Writer, line string) {
	_, _ = w.WriteString(line + "\n")
	_ = w.Flush()
}
