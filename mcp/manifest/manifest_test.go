package manifest_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/manifest"
)

// written returns a file with this text.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mcp.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func text(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func quoted(text string) string {
	b, _ := json.Marshal(text) // cannot fail: text
	return string(b)
}

// only returns the one entry of a file.
func only(t *testing.T, text string) manifest.Listed {
	t.Helper()
	list, err := manifest.Read(written(t, text))
	if err != nil || len(list) != 1 {
		t.Fatalf("%d entries: %v", len(list), err)
	}
	return list[0]
}

func TestTheFormOfOtherHostsIsRead(t *testing.T) {
	list, err := manifest.Read(written(t, "\ufeff"+`{
	  "theme": "dark",
	  "mcpServers": {
	    "web": {"type": "stdio", "command": "npx", "args": ["-y", "server"], "env": {"TOKEN": "x"}, "autoApprove": ["read"], "alwaysAllow": []},
	    "git": {"command": "uvx", "cwd": "/srv", "timeout": 90, "disabled": true, "trustAnnotations": true, "shareRoots": true, "local": true}
	  }
	}`))
	want := []manifest.Listed{
		{
			Entry:   manifest.Entry{Name: "web", Command: "npx", Args: []string{"-y", "server"}, Env: map[string]string{"TOKEN": "x"}},
			Ignored: []string{"autoApprove", "alwaysAllow"},
		},
		{Entry: manifest.Entry{Name: "git", Command: "uvx", Dir: "/srv", Timeout: 90 * time.Second, Disabled: true, TrustAnnotations: true, ShareRoots: true, Local: true}},
	}
	if err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("got %+v, %v", list, err)
	}
}

func TestAFileThatIsNotThereOrEmptyHasNoServers(t *testing.T) {
	for _, path := range []string{filepath.Join(t.TempDir(), "mcp.json"), written(t, " \n"), written(t, "{}")} {
		if list, err := manifest.Read(path); err != nil || len(list) != 0 {
			t.Errorf("got %+v, %v", list, err)
		}
	}
}

func TestABrokenFileIsToldWithItsLineAndNeverWrittenOver(t *testing.T) {
	rows := []struct {
		what, text string
		want       entry.Problem
	}{
		{"a comma too many", "{\n\"mcpServers\": {\n\"a\": {\"command\": \"x\",}\n}}", entry.Problem{Code: entry.Syntax, Name: "JSON", Detail: "3"}},
		{"a comment", "{\n// mine\n}", entry.Problem{Code: entry.Syntax, Name: "JSON", Detail: "2"}},
		{"it stops short", "{\n\"mcpServers\": {\n\n", entry.Problem{Code: entry.Syntax, Name: "JSON", Detail: "4"}},
		{"two files in one", "{}\n{}", entry.Problem{Code: entry.Syntax, Name: "JSON", Detail: "2"}},
		{"one name twice", `{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}`, entry.Problem{Code: entry.Twice, Name: "a"}},
		{"a list", `[]`, entry.Problem{Code: entry.NoObject}},
		{"servers as a list", `{"mcpServers": []}`, entry.Problem{Code: entry.NoObject, Name: "mcpServers"}},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			path := written(t, row.text)
			var bad *manifest.Broken
			if _, err := manifest.Read(path); !errors.As(err, &bad) || *bad != (manifest.Broken{Path: path, Problem: row.want}) {
				t.Errorf("Read: %v", err)
			}
			err := manifest.Put(path, manifest.Entry{Name: "b", Command: "x"})
			if err = errors.Join(err, manifest.Remove(path, "a")); !errors.As(err, &bad) {
				t.Errorf("Put and Remove: %v", err)
			}
			if got := text(t, path); got != row.text {
				t.Errorf("the file is now %q", got)
			}
		})
	}
}

