package manifest_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/manifest"
)

// claude and the constants below are files as those hosts write them.
const (
	claude = `{"globalShortcut": "", "mcpServers": {
  "filesystem": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/srv"], "env": {"DEBUG": "1"}},
  "github": {"command": "docker", "args": ["run", "-i", "--rm", "ghcr.io/github/github-mcp-server"], "env": {"GITHUB_TOKEN": "${GITHUB_TOKEN}"}}}}`
	cursor = `{"mcpServers": {
  "here": {"command": "${userHome}/bin/server", "args": ["--root", "${workspaceFolder}"], "envFile": ".env"},
  "linear": {"url": "https://mcp.linear.app/sse", "type": "sse", "headers": {"Authorization": "Bearer ${env:LINEAR_KEY}"}},
  "own": {"url": "https://example.org/mcp", "headers": {"A": "b"}, "auth": {"CLIENT_ID": "ada", "CLIENT_SECRET": "${env:SECRET}", "scopes": ["read", "write"]}}}}`
	vscode = `{
  // the servers of this person
  "inputs": [{"id": "key", "type": "promptString", "description": "Perplexity key", "password": true},
             {"id": "team", "type": "promptString", "description": "Team", "password": false}],
  "servers": {
    "perplexity": {"type": "stdio", "command": "npx", "args": ["-y", "server-perplexity", "--team=${input:team}"], "env": {"PERPLEXITY_API_KEY": "${input:key}"}},
    "remote": {"type": "http", "url": "https://api.example.com/mcp", "headers": {"X-Key": "${input:key}"}},
  }
}`
	vscodeSettings = `{"editor.fontSize": 12, "mcp": {"inputs": [], "servers": {"a": {"command": "x"}}}}`
	zed            = `{
  "theme": "One Dark", // mine
  "context_servers": {
    "plain": {"source": "custom", "command": "server", "args": ["--stdio"], "env": {"A": "b"}},
    "nested": {"command": {"path": "/opt/server", "args": ["x"], "env": {"K": "v"}}, "settings": {}},
    "far": {"url": "https://example.org/mcp", "headers": {"Authorization": "Bearer x"}},
    "mcp-server-github": {"source": "extension", "enabled": true, "settings": {"token": "x"}},
    "off": {"command": "server", "enabled": false},
  },
}`
	opencode = `{"$schema": "https://opencode.ai/config.json", "mcp": {
  "local": {"type": "local", "command": ["bun", "x", "server"], "environment": {"KEY": "{env:MY_KEY}"}, "enabled": true, "timeout": 5000},
  "remote": {"type": "remote", "url": "https://example.org/mcp", "headers": {"Authorization": "Bearer {env:MY_KEY}"}, "enabled": false, "oauth": {"clientId": "ada", "clientSecret": "{env:SECRET}", "scope": "read"}}}}`
	goose = `GOOSE_PROVIDER: ollama
extensions:
  developer:
    type: builtin
    name: developer
    enabled: true
    timeout: 300
  github:
    type: stdio
    name: GitHub
    cmd: npx
    args: [-y, "@modelcontextprotocol/server-github"]
    enabled: true
    envs: {LOG: "1"}
    env_keys: [GITHUB_PERSONAL_ACCESS_TOKEN]
    timeout: 300
  web:
    type: streamable_http
    uri: http://localhost:3000/mcp
    headers: {X-Team: blue}
    enabled: true
`
	lmstudio = `{"mcpServers": {
  "hf": {"url": "https://huggingface.co/mcp", "headers": {"Authorization": "Bearer hf_x"}},
  "trusted": {"command": "x", "trustAnnotations": true, "local": true}}}`
)

