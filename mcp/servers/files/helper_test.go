package files_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/meta"
	"github.com/deskhand/deskhand/mcp/servers/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// fixture is a server with a client, over a folder of real files.
type fixture struct {
	t        *testing.T
	root     string
	journals string
	client   *client.Client
}

func newFixture(t *testing.T, names ...string) *fixture {
	t.Helper()
	d := &fixture{t: t, root: t.TempDir(), journals: filepath.Join(t.TempDir(), "journal")}
	for _, name := range names {
		d.write(name, "contents of "+name)
	}
	d.start(d.root)
	return d
}

// start puts a new server on the same journals.
func (d *fixture) start(roots ...string) {
	d.t.Helper()
	srv, err := files.New(d.t.Context(), files.Config{Roots: roots, JournalDir: d.journals, TrashDir: d.trash(), Version: "test"})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			d.t.Error(err)
		}
	})
	c, err := client.NewInProcessClient(srv.MCP)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = c.Close() })
	initialize(d.t, c)
	d.client = c
}

func (d *fixture) tools() map[string]mcp.Tool {
	d.t.Helper()
	all, err := d.client.ListTools(d.t.Context(), mcp.ListToolsRequest{})
	if err != nil {
		d.t.Fatal(err)
	}
	by := map[string]mcp.Tool{}
	for _, tool := range all.Tools {
		by[tool.Name] = tool
	}
	return by
}

func (d *fixture) trash() string { return filepath.Join(filepath.Dir(d.journals), "Trash") }

func initialize(t *testing.T, c *client.Client) {
	t.Helper()
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	var req mcp.InitializeRequest
	req.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	req.Params.ClientInfo = mcp.Implementation{Name: "test", Version: "1"}
	if _, err := c.Initialize(t.Context(), req); err != nil {
		t.Fatal(err)
	}
}

func (d *fixture) path(name string) string { return filepath.Join(d.root, filepath.FromSlash(name)) }

func (d *fixture) write(name, text string) {
	d.t.Helper()
	path := d.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

// tree gives the files of a folder with their contents.
func tree(t *testing.T, root string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		switch {
		case e.IsDir():
			found[rel+"/"] = ""
		case e.Type().IsRegular():
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			found[rel] = string(text)
		default:
			found[rel] = e.Type().String()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

type object = map[string]any

// result is a tool's answer.
type result struct {
	text    string
	failed  bool
	Summary string
	Hash    string
	Batch   string
	Effect  []pair
	Moved   []pair
	Kept    []pair
	Noted   []pair
	Created []string
	Receipt *receipt
	Batches []struct {
		Batch, State, Folder, When string
		Done, Of, Undone           int
		Moves                      []pair
		Receipt                    *receipt
	}
	Entries []struct {
		Path, Name, Type, Mtime, Note string
		Was, When                     string
		Flags                         []string
		Size                          int64
		Hidden                        bool
		Identity                      struct {
			Dev, Inode uint64
		}
	}
	Files, Folders int
	Wasted         int64
	Groups         []struct {
		Size  int64
		Files []struct{ Path string }
	}
	Truncated        bool
	Restored, Of     int
	Missing          int
	MIME, SHA256     string
	ErrorType        string `json:"error_type"`
	Message          string
	Advice           chat.Advice
	Suggestions      []string
	Path, Name, Type string
	Note             string
	Flags            []string
}

type pair struct {
	From, To, Note, Status, Code string
	Identity                     *safefs.Identity
	SHA256                       string
	Flags                        []string
}

type receipt struct {
	Batch           string
	FilesIn         int `json:"files_in"`
	FilesOut        int `json:"files_out"`
	Moved           int
	Skipped         int
	Failed          int
	ContentsChanged int `json:"contents_changed"`
	Stopped         bool
	Undo            string
}

func (d *fixture) call(tool string, args object) result { return d.callWith(tool, args, nil) }

func (d *fixture) callWith(tool string, args, meta object) result {
	d.t.Helper()
	return call(d.t.Context(), d.t, d.client, tool, args, meta)
}

func call(ctx context.Context, t *testing.T, c *client.Client, tool string, args, meta object) result {
	t.Helper()
	var req mcp.CallToolRequest
	req.Params.Name, req.Params.Arguments = tool, args
	if meta != nil {
		req.Params.Meta = mcp.NewMetaFromMap(meta)
	}
	res, err := c.CallTool(ctx, req)
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	data := res.StructuredContent
	if res.IsError {
		if data != nil {
			t.Errorf("%s fails with structured content, which does not fit its outputSchema: %v", tool, data)
		}
		data = failureOf(t, res)
	}
	raw, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	var out result
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatalf("%s answers %s: %v", tool, raw, err)
	}
	out.failed = res.IsError
	for _, part := range res.Content {
		if text, ok := part.(mcp.TextContent); ok {
			out.text += text.Text
		}
	}
	if out.text == "" {
		t.Errorf("%s says nothing in words", tool)
	}
	return out
}

// failureOf reads how a call failed.
func failureOf(t *testing.T, res *mcp.CallToolResult) chat.Failure {
	t.Helper()
	if res.Meta == nil {
		t.Fatal("the result has no _meta")
	}
	f, ok := meta.FailureIn(res.Meta.AdditionalFields)
	if !ok {
		t.Fatalf("the _meta is %v", res.Meta.AdditionalFields)
	}
	return f
}

// ok is call for an answer that must not be a failure.
func (d *fixture) ok(tool string, args object) result {
	d.t.Helper()
	r := d.call(tool, args)
	if r.failed {
		d.t.Fatalf("%s %v failed: %s", tool, args, r.text)
	}
	return r
}

func (d *fixture) moves(pairs ...string) []object {
	var out []object
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, object{"from": d.path(pairs[i]), "to": d.path(pairs[i+1])})
	}
	return out
}

// holds checks that the folder has just these files, with these contents.
func (d *fixture) holds(want map[string]string) {
	d.t.Helper()
	got := tree(d.t, d.root)
	delete(got, "./")
	if len(got) != len(want) {
		d.t.Fatalf("the folder holds %q, want %q", got, want)
	}
	for name, text := range want {
		if have, there := got[name]; !there || have != text {
			d.t.Fatalf("the folder holds %q, want %q", got, want)
		}
	}
}