func TestWhatIsWrongWithOneEntryIsSaidOfThatEntry(t *testing.T) {
	rows := []struct {
		what, entry string
		want        entry.Problem
	}{
		{"neither command nor address", `{}`, entry.Problem{Code: entry.Nothing}},
		{"a command that is no text", `{"command": ["npx"]}`, entry.Problem{Code: entry.NoText, Name: "command"}},
		{"args that are one text", `{"command": "npx", "args": "-y server"}`, entry.Problem{Code: entry.NoList, Name: "args"}},
		{"a number in env", `{"command": "npx", "env": {"PORT": 80}}`, entry.Problem{Code: entry.NoTexts, Name: "env"}},
		{"a switch that is text", `{"command": "npx", "disabled": "no"}`, entry.Problem{Code: entry.NoSwitch, Name: "disabled"}},
		{"an address and a command", `{"url": "https://example.org/mcp", "command": "x"}`, entry.Problem{Code: entry.BothWays}},
		{"an address of another kind", `{"url": "ftp://example.org/mcp"}`, entry.Problem{Code: entry.Address, Detail: "ftp://example.org/mcp"}},
		{"an address with a password", `{"url": "https://me:pass@example.org/mcp"}`, entry.Problem{Code: entry.Address, Detail: "https://me:pass@example.org/mcp"}},
		{"a header that ends early", `{"url": "https://example.org", "headers": {"X-Key": "a\r\nHost: b"}}`, entry.Problem{Code: entry.Header, Name: "X-Key"}},
		{"a header of the protocol", `{"url": "https://example.org", "headers": {"Mcp-Session-Id": "a"}}`, entry.Problem{Code: entry.Header, Name: "Mcp-Session-Id"}},
		{"a client without its ID", `{"url": "https://example.org", "oauth": {"clientSecret": "x"}}`, entry.Problem{Code: entry.OAuth}},
		{"a client that is a list", `{"url": "https://example.org", "oauth": ["x"]}`, entry.Problem{Code: entry.OAuth}},
		{"a port that is none", `{"url": "https://example.org", "oauth": {"clientId": "x", "callbackPort": 70000}}`, entry.Problem{Code: entry.OAuth}},
		{"no sign-in wished", `{"url": "https://example.org", "oauth": false}`, entry.Problem{}},
		{"another transport", `{"type": "websocket", "command": "x"}`, entry.Problem{Code: entry.Transport, Detail: `"websocket"`}},
		{"another host's milliseconds", `{"command": "x", "timeout": 60000}`, entry.Problem{Code: entry.TimeRange}},
		{"no time", `{"command": "x", "timeout": "soon"}`, entry.Problem{Code: entry.NoTime, Detail: "soon"}},
		{"less than nothing", `{"command": "x", "timeout": -1}`, entry.Problem{Code: entry.TimeRange}},
		{"a folder that could be anywhere", `{"command": "x", "cwd": "projects"}`, entry.Problem{Code: entry.Folder}},
		{"a character that no command holds", `{"command": "x", "args": ["a\u0000b"]}`, entry.Problem{Code: entry.Nul}},
		{"no name of a variable", `{"command": "x", "env": {"A=B": "c"}}`, entry.Problem{Code: entry.Variable, Name: "A=B"}},
		{"a variable that steers a terminal", `{"command": "x", "env": {"A\u001b[2J": "c"}}`, entry.Problem{Code: entry.Variable, Name: "A\x1b[2J"}},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			if got := only(t, `{"mcpServers": {"a": `+row.entry+`}}`).Problem; got != row.want {
				t.Errorf("the problem is %+v", got)
			}
		})
	}
	if got := only(t, `{"mcpServers": {"a": []}}`).Problem; got.Code != entry.NoObject {
		t.Errorf("a list: %+v", got)
	}
	for _, name := range []string{"files", "Documents", "triage", "", "a\u001b[2Jb", "a\u202eb", strings.Repeat("x", 65)} {
		if got := only(t, `{"mcpServers": {`+quoted(name)+`: {"command": "x"}}}`).Problem; got == (entry.Problem{}) {
			t.Errorf("the name %q is taken", name)
		}
	}
}

