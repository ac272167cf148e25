package documents

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
)

func TestEveryToolIsMarkedAsAReadAndHasSchemas(t *testing.T) {
	h := serve(t, Config{})
	list, err := h.ListTools(t.Context(), mcp.ListToolsRequest{})
	must(t, err)
	if len(list.Tools) != 4 {
		t.Fatalf("%d tools", len(list.Tools))
	}
	for _, tool := range list.Tools {
		a := tool.Annotations
		if a.ReadOnlyHint == nil || !*a.ReadOnlyHint || a.DestructiveHint == nil || *a.DestructiveHint || a.Title == "" {
			t.Errorf("%s: annotations %+v", tool.Name, a)
		}
		encoded, err := json.Marshal(tool)
		must(t, err)
		var schemas struct {
			OutputSchema struct{ Properties map[string]any }
		}
		must(t, json.Unmarshal(encoded, &schemas))
		if len(schemas.OutputSchema.Properties) == 0 || tool.Description == "" {
			t.Errorf("%s: no output schema", tool.Name)
		}
	}
}

func TestNothingButTheProtocolGoesOut(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	h.read(t, file(t, "a.pdf", pdfOf(textPage("Some words"))))
	h.read(t, file(t, "a.png", pngOf(t, drawText(t, receipt[:2], 28))))
	h.render(t, map[string]any{"path": file(t, "b.pdf", pdfOf(scanPage(t, receipt)))})
	h.call(t, "status", nil, nil)
	lines := h.written.lines()
	if len(lines) < 5 {
		t.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		var message struct{ JSONRPC string }
		if json.Unmarshal(line, &message) != nil || message.JSONRPC != "2.0" {
			t.Errorf("no message: %.200q", line)
		}
	}
}

func TestProgressIsReportedForEachPage(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	path := file(t, "a.pdf", pdfOf(textPage("One page"), textPage("Two pages")))
	h.call(t, "read", map[string]any{"path": path}, &mcp.Meta{ProgressToken: "p1"})
	for want := range 3 {
		select {
		case n := <-h.progress:
			fields := n.Params.AdditionalFields
			if n.Method != "notifications/progress" || fields["progressToken"] != "p1" || fields["progress"] != float64(want) || fields["total"] != float64(2) {
				t.Errorf("notification %d = %+v", want, n)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("no notification %d", want)
		}
	}
}

func TestAReadThatGoesOnSaysSoBetweenPages(t *testing.T) {
	program, _ := stuck(t)
	h := serve(t, Config{Roots: []string{os.TempDir()}, OCR: engine.Config{Library: program}, Pulse: time.Millisecond})
	ctx, cancel := context.WithCancel(t.Context())
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Meta = "read", &mcp.Meta{ProgressToken: "p1"}
	request.Params.Arguments = map[string]any{"path": file(t, "a.png", pngOf(t, drawText(t, receipt, 28)))}
	done := make(chan error, 1)
	go func() {
		_, err := h.CallTool(ctx, request)
		done <- err
	}()
	last := -1.0
	for range 5 {
		select {
		case n := <-h.progress:
			progress, _ := n.Params.AdditionalFields["progress"].(float64)
			if progress <= last || progress >= 1 {
				t.Errorf("%v of a page after %v", progress, last)
			}
			last = progress
		case err := <-done:
			t.Fatalf("the read ended with %v", err)
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the call ended with %v", err)
	}
}

func TestManyReadsSideBySide(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	pdf := file(t, "a.pdf", pdfOf(textPage("Words of a document")))
	var wait sync.WaitGroup
	for i := range 12 {
		path := pdf
		if i%2 == 0 {
			path = file(t, "a.png", pngOf(t, drawText(t, receipt[:2+i/2], 26))) // of a size that no other test reads
		}
		wait.Go(func() {
			request := mcp.CallToolRequest{}
			request.Params.Name, request.Params.Arguments = "read", map[string]any{"path": path}
			result, err := h.CallTool(context.Background(), request)
			if err != nil || result.IsError {
				t.Errorf("read: %v %+v", err, result)
			}
		})
	}
	wait.Wait()
}

// stuck is an OCR program that answers what it can do and then hangs. It writes a file
// when it is asked to read.
func stuck(t *testing.T) (program, started string) {
	t.Helper()
	dir := t.TempDir()
	program, started = filepath.Join(dir, "stuck"), filepath.Join(dir, "started")
	script := "#!/bin/sh\n[ \"$1\" = --languages ] && echo '{\"engine\":\"5\",\"languages\":[\"eng\"]}' && exit 0\n" +
		"read line; touch " + started + "; exec sleep 1000\n"
	must(t, os.WriteFile(program, []byte(script), 0o700))
	return program, started
}

// waitFor waits for a file to appear.
func waitFor(t *testing.T, path string) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; {
		if _, err := os.Stat(path); err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not appear", path)
		}
		<-time.After(5 * time.Millisecond)
	}
}

func TestACancelledReadEndsAtOnceAndTheServerGoesOn(t *testing.T) {
	program, started := stuck(t)
	h := serve(t, Config{Roots: []string{os.TempDir()}, OCR: engine.Config{Library: program}})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		request := mcp.CallToolRequest{}
		request.Params.Name = "read"
		request.Params.Arguments = map[string]any{"path": file(t, "a.png", pngOf(t, drawText(t, receipt, 28)))}
		_, err := h.CallTool(ctx, request)
		done <- err
	}()
	waitFor(t, started)
	cancel()
	select {
	case err := <-done:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the call ended with %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the call does not end")
	}
	if result := h.read(t, file(t, "a.txt", []byte("words"))); result.Text != "words" {
		t.Errorf("text = %q", result.Text)
	}
}

func TestAnEngineThatHangsIsKilledAndTheFileReported(t *testing.T) {
	program, _ := stuck(t)
	h := serve(t, Config{Roots: []string{os.TempDir()}, OCR: engine.Config{Library: program, PageTime: 200 * time.Millisecond}})
	result := h.read(t, file(t, "a.png", pngOf(t, drawText(t, receipt, 28))))
	if result.Method != wire.MethodNone || result.Broken || result.Note != "A page took too long and was not read." {
		t.Errorf("method %q, broken %v, note %q", result.Method, result.Broken, result.Note)
	}
}

func TestServeEndsWithItsContextAndLeavesNoProcess(t *testing.T) {
	program, started := stuck(t)
	ctx, cancel := context.WithCancel(t.Context())
	in, requests, err := os.Pipe()
	must(t, err)
	defer func() { _ = requests.Close() }()
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(ctx, Config{
			Roots: []string{os.TempDir()}, In: in, Out: io.Discard,
			CacheDir: sharedCache, OCR: engine.Config{Library: program},
		})
	}()
	path := file(t, "a.png", pngOf(t, drawText(t, receipt, 28)))
	w := bufio.NewWriter(requests)
	requestLine(w, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	requestLine(w, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read","arguments":{"path":"`+path+`"}}}`)
	waitFor(t, started)
	cancel()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Serve: %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("Serve does not end")
	}
	if output, err := exec.Command("pgrep", "-f", program).Output(); err == nil {
		t.Errorf("still running: %s", bytes.TrimSpace(output))
	}
}