func TestServersOfOtherHostsAreReadOrRefusedByACode(t *testing.T) {
	key := []manifest.Input{{ID: "key", Description: "Perplexity key"}}
	both := []manifest.Input{{ID: "team", Description: "Team", Plain: true}, key[0]}
	program := func(name, command string, args ...string) manifest.Entry {
		return manifest.Entry{Name: name, Command: command, Args: args}
	}
	with := func(e manifest.Entry, change func(*manifest.Entry)) manifest.Entry { change(&e); return e }
	at := func(name, url, header, value string) manifest.Entry {
		return manifest.Entry{Name: name, URL: url, Headers: map[string]string{header: value}}
	}
	env := func(key, value string) func(*manifest.Entry) {
		return func(e *manifest.Entry) { e.Env = map[string]string{key: value} }
	}
	client := func(id, secret, scope string) func(*manifest.Entry) {
		return func(e *manifest.Entry) { e.Client = entry.Client{ID: id, Secret: secret, Scope: scope} }
	}
	rows := []struct {
		file, text string
		want       []manifest.Listed
	}{
		{"claude_desktop_config.json", claude, []manifest.Listed{
			{Entry: with(program("filesystem", "npx", "-y", "@modelcontextprotocol/server-filesystem", "/srv"), env("DEBUG", "1"))},
			{Entry: with(program("github", "docker", "run", "-i", "--rm", "ghcr.io/github/github-mcp-server"), env("GITHUB_TOKEN", "${GITHUB_TOKEN}"))},
		}},
		{"cursor/mcp.json", cursor, []manifest.Listed{
			{Entry: program("here", "${userHome}/bin/server", "--root", "${workspaceFolder}"), Ignored: []string{"envFile"}},
			{Entry: with(at("linear", "https://mcp.linear.app/sse", "Authorization", "Bearer ${env:LINEAR_KEY}"), func(e *manifest.Entry) { e.SSE = true })},
			{Entry: with(at("own", "https://example.org/mcp", "A", "b"), client("ada", "${env:SECRET}", "read write"))},
		}},
		{"code/mcp.json", vscode, []manifest.Listed{
			{Entry: with(program("perplexity", "npx", "-y", "server-perplexity", "--team=${input:team}"), env("PERPLEXITY_API_KEY", "${input:key}")), Inputs: both},
			{Entry: at("remote", "https://api.example.com/mcp", "X-Key", "${input:key}"), Inputs: key},
		}},
		{"code/settings.json", vscodeSettings, []manifest.Listed{{Entry: program("a", "x")}}},
		{"zed/settings.json", zed, []manifest.Listed{
			{Entry: with(program("plain", "server", "--stdio"), env("A", "b"))},
			{Entry: with(program("nested", "/opt/server", "x"), env("K", "v"))},
			{Entry: at("far", "https://example.org/mcp", "Authorization", "Bearer x")},
			{Entry: program("mcp-server-github", ""), Problem: entry.Problem{Code: entry.Of, Name: "Zed"}},
			{Entry: with(program("off", "server"), func(e *manifest.Entry) { e.Disabled = true })},
		}},
		{"opencode.json", opencode, []manifest.Listed{
			{Entry: with(with(program("local", "bun", "x", "server"), env("KEY", "${env:MY_KEY}")), func(e *manifest.Entry) { e.Timeout = 5 * time.Second })},
			{Entry: with(at("remote", "https://example.org/mcp", "Authorization", "Bearer ${env:MY_KEY}"), func(e *manifest.Entry) {
				e.Disabled = true
				client("ada", "${env:SECRET}", "read")(e)
			})},
		}},
		{"goose/config.yaml", goose, []manifest.Listed{
			{Entry: with(program("developer", ""), func(e *manifest.Entry) { e.Timeout = 300 * time.Second }), Problem: entry.Problem{Code: entry.Of, Name: "goose"}},
			{
				Entry: with(program("github", "npx", "-y", "@modelcontextprotocol/server-github"), func(e *manifest.Entry) {
					e.Timeout = 300 * time.Second
					e.Env = map[string]string{"LOG": "1", "GITHUB_PERSONAL_ACCESS_TOKEN": "${input:GITHUB_PERSONAL_ACCESS_TOKEN}"}
				}),
				Inputs: []manifest.Input{{ID: "GITHUB_PERSONAL_ACCESS_TOKEN"}},
			},
			{Entry: at("web", "http://localhost:3000/mcp", "X-Team", "blue")},
		}},
		{"lmstudio/mcp.json", lmstudio, []manifest.Listed{
			{Entry: at("hf", "https://huggingface.co/mcp", "Authorization", "Bearer hf_x")},
			{Entry: program("trusted", "x"), Ignored: []string{"trustAnnotations", "local"}},
		}},
		{"a piece.json", `"mail": {"command": "mail-server"},`, []manifest.Listed{{Entry: program("mail", "mail-server")}}},
		{"servers alone.json", `{"mail": {"serverUrl": "http://127.0.0.1:9/mcp"}}`, []manifest.Listed{{Entry: manifest.Entry{Name: "mail", URL: "http://127.0.0.1:9/mcp"}}}},
		{"one entry.json", `{"command": "mail-server", "type": "stdio"}`, []manifest.Listed{{Entry: program("", "mail-server"), Problem: entry.Problem{Code: entry.NoName}}}},
	}
	for _, row := range rows {
		t.Run(row.file, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), filepath.Base(row.file))
			if err := os.WriteFile(path, []byte(row.text), 0o600); err != nil {
				t.Fatal(err)
			}
			list, err := manifest.ReadForeign(path)
			if err != nil || len(list) != len(row.want) {
				t.Fatalf("%d entries: %v", len(list), err)
			}
			for i, want := range row.want {
				if got := list[i]; !reflect.DeepEqual(trimmed(got), trimmed(want)) {
					t.Errorf("got %+v\nwant %+v", got, want)
				}
			}
		})
	}
}