func TestVariablesThatMakeAProgramRunOtherCodeAreRefusedWithTheReason(t *testing.T) {
	refused := []string{
		"LD_PRELOAD", "LD_LIBRARY_PATH", "ld_preload", "DYLD_INSERT_LIBRARIES", "NODE_OPTIONS", "npm_config_node_options",
		"PYTHONSTARTUP", "PYTHONPATH", "PERL5OPT", "RUBYOPT", "JAVA_TOOL_OPTIONS", "DOTNET_STARTUP_HOOKS", "LUA_INIT_5_4",
		"BASH_ENV", "ENV", "BASH_FUNC_ls%%", "PROMPT_COMMAND", "IFS", "GIT_SSH_COMMAND", "GLIBC_TUNABLES", "CORECLR_PROFILER_PATH",
		"OPENSSL_CONF", "GTK_MODULES", "QT_PLUGIN_PATH", "GDK_PIXBUF_MODULE_FILE", "GIO_EXTRA_MODULES", "GST_PLUGIN_SCANNER", "VK_ICD_FILENAMES",
		"PYTHONHOME", "PYTHONUSERBASE", "PYTHON_X_PATH", "NODE_PATH", "npm_config_node-options", "GOFLAGS", "GIT_ASKPASS", "BUN_OPTIONS",
	}
	for _, key := range refused {
		why := manifest.Entry{Name: "a", Command: "x", Env: map[string]string{"FINE": "1", key: "y"}}.Refused()
		if why.Code != entry.Dangerous || why.Name != key || why.Detail == "" {
			t.Errorf("%s: %+v", key, why)
		}
	}
	for _, key := range []string{"API_KEY", "PATH", "HOME", "NODE_ENV", "OLD_THING", "ENVIRONMENT", "PYTHONUNBUFFERED", "GITHUB_TOKEN"} {
		if why := (manifest.Entry{Name: "a", Command: "x", Env: map[string]string{key: "y"}}).Refused(); why != (entry.Problem{}) {
			t.Errorf("%s: %+v", key, why)
		}
	}
}

func TestVariablesThatChangeWhatIsFetchedOrFoundAreWarnedOfAndNotRefused(t *testing.T) {
	warned := []string{
		"PATH", "Path", "HOME", "XDG_CONFIG_HOME", "EDITOR",
		"npm_config_registry", "NPM_CONFIG_USERCONFIG", "npm_config_@acme:registry", "YARN_NPM_REGISTRY_SERVER", "BUN_CONFIG_REGISTRY",
		"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX", "GOPROXY", "GOSUMDB",
		"NODE_TLS_REJECT_UNAUTHORIZED", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "DOCKER_HOST", "https_proxy",
	}
	for _, key := range warned {
		if manifest.Warning(key) == "" {
			t.Errorf("%s: no warning", key)
		}
		if why := (manifest.Entry{Name: "a", Command: "x", Env: map[string]string{key: "y"}}).Refused(); why != (entry.Problem{}) {
			t.Errorf("%s: %+v", key, why)
		}
	}
	for _, key := range []string{"API_KEY", "NODE_ENV", "PYTHONUNBUFFERED", "LANG", "TZ", "DEBUG", "LD_PRELOAD"} {
		if why := manifest.Warning(key); why != "" {
			t.Errorf("%s: %q", key, why)
		}
	}
}

func TestNamesThatLookLikeOursAreRefused(t *testing.T) {
	for _, name := range []string{"d\u043ecuments", "\uff46\uff49\uff4c\uff45\uff53", "fi les", "FILES ", "fiIes", "deskhand", "ocr", "read_more", "Find-Tools"} {
		if why := (manifest.Entry{Name: name, Command: "x"}).Refused(); why.Code != entry.OwnName && why.Code != entry.LikeOwn {
			t.Errorf("%+q: %+v", name, why)
		}
	}
}

func TestServersThatReachTheNetworkAreKnown(t *testing.T) {
	rows := []struct {
		argv string
		want bool
	}{
		{"npx -y server", true},
		{"/usr/local/bin/uvx server", true},
		{`C:\nodejs\npx.cmd server`, true},
		{"docker run -i image", true},
		{"sh -c curl", true},
		{"node bridge.js https://example.org/sse", true},
		{"node bridge.js --to=wss://example.org", true},
		{"node mcp-remote@1.2.3", true},
		{"server --root file:///srv", false},
		{"/opt/tool --stdio", false},
	}
	for _, row := range rows {
		argv := strings.Fields(row.argv)
		if got := (manifest.Entry{Command: argv[0], Args: argv[1:]}).Network(); got != row.want {
			t.Errorf("%s: %t", row.argv, got)
		}
	}
}

