// Package thirdparty_test drives the files server as a host does that knows
// nothing of it: the built program, with the MCP client of the official SDK. It
// is a module of its own, so that the project does not depend on that SDK.
package thirdparty_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// program is the built deskhand: DESKHAND, or the one of the project.
func program(t *testing.T) string {
	t.Helper()
	path := os.Getenv("DESKHAND")
	if path == "" {
		path = filepath.Join("..", "..", "..", "..", "build", "deskhand")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("this test needs the program: make build, or set DESKHAND (%v)", err)
	}
	return path
}

// connect starts the server on a folder, with a home of its own.
func connect(t *testing.T, root, home string, notices *atomic.Int32) *mcp.ClientSession {
	t.Helper()
	cmd := exec.Command(program(t), "mcp", "files", "--root", root)
	cmd.Env = append(os.Environ(), "DESKHAND_HOME="+filepath.Join(home, "state"), "XDG_DATA_HOME="+filepath.Join(home, "data"))
	cmd.Stderr = os.Stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "somebody else's host", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { notices.Add(1) },
	})
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// call calls a tool, and reads its structured answer into out.
func call(t *testing.T, s *mcp.ClientSession, tool string, args map[string]any, out any) *mcp.CallToolResult {
	t.Helper()
	params := &mcp.CallToolParams{Name: tool, Arguments: args}
	params.SetProgressToken(tool)
	r, err := s.CallTool(t.Context(), params)
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	raw, err := json.Marshal(r.StructuredContent)
	if err == nil {
		err = json.Unmarshal(raw, out)
	}
	if err != nil || len(r.Content) == 0 {
		t.Fatalf("%s answers %s with %d parts (%v)", tool, raw, len(r.Content), err)
	}
	return r
}

type answer struct {
	Hash    string
	Batch   string
	Effect  []struct{ From, To string }
	Moved   []struct{ From, To, Status string }
	Entries []struct{ Name string }
	Receipt struct {
		Moved    int
		FilesIn  int `json:"files_in"`
		FilesOut int `json:"files_out"`
	}
	Restored int
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, root string) []string {
	t.Helper()
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestAnotherHostMovesLooksAndTakesBack(t *testing.T) {
	root, home := t.TempDir(), t.TempDir()
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		write(t, filepath.Join(root, name), "contents of "+name)
	}
	var notices atomic.Int32
	s := connect(t, root, home, &notices)
	tools, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(tools.Tools) < 10 {
		t.Errorf("there are %d tools", len(tools.Tools))
	}
	for _, tool := range tools.Tools {
		if tool.InputSchema == nil || tool.OutputSchema == nil || tool.Annotations == nil || tool.Annotations.DestructiveHint == nil || *tool.Annotations.DestructiveHint {
			t.Errorf("%s does not say what it does", tool.Name)
		}
	}
	var got answer
	call(t, s, "list", map[string]any{"path": root}, &got)
	if len(got.Entries) != 3 {
		t.Errorf("the list is %+v", got.Entries)
	}
	moves := []map[string]any{{"from": filepath.Join(root, "a.txt"), "to": "b.txt"}, {"from": filepath.Join(root, "b.txt"), "to": "new/b.txt"}}
	moves[1]["to"] = filepath.Join(root, "new", "b.txt")
	call(t, s, "move", map[string]any{"moves": moves, "dry_run": true}, &got)
	hash := got.Hash
	if len(got.Effect) != 2 || hash == "" || !slices.Equal(names(t, root), []string{"a.txt", "b.txt", "c.txt"}) {
		t.Fatalf("the dry run is %+v, and the folder holds %q", got, names(t, root))
	}
	call(t, s, "move", map[string]any{"moves": moves, "plan_hash": hash}, &got)
	if got.Receipt.Moved != 2 || got.Receipt.FilesIn != 2 || got.Receipt.FilesOut != 2 || !slices.Equal(names(t, root), []string{"b.txt", "c.txt", "new"}) {
		t.Fatalf("the answer is %+v, and the folder holds %q", got, names(t, root))
	}
	r := call(t, s, "list", map[string]any{"path": filepath.Dir(root)}, &got)
	told, _ := r.Meta["deskhand/failure"].(map[string]any)
	if !r.IsError || r.StructuredContent != nil || told["error_type"] != "permission_denied" {
		t.Errorf("outside the folder it is answered %+v", r)
	}
	if err := s.Close(); err != nil {
		t.Errorf("the server does not end with its client: %v", err)
	}
	if notices.Load() == 0 {
		t.Error("no progress was told")
	}

	s = connect(t, root, home, &notices) // another process, which knows the batch
	call(t, s, "undo", map[string]any{}, &got)
	if got.Restored != 2 || !slices.Equal(names(t, root), []string{"a.txt", "b.txt", "c.txt"}) {
		t.Errorf("the undo is %+v, and the folder holds %q", got, names(t, root))
	}
	call(t, s, "trash", map[string]any{"paths": []string{filepath.Join(root, "c.txt")}}, &got)
	call(t, s, "restore", map[string]any{"entries": []string{filepath.Join(root, "c.txt")}}, &got)
	if text, err := os.ReadFile(filepath.Join(root, "c.txt")); err != nil || string(text) != "contents of c.txt" {
		t.Errorf("out of the trash comes %q (%v)", text, err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("the server does not end with its client: %v", err)
	}
}