// trimmed makes an empty list nil.
func trimmed(l manifest.Listed) manifest.Listed {
	if len(l.Args) == 0 {
		l.Args = nil
	}
	if len(l.Ignored) == 0 {
		l.Ignored = nil
	}
	return l
}

func TestWhatIsNoListOfServersIsRefusedWhole(t *testing.T) {
	var bad *manifest.Broken
	for _, text := range []string{"", "[]", "hello", `{"a": 1}`, `{"mcpServers": []}`, `{"a": {"b": "c"}}`, `{"mcpServers": {"a": {}, "a": {}}}`, strings.Repeat(" ", 5<<20) + "x"} {
		for _, inYAML := range []bool{false, true} {
			if list, err := manifest.Foreign([]byte(text), inYAML); err == nil && len(list) > 0 || err != nil && !errors.As(err, &bad) {
				t.Errorf("%.20q: %+v, %v", text, list, err)
			}
		}
	}
}

func TestReferencesAreFilledInOnceAndFromTheirOwnPlace(t *testing.T) {
	env := func(name string) (string, bool) {
		value, ok := map[string]string{"KEY": "k", "EVIL": "${input:secret}", "EMPTY": ""}[name]
		return value, ok
	}
	input := func(id string) (string, bool) { return "s", id == "secret" }
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	rows := []struct {
		text, want string
		problem    entry.Problem
	}{
		{"a ${KEY} b ${env:KEY}", "a k b k", entry.Problem{}},
		{"${input:secret}", "s", entry.Problem{}},
		{"${EVIL}", "${input:secret}", entry.Problem{}},
		{"${NONE:-x}${EMPTY}${NONE:-}", "x", entry.Problem{}},
		{"${userHome}", home, entry.Problem{}},
		{"$KEY ${} ${a b} ${{x}}", "$KEY ${} ${a b} ${{x}}", entry.Problem{}},
		{"${NONE}", "", entry.Problem{Code: entry.Unset, Name: "NONE"}},
		{"${input:other}", "", entry.Problem{Code: entry.Input, Name: "other"}},
		{"${workspaceFolder}/x", "${workspaceFolder}/x", entry.Problem{Code: entry.UnknownVar, Name: "${workspaceFolder}"}},
	}
	for _, row := range rows {
		e := manifest.Entry{Name: "a", Command: "x", Args: []string{row.text}, Env: map[string]string{"V": row.text}}
		got, problem := e.Expanded(env, input)
		if problem != row.problem || got.Args[0] != row.want || got.Env["V"] != row.want {
			t.Errorf("%s: %+v, %+v", row.text, got, problem)
		}
		if e.Args[0] != row.text || e.Env["V"] != row.text {
			t.Errorf("%s: the entry itself is changed: %+v", row.text, e)
		}
	}
	at := manifest.Entry{Name: "a", URL: "https://${KEY}.example.org/mcp"}
	if got, problem := at.Expanded(env, input); problem != (entry.Problem{}) || got.Address() != "https://k.example.org" || !got.Remote() {
		t.Errorf("an address: %+v, %+v", got, problem)
	}
	at.URL = "${input:secret}"
	if _, problem := at.Expanded(env, input); problem.Code != entry.Address {
		t.Errorf("what is no address: %+v", problem)
	}
}