func TestAnyChangeOfWhatRunsChangesTheHash(t *testing.T) {
	base := func() manifest.Entry {
		return manifest.Entry{Name: "a", Command: "npx", Args: []string{"-y", "server"}, Env: map[string]string{"K": "v"}, Dir: "/srv"}
	}
	rows := []struct {
		what   string
		change func(*manifest.Entry)
	}{
		{"another command", func(e *manifest.Entry) { e.Command = "bunx" }},
		{"one argument more", func(e *manifest.Entry) { e.Args = append(e.Args, "") }},
		{"arguments split elsewhere", func(e *manifest.Entry) { e.Args = []string{"-y server"} }},
		{"another value", func(e *manifest.Entry) { e.Env["K"] = "w" }},
		{"another name of it", func(e *manifest.Entry) { e.Env = map[string]string{"L": "v"} }},
		{"an argument that went into env", func(e *manifest.Entry) { e.Args, e.Env = e.Args[:1], map[string]string{"K": "v", "server": ""} }},
		{"another folder", func(e *manifest.Entry) { e.Dir = "/" }},
		{"its tools' words are believed", func(e *manifest.Entry) { e.TrustAnnotations = true }},
		{"it is said to be local", func(e *manifest.Entry) { e.Local = true }},
		{"it is told the open folders", func(e *manifest.Entry) { e.ShareRoots = true }},
		{"it is at an address", func(e *manifest.Entry) { e.Command, e.URL = "", "https://example.org" }},
	}
	want := base().Hash("/usr/bin/npx")
	for _, row := range rows {
		e := base()
		row.change(&e)
		if e.Hash("/usr/bin/npx") == want {
			t.Errorf("%s: the hash is the same", row.what)
		}
	}
	at := manifest.Entry{Name: "a", URL: "https://example.org/mcp", Headers: map[string]string{"X-Key": "${KEY}"}}
	there := at.Hash("https://example.org")
	for what, e := range map[string]manifest.Entry{
		"another address": {URL: "https://example.com/mcp", Headers: at.Headers},
		"no header":       {URL: at.URL},
		"another value":   {URL: at.URL, Headers: map[string]string{"X-Key": "${OTHER}"}},
		"the older way":   {URL: at.URL, Headers: at.Headers, SSE: true},
		"a client":        {URL: at.URL, Headers: at.Headers, Client: entry.Client{ID: "ada"}},
		"headers in env":  {URL: at.URL, Env: at.Headers},
	} {
		if e.Hash("https://example.org") == there {
			t.Errorf("%s: the hash is the same", what)
		}
	}
	if at.Hash("https://example.com") == there {
		t.Error("what it refers to leads elsewhere: the hash is the same")
	}
	if base().Hash("/home/someone/bin/npx") == want {
		t.Error("another program of that name: the hash is the same")
	}
	same := base()
	same.Name, same.Timeout, same.Disabled = "b", time.Second, true
	if same.Hash("/usr/bin/npx") != want {
		t.Error("what does not change what runs changes the hash")
	}
	believed, told := base(), base()
	believed.TrustAnnotations, told.ShareRoots = true, true
	if believed.Hash("/usr/bin/npx") == told.Hash("/usr/bin/npx") {
		t.Error("one kind of trust passes for the other")
	}
}

func TestTheHashOfAnEntryStaysWhatItWas(t *testing.T) {
	e := manifest.Entry{Name: "a", Command: "npx", Args: []string{"-y", "server"}, Env: map[string]string{"K": "v"}, Dir: "/srv"}
	const then = "sha256:0aa49cb2852d1e7a61822b775975a15e4b825386ea3dbd417b4deb77956c654d"
	if got := e.Hash("/usr/bin/npx"); got != then {
		t.Errorf("the hash is now %s", got)
	}
}

