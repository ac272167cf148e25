//go:build servers

package thirdparty_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

type object = map[string]any

// toolCase is one call of a tool of ours by another host. Where says is empty it
// goes well; else it fails, and what a reader sees begins with says.
type toolCase struct {
	tool string
	args object
	says string
}

// toolCases call each tool of a server so that it goes well and, where it can, so
// that it fails. They run one after the other.
func toolCases(root string) map[string][]toolCase {
	at := func(name string) string { return filepath.Join(root, name) }
	moves := func(from, to string) []object { return []object{{"from": at(from), "to": at(to)}} }
	const (
		outside = "This path is outside"
		missing = "It is not there"
	)
	return map[string][]toolCase{
		"files": {
			{"list", object{"path": root}, ""},
			{"list", object{"path": "/etc"}, outside},
			{"find", object{"path": root, "name": "*.txt"}, ""},
			{"find", object{"path": root, "since": "lately"}, `"lately" is no date.`},
			{"info", object{"path": at("a.txt")}, ""},
			{"info", object{"path": at("gone.txt")}, missing},
			{"duplicates", object{"paths": []string{root}}, ""},
			{"duplicates", object{"paths": []string{"/etc"}}, outside},
			{"move", object{"moves": moves("a.txt", "new/a.txt"), "dry_run": true}, ""},
			{"move", object{"moves": moves("a.txt", "new/a.txt"), "batch": "first"}, ""},
			{"move", object{"moves": moves("gone.txt", "a.txt")}, missing},
			{"history", object{}, ""},
			{"history", object{"batch": "none"}, "There is no such batch."},
			{"undo", object{"dry_run": true}, ""},
			{"undo", object{"batch": "first"}, ""},
			{"undo", object{"batch": "first"}, "There is nothing to undo."},
			{"move", object{"moves": moves("a.txt", "b.txt"), "batch": "cut", "total": 2}, ""},
			{"finish", object{"batch": "cut"}, ""},
			{"finish", object{"batch": "none"}, "There is no such batch."},
			{"copy", object{"copies": moves("c.txt", "copy of c.txt")}, ""},
			{"copy", object{"copies": moves("gone.txt", "d.txt")}, missing},
			{"make_folder", object{"path": at("folder")}, ""},
			{"make_folder", object{"path": "/etc/folder"}, outside},
			{"write_text", object{"path": at("note.txt"), "text": "Grüße"}, ""},
			{"write_text", object{"path": "/etc/note.txt", "text": "Grüße"}, outside},
			{"trash", object{"paths": []string{at("c.txt")}}, ""},
			{"trash", object{"paths": []string{at("gone.txt")}}, missing},
			{"list_trash", object{}, ""},
			{"list_trash", object{"limit": 1}, `There is no argument "limit".`},
			{"restore", object{"entries": []string{at("c.txt")}}, ""},
			{"restore", object{"entries": []string{at("gone.txt")}}, "This is not in the trash."},
		},
		"documents": {
			{"read", object{"path": at("note.pdf")}, ""},
			{"read", object{"path": at("gone.pdf")}, "It is not there"},
			{"read", object{"path": at("c.txt")}, ""},
			{"read", object{"path": at("scan.png")}, ""},
			{"read", object{"path": at("photo.jpg")}, ""},
			{"read", object{"path": at("letter.docx")}, ""},
			{"render", object{"path": at("note.pdf")}, ""},
			{"render", object{"path": at("note.pdf"), "page": 99}, "The document has no page 99."},
			{"ocr", object{"path": at("scan.png")}, ""},
			{"ocr", object{"path": at("scan.png"), "as": "text"}, ""},
			{"ocr", object{"path": at("gone.pdf")}, "It is not there"},
			{"status", object{}, ""},
		},
		"ocr": {
			{"read", object{"path": at("scan.png")}, ""},
			{"read", object{"path": at("c.txt")}, "This is not a picture"},
			{"languages", object{}, ""},
		},
	}
}

// bareVerb is how our tools are named: a host adds the name of the server.
var bareVerb = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)

// cannotFail are the tools without an argument that could be wrong.
var cannotFail = []string{"status", "languages"}

