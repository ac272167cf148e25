package ocr_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/meta"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
	"github.com/deskhand/deskhand/mcp/servers/ocr"
)

// The test binary is the server when these are set.
const (
	envRoot   = "OCR_TEST_ROOT"
	envEngine = "OCR_TEST_ENGINE" // deskhand-ocr; nowhere: there is no tesseract at all
)

// built is deskhand-ocr with tesseract, made once.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "ocr-test-")
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "deskhand-ocr")
	out, err := exec.Command("go", "build", "-tags", "ocr", "-o", program, "github.com/deskhand/deskhand/cmd/deskhand-ocr").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build deskhand-ocr: %w\n%s\nInstall g++ libtesseract-dev libleptonica-dev tesseract-ocr tesseract-ocr-eng tesseract-ocr-osd", err, out)
	}
	return program, nil
})

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == worker.Verb {
		os.Exit(worker.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	if root := os.Getenv(envRoot); root != "" {
		err := ocr.Serve(context.Background(), ocr.Config{
			Roots: []string{root}, In: os.Stdin, Out: os.Stdout, Log: os.Stderr,
			OCR: engine.Config{Library: os.Getenv(envEngine), Program: "/nowhere/tesseract"},
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	if program, err := built(); err == nil {
		_ = os.RemoveAll(filepath.Dir(program))
	}
	os.Exit(code)
}

const sample = "../../../assets/sample"

// host is another host, with the server in a process of its own.
type host struct {
	*client.Client
	t        *testing.T
	progress chan mcp.JSONRPCNotification
}

// serve starts the server on root; it must end with its input.
func serve(t *testing.T, root, program string) host {
	t.Helper()
	c, err := client.NewStdioMCPClient(os.Args[0], []string{envRoot + "=" + root, envEngine + "=" + program})
	if err != nil {
		t.Fatal(err)
	}
	h := host{c, t, make(chan mcp.JSONRPCNotification, 100)}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("the server does not end with its input: %v", err)
		}
	})
	c.OnNotification(func(n mcp.JSONRPCNotification) { h.progress <- n })
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	initialize := mcp.InitializeRequest{}
	initialize.Params.ProtocolVersion = "2025-11-25"
	initialize.Params.ClientInfo = mcp.Implementation{Name: "somebody's host", Version: "1"}
	if _, err := c.Initialize(t.Context(), initialize); err != nil {
		t.Fatal(err)
	}
	return h
}

func reading(t *testing.T, root string) host {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, root, program)
}

// call calls a tool and decodes its structured answer.
func (h host) call(tool string, args map[string]any, with *mcp.Meta, into any) *mcp.CallToolResult {
	h.t.Helper()
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments, request.Params.Meta = tool, args, with
	answer, err := h.CallTool(h.t.Context(), request)
	if err != nil {
		h.t.Fatalf("%s: %v", tool, err)
	}
	data := answer.StructuredContent
	if answer.IsError {
		if answer.Meta == nil || data != nil {
			h.t.Fatalf("%s fails with the _meta %v and the structured content %v", tool, answer.Meta, data)
		}
		data = answer.Meta.AdditionalFields[meta.FailureKey]
	}
	encoded, err := json.Marshal(data)
	if err == nil {
		err = json.Unmarshal(encoded, into)
	}
	if err != nil {
		h.t.Fatalf("%s: %v", tool, err)
	}
	return answer
}