func TestWhatWasGivenToAServerNoOtherGets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "inputs.json")
	f := manifest.Inputs(path)
	if err := errors.Join(f.Keep("a", "key", "one"), f.Keep("b", "key", "two"), f.Drop("c")); err != nil {
		t.Fatal(err)
	}
	if value, ok := f.Of("a", "key"); !ok || value != "one" {
		t.Errorf("got %q, %t", value, ok)
	}
	if _, ok := f.Of("c", "key"); ok {
		t.Error("another server has it")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is for others too: %v, %v", info.Mode(), err)
	}
	if err := f.Drop("a"); err != nil {
		t.Fatal(err)
	}
	if _, ok := f.Of("a", "key"); ok {
		t.Error("it is still there")
	}
}

func TestServersOfAnotherHostAreAddedWithWhatTheirInputsAre(t *testing.T) {
	path := written(t, `{"mcpServers": {"old": {"command": "x"}}, "inputs": [{"id": "team", "description": "Mine"}]}`)
	list, err := manifest.Foreign([]byte(vscode), false)
	if err == nil {
		err = manifest.Add(path, list)
	}
	if err != nil {
		t.Fatal(err)
	}
	got, err := manifest.Read(path)
	if err != nil || len(got) != 3 || got[0].Name != "old" {
		t.Fatalf("got %+v, %v", got, err)
	}
	want := []manifest.Input{{ID: "team", Description: "Mine"}, {ID: "key", Description: "Perplexity key"}}
	if !reflect.DeepEqual(got[1].Inputs, want) || !reflect.DeepEqual(got[2].Entry, list[1].Entry) {
		t.Errorf("got %+v", got)
	}
}

func TestTheFilesOfOtherHostsAreFound(t *testing.T) {
	dir := t.TempDir()
	home := manifest.Home{Dir: dir, Config: filepath.Join(dir, ".config")}
	for _, path := range []string{".config/Claude/claude_desktop_config.json", ".cursor/mcp.json", ".config/Code/User/mcp.json", ".config/zed/settings.json", ".config/opencode/opencode.json", ".config/goose/config.yaml", ".lmstudio/mcp.json"} {
		path = filepath.Join(dir, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	var hosts []string
	for _, f := range home.Files() {
		hosts = append(hosts, f.Host)
	}
	if got := strings.Join(hosts, ", "); got != "Claude Desktop, Cursor, VS Code, Zed, opencode, goose, LM Studio" {
		t.Errorf("found %s", got)
	}
}

func FuzzForeign(f *testing.F) {
	for _, text := range []string{claude, cursor, vscode, zed, opencode, goose} {
		f.Add(text, text == goose)
	}
	f.Fuzz(func(t *testing.T, text string, inYAML bool) {
		list, err := manifest.Foreign([]byte(text), inYAML)
		for _, l := range list {
			if l.TrustAnnotations || l.Local || l.ShareRoots {
				t.Fatalf("it brings trust along: %+v, %v", l, err)
			}
		}
	})
}