// sampled returns a folder with a file of each kind.
func sampled(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, from := range map[string]string{
		"note.pdf": "document(7).pdf", "scan.png": "scan 12.png", "photo.jpg": "IMG_2041.jpg", "letter.docx": "contract_neu.docx",
	} {
		data, err := os.ReadFile(filepath.Join("..", "..", "assets", "sample", from))
		if err == nil {
			err = os.WriteFile(filepath.Join(root, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.txt", "c.txt", "same.txt"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte("some words"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// reply is what a host says of an answer: of a list, or of a call.
type reply struct {
	Result struct {
		Name, Title string // of the server
		Tools       []tool
		Content     []struct{ Text string }
		Structured  json.RawMessage `json:"structuredContent"`
		IsError     bool
		Meta        map[string]struct {
			ErrorType string `json:"error_type"`
			Message   string
		} `json:"_meta"`
	}
	Error   string
	Notices int // of progress, in all calls so far
}

type tool struct {
	Name         string
	Title        string
	OutputSchema json.RawMessage
	Annotations  struct{ Title string }
}

// check holds what a host says of a call against the case.
func (row toolCase) check(t *testing.T, r reply) {
	t.Helper()
	text := ""
	if len(r.Result.Content) > 0 {
		text = r.Result.Content[0].Text
	}
	told := r.Result.Meta["deskhand/failure"]
	switch {
	case r.Error != "":
		t.Errorf("%s %v: in place of our answer the host shows %q", row.tool, row.args, r.Error)
	case row.says == "" && (r.Result.IsError || len(r.Result.Structured) == 0):
		t.Errorf("%s %v: %s", row.tool, row.args, text)
	case row.says != "" && (!r.Result.IsError || !strings.HasPrefix(text, row.says) || len(r.Result.Structured) > 0):
		t.Errorf("%s %v: a reader sees %q, next to %s", row.tool, row.args, text, r.Result.Structured)
	case row.says != "" && (told.ErrorType == "" || !strings.HasPrefix(text, told.Message)):
		t.Errorf("%s %v: code is told %+v", row.tool, row.args, told)
	}
}

// serving are the words that start a server of ours, and its environment. What was
// done to files is remembered for one test; what was read, and compiled for it,
// stays for all of them.
func serving(t *testing.T, server, root string) (command []string, env []string) {
	t.Helper()
	home, err := folder()
	if err != nil {
		t.Fatal(err)
	}
	if server == "files" {
		home = t.TempDir()
	}
	env = append(os.Environ(), "DESKHAND_HOME="+filepath.Join(home, "state"), "XDG_DATA_HOME="+filepath.Join(home, "data"))
	return []string{ours(t), "mcp", server, "--root", root}, env
}

// sdkHost is a host on an SDK of MCP that has started a server of ours.
type sdkHost struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
}

// hosts are the words that start a host on each SDK.
func hosts(t *testing.T) map[string][]string {
	t.Helper()
	packages, err := installed()
	if err != nil {
		t.Fatal(err)
	}
	program, err := gohost()
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]string{
		"the TypeScript SDK": {"node", "testdata/typescript.cjs", packages},
		"the Go SDK":         {program},
	}
}

func startHost(t *testing.T, host []string, server, root string) *sdkHost {
	t.Helper()
	command, env := serving(t, server, root)
	cmd := exec.CommandContext(limited(t), host[0], append(slices.Clone(host[1:]), command...)...)
	cmd.Env, cmd.Stderr = env, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("the host, and the server with it, does not end well: %v", err)
		}
	})
	return &sdkHost{t: t, in: in, out: bufio.NewReader(out)}
}

// ask has the host send a request.
func (h *sdkHost) ask(method string, params any) (r reply) {
	h.t.Helper()
	if err := json.NewEncoder(h.in).Encode(object{"method": method, "params": params}); err != nil {
		h.t.Fatal(err)
	}
	line, err := h.out.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &r)
	}
	if err != nil {
		h.t.Fatalf("%s %v: the host says %.500s: %v", method, params, line, err)
	}
	return r
}