// absolute returns the whole path of a folder or file.
func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAnotherHostReadsAPictureWithTheBoxOfEachWordAndGetsProgress(t *testing.T) {
	root := absolute(t, sample)
	h := reading(t, root)
	var r ocr.Reading
	path := filepath.Join(root, "scan 12.png")
	answer := h.call("read", map[string]any{"path": path}, &mcp.Meta{ProgressToken: "p"}, &r)
	if answer.IsError || r.Path != path || r.Page != 1 || r.Pages != 1 || r.Width < 100 || r.Confidence < 0.7 || r.Truncated {
		t.Fatalf("it is answered %+v", r)
	}
	if !strings.Contains(r.Text, r.Lines[0].Text) || len(r.Words) < len(r.Lines) {
		t.Errorf("%d lines and %d words of the text %q", len(r.Lines), len(r.Words), r.Text)
	}
	for _, w := range r.Words {
		line := r.Lines[w.Line]
		inside := w.Box[0] >= line.Box[0]-0.001 && w.Box[1] >= line.Box[1]-0.001 && w.Box[2] > 0 && w.Box[3] > 0 && w.Box[0]+w.Box[2] <= 1.001
		if !inside || !strings.Contains(line.Text, w.Text) || w.Confidence < 0 || w.Confidence > 1 {
			t.Errorf("word %+v of line %+v", w, line)
		}
	}
	if text, ok := mcp.AsTextContent(answer.Content[0]); !ok || !strings.Contains(text.Text, r.Text) {
		t.Errorf("the words for a model are %+v", answer.Content)
	}
	for want := range 2 {
		select {
		case n := <-h.progress:
			if n.Params.AdditionalFields["progress"] != float64(want) || n.Params.AdditionalFields["progressToken"] != "p" {
				t.Errorf("progress %d is reported as %+v", want, n.Params)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("progress %d is not reported", want)
		}
	}
}

func TestTheLanguagesOfThisComputerAreListed(t *testing.T) {
	var told ocr.Languages
	reading(t, t.TempDir()).call("languages", nil, nil, &told)
	if told.Engine != engine.Library || told.Version == "" || !slices.Contains(told.Languages, "eng") {
		t.Errorf("it answers %+v", told)
	}
}

func TestWithoutTesseractAHostLearnsWhatToInstall(t *testing.T) {
	root := absolute(t, sample)
	h := serve(t, root, "/nowhere/deskhand-ocr")
	var f chat.Failure
	answer := h.call("read", map[string]any{"path": filepath.Join(root, "scan 12.png")}, nil, &f)
	if !answer.IsError || f.Class != chat.ErrExecution || f.Path == "" || f.Advice.Code != chat.AdviseInstallReader || !strings.Contains(f.Message, "no tesseract") {
		t.Errorf("it is answered %+v", f)
	}
	var told ocr.Languages
	answer = h.call("languages", nil, nil, &told)
	if answer.IsError || told.Engine != engine.None || told.Languages == nil || len(told.Languages) != 0 || told.Advice != documents.InstallReader() {
		t.Errorf("it answers %+v", told)
	}
}

func TestOtherFilesAndOtherFoldersAreRefusedWithTheReason(t *testing.T) {
	root := t.TempDir()
	if err := os.CopyFS(root, os.DirFS(sample)); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(root, "scan 12.png"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "half.png"), whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("scan 12.png", filepath.Join(root, "link.png")); err != nil {
		t.Fatal(err)
	}
	h := reading(t, root)
	rows := []struct {
		what  string
		class chat.ErrorType
		says  string
		args  map[string]any
	}{
		{"a text", chat.ErrInvalidArgs, "not a picture", map[string]any{"path": filepath.Join(root, "notes final FINAL.txt")}},
		{"a PDF", chat.ErrInvalidArgs, "not a picture", map[string]any{"path": filepath.Join(root, "scan 13.pdf")}},
		{"half a picture", chat.ErrExecution, "damaged", map[string]any{"path": filepath.Join(root, "half.png")}},
		{"no such page", chat.ErrInvalidArgs, "no page 2", map[string]any{"path": filepath.Join(root, "scan 12.png"), "page": 2}},
		{"a picture elsewhere", chat.ErrPermissionDenied, "outside", map[string]any{"path": filepath.Join(absolute(t, sample), "scan 12.png")}},
		{"a link", chat.ErrPermissionDenied, "link", map[string]any{"path": filepath.Join(root, "link.png")}},
		{"nothing", chat.ErrInvalidArgs, "not there", map[string]any{"path": filepath.Join(root, "gone.png")}},
		{"no path", chat.ErrInvalidArgs, "needs a path", map[string]any{"page": 1}},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			var f chat.Failure
			answer := h.call("read", row.args, nil, &f)
			if path, _ := row.args["path"].(string); !answer.IsError || f.Class != row.class || f.Path != path || !strings.Contains(f.Message, row.says) {
				t.Errorf("it is answered %+v", f)
			}
		})
	}
}

func TestEveryToolIsMarkedAsAReadAndSaysWhatItAnswers(t *testing.T) {
	list, err := serve(t, t.TempDir(), "/nowhere/deskhand-ocr").ListTools(t.Context(), mcp.ListToolsRequest{})
	if err != nil || len(list.Tools) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, tool := range list.Tools {
		a := tool.Annotations
		if a.Title == "" || a.ReadOnlyHint == nil || !*a.ReadOnlyHint || a.DestructiveHint == nil || *a.DestructiveHint || a.OpenWorldHint == nil || *a.OpenWorldHint {
			t.Errorf("%s: annotations %+v", tool.Name, a)
		}
		if len(tool.OutputSchema.Properties) == 0 {
			t.Errorf("%s: no output schema", tool.Name)
		}
	}
}