func TestAnEditKeepsWhatItIsNotAbout(t *testing.T) {
	path := written(t, `{"z": 12345678901234567890, "mcpServers": {
		"a": {"autoApprove": ["<b>"], "command": "old", "args": ["1"], "disabled": true},
		"b": {"command": "b"}}, "inputs": []}`)
	if err := os.Symlink(path, path+".link"); err != nil {
		t.Fatal(err)
	}
	e := manifest.Entry{Name: "a", Command: "new", Env: map[string]string{"K": "<v>&"}, Timeout: 90 * time.Second}
	if err := manifest.Put(path+".link", e); err != nil {
		t.Fatal(err)
	}
	want := `{
  "z": 12345678901234567890,
  "mcpServers": {
    "a": {
      "autoApprove": [
        "<b>"
      ],
      "command": "new",
      "env": {
        "K": "<v>&"
      },
      "timeout": "1m30s"
    },
    "b": {
      "command": "b"
    }
  },
  "inputs": []
}
`
	if got := text(t, path); got != want {
		t.Errorf("the file is now %s", got)
	}
	if info, err := os.Lstat(path + ".link"); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link is gone: %v", err)
	}
	if err := manifest.Remove(path, "c"); !errors.Is(err, manifest.ErrNoEntry) {
		t.Errorf("Remove: %v", err)
	}
	if err := manifest.Remove(path, "a"); err != nil || strings.Contains(text(t, path), "new") {
		t.Errorf("Remove: %v", err)
	}
}

func TestWhatIsPutIsReadAgain(t *testing.T) {
	word := rapid.StringMatching(`[a-zA-Z0-9 "\\<&é-]{1,12}`)
	path := filepath.Join(t.TempDir(), "mcp.json")
	rapid.Check(t, func(t *rapid.T) {
		e := manifest.Entry{
			Name:             "n" + word.Draw(t, "name"),
			Command:          "c" + word.Draw(t, "command"),
			Args:             rapid.SliceOfN(word, 0, 4).Draw(t, "args"),
			Env:              rapid.MapOfN(rapid.StringMatching(`X[A-Z]{1,4}`), word, 0, 4).Draw(t, "env"),
			Timeout:          time.Duration(rapid.IntRange(0, 3600).Draw(t, "timeout")) * time.Second,
			Disabled:         rapid.Bool().Draw(t, "disabled"),
			TrustAnnotations: rapid.Bool().Draw(t, "annotations"),
			Client:           entry.Client{ID: word.Draw(t, "client"), Port: rapid.IntRange(0, 65535).Draw(t, "port")},
			Local:            rapid.Bool().Draw(t, "local"),
			ShareRoots:       rapid.Bool().Draw(t, "roots"),
		}
		if err := manifest.Put(path, e); err != nil {
			t.Fatal(err)
		}
		list, err := manifest.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			if l.Name != e.Name {
				continue
			}
			if len(e.Args) == 0 {
				e.Args = nil
			}
			if len(e.Env) == 0 {
				e.Env = nil
			}
			if !reflect.DeepEqual(l, manifest.Listed{Entry: e}) {
				t.Fatalf("put %+v, read %+v", e, l)
			}
			return
		}
		t.Fatalf("%q is not in the file", e.Name)
	})
}

func FuzzRead(f *testing.F) {
	f.Add(`{"mcpServers": {"a": {"command": "npx", "args": ["x"], "timeout": 3, "env": {"K": "v"}}}}`)
	f.Add(`{"mcpServers": {"a": {"command": 1}, "": null}}`)
	path := filepath.Join(f.TempDir(), "mcp.json")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		before, err := manifest.Read(path)
		if err != nil {
			return
		}
		e := manifest.Entry{Name: "put by us", Command: "x"}
		if err := manifest.Put(path, e); err != nil {
			t.Fatalf("what can be read cannot be changed: %v", err)
		}
		after, err := manifest.Read(path)
		if err != nil || len(after) < len(before) || len(after) > len(before)+1 {
			t.Fatalf("%d entries became %d: %v", len(before), len(after), err)
		}
	})
}