func TestHostsOfOthersUnderstandEachAnswerOfOurs(t *testing.T) {
	for name, host := range hosts(t) {
		root := sampled(t)
		for server, all := range toolCases(root) {
			t.Run(name+"/"+server, func(t *testing.T) {
				h := startHost(t, host, server, root)
				h.meets(server)
				h.runCases(all)
			})
		}
	}
}

// meets looks at what a server of ours says of itself and of its tools.
func (h *sdkHost) meets(server string) {
	h.t.Helper()
	if info := h.ask("server", nil).Result; info.Name != "deskhand-"+server || info.Title == "" {
		h.t.Errorf("it says of itself %q, %q", info.Name, info.Title)
	}
	if r := h.ask("tools/list", object{"cursor": "eyJvIjoxfQ=="}); !strings.Contains(r.Error, "There is no such cursor") {
		h.t.Errorf("a cursor that it never gave is answered %+v", r)
	}
	for _, tool := range h.ask("tools/list", nil).Result.Tools {
		if len(tool.OutputSchema) == 0 || tool.Title == "" || tool.Annotations.Title != tool.Title || !bareVerb.MatchString(tool.Name) {
			h.t.Errorf("%s, %q and %q, answers %.60s", tool.Name, tool.Title, tool.Annotations.Title, tool.OutputSchema)
		}
	}
}

// maxAttempts is how often a call is made until its progress is told before its
// answer.
const maxAttempts = 50

// runCases calls each tool, well and in vain.
func (h *sdkHost) runCases(all []toolCase) {
	h.t.Helper()
	well, vain, notices := map[string]bool{}, map[string]bool{}, 0
	for _, row := range all {
		r := h.ask("tools/call", object{"name": row.tool, "arguments": row.args})
		row.check(h.t, r)
		notices = r.Notices
		well[row.tool] = well[row.tool] || row.says == ""
		vain[row.tool] = vain[row.tool] || row.says != "" || slices.Contains(cannotFail, row.tool)
	}
	for n := 0; notices == 0; n++ { // hosts drop a notice that an answer has overtaken
		if n == maxAttempts {
			h.t.Fatal("no progress was told")
		}
		for _, row := range all {
			if row.says == "" && slices.Contains([]string{"find", "duplicates", "read"}, row.tool) {
				notices = h.ask("tools/call", object{"name": row.tool, "arguments": row.args}).Notices
			}
		}
	}
	for _, tool := range h.ask("tools/list", nil).Result.Tools {
		if !well[tool.Name] || !vain[tool.Name] {
			h.t.Errorf("%s was not tried both well and in vain", tool.Name)
		}
	}
}

// inspect has the command line of the MCP inspector send one request to a server.
func inspect(t *testing.T, server, root string, words ...string) (r reply) {
	t.Helper()
	packages, err := installed()
	if err != nil {
		t.Fatal(err)
	}
	command, env := serving(t, server, root)
	cmd := exec.CommandContext(limited(t), "node", append(append([]string{"index.js"}, command...), words...)...)
	// In its own folder it finds its package.json where the rest of the inspector
	// is not installed.
	cmd.Dir = filepath.Join(packages, "@modelcontextprotocol", "inspector-cli", "build")
	cmd.Env = env
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &r.Result)
	}
	if err != nil {
		t.Fatalf("the inspector says %.500s: %v", out, err)
	}
	return r
}

func TestTheInspectorShowsOursAndWhatTheyAnswer(t *testing.T) {
	if _, err := installed(); err != nil {
		t.Fatal(err)
	}
	root := sampled(t)
	for server, all := range toolCases(root) {
		t.Run(server, func(t *testing.T) {
			t.Parallel()
			names := map[string]bool{}
			for _, tool := range inspect(t, server, root, "--method", "tools/list").Result.Tools {
				names[tool.Name] = true
			}
			for _, row := range all {
				if !names[row.tool] {
					t.Errorf("%s is not listed", row.tool)
				}
			}
			for _, row := range all[:2] { // one that goes well, and one that fails
				words := []string{"--method", "tools/call", "--tool-name", row.tool}
				for key, value := range row.args {
					words = append(words, "--tool-arg", key+"="+value.(string))
				}
				row.check(t, inspect(t, server, root, words...))
			}
		})
	}
}
