package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// adds writes mcp.json for a person.
func (p *person) adds(servers string) {
	p.t.Helper()
	folder := filepath.Join(p.home, "config")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "mcp.json"), []byte(`{"mcpServers": {`+servers+`}}`), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// server gives one line of `servers --json`.
func (p *person) server(name string) map[string]any {
	p.t.Helper()
	for _, s := range p.deskhand("servers", "--json").must(p.t, exitDone).lines(p.t) {
		if s["name"] == name {
			return s
		}
	}
	p.t.Fatalf("there is no server %s", name)
	return nil
}

// lister is a server of somebody else's, so to say.
func (p *person) lister(args string) string {
	return fmt.Sprintf(`"lister": {"command": %q, "args": ["mcp", "files", "--root", %q%s]}`, builtProgram(p.t), p.dir, args)
}

func TestAServerOfMCPJSONIsStartedOnlyOnceItsExactCommandWasAgreedTo(t *testing.T) {
	p := newPerson(t)
	p.adds(p.lister(""))
	if s := p.server("lister"); s["state"] != "untrusted" || s["trusted"] != false || s["pid"] != 0.0 {
		t.Errorf("before: %v", s)
	}
	refused := p.deskhand("servers", "trust", "lister").must(t, exitRefused)
	for _, part := range []string{builtProgram(t), "\n    mcp\n", "\n    files\n", "\n    --root\n", "\n    " + p.dir + "\n"} {
		if !strings.Contains(refused.out, part) {
			t.Errorf("%q is not shown", part)
		}
	}
	p.deskhand("servers", "start", "lister").must(t, exitRefused)
	p.deskhand("servers", "trust", "lister", "--yes").must(t, exitDone)
	if s := p.server("lister"); s["state"] != "ready" || len(s["tools"].([]any)) < 10 {
		t.Errorf("after: %v", s)
	}
	answer := p.deskhand("ask", "what can you do?", "--json").must(t, exitDone)
	if !strings.Contains(answer.out, "lister_list") {
		t.Error("its tools are not offered")
	}

	p.adds(p.lister(`, "--root", "/tmp"`)) // one argument more
	if s := p.server("lister"); s["state"] != "untrusted" {
		t.Errorf("after a change: %v", s)
	}
	p.adds(p.lister(""))
	if s := p.server("lister"); s["state"] != "ready" {
		t.Errorf("as it was agreed to: %v", s)
	}
}

func TestTheQuestionShowsValuesProgramContentsAndWarnings(t *testing.T) {
	p := newPerson(t)
	bin, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	program := loudServer(t, "true")
	if err := os.Symlink(program, filepath.Join(bin, "npx")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	p.adds(fmt.Sprintf(`"weather": {"command": "npx", "args": ["-y", "pkg"], "env": {
		"API_KEY": "canary-secret", "PATH": %q, "NOTE": "\u001b[2Jone\ntwo"}}`, bin))
	shown := p.deskhand("servers", "trust", "weather").must(t, exitRefused).out
	for _, part := range []string{
		"\n    npx (" + filepath.Join(bin, "npx") + ")\n", program, fmt.Sprintf("\n    sha256 %x\n", sha256.Sum256(text)),
		"\n    API_KEY=cana***\n", "\n    PATH=" + bin + "\n        Look closely: it sets where programs are found.\n",
		`NOTE=\x1b[2Jone\ntwo`, "npx downloads and runs the newest version; its contents cannot be pinned.",
	} {
		if !strings.Contains(shown, part) {
			t.Errorf("%q is not shown in\n%s", part, shown)
		}
	}
	if strings.Contains(shown, "canary-secret") || strings.Contains(shown, "\x1b") {
		t.Errorf("it shows\n%q", shown)
	}
}

func TestAReplacedScriptIsAskedAboutAgainAndNamed(t *testing.T) {
	p := newPerson(t)
	script := loudServer(t, "exec '"+builtProgram(t)+"' mcp files --root '"+p.dir+"'")
	p.adds(fmt.Sprintf(`"lister": {"command": "sh", "args": [%q]}`, script))
	p.deskhand("servers", "trust", "lister", "--yes").must(t, exitDone)
	if s := p.server("lister"); s["state"] != "ready" {
		t.Errorf("as it was agreed to: %v", s)
	}
	if err := os.WriteFile(script, []byte("#!/bin/sh\nexit 0\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	says := script + " has changed since you approved it."
	if s := p.deskhand("servers").must(t, exitDone); !strings.Contains(s.out, says) {
		t.Errorf("the list is\n%s", s.out)
	}
	if s := p.deskhand("servers", "trust", "lister").must(t, exitRefused); !strings.Contains(s.out, says) {
		t.Errorf("the question is\n%s", s.out)
	}
	if s := p.deskhand("ask", "what can you do?", "--json").must(t, exitDone); !strings.Contains(s.out, "it has changed since you approved it") {
		t.Error("a request does not say that a server is left out")
	}
}

func TestAServerIsStoppedAndStartedForGood(t *testing.T) {
	p := newPerson(t)
	p.adds(p.lister(""))
	p.deskhand("servers", "trust", "lister", "--yes").must(t, exitDone)
	p.deskhand("servers", "stop", "lister").must(t, exitDone)
	if s := p.server("lister"); s["state"] != "disabled" || s["disabled"] != true {
		t.Errorf("stopped: %v", s)
	}
	up := p.deskhand("servers", "start", "lister").must(t, exitDone)
	if !strings.Contains(up.out, "lister is running with ") {
		t.Errorf("it says %q", up.out)
	}
	if s := p.server("lister"); s["state"] != "ready" {
		t.Errorf("started: %v", s)
	}
}

func TestAServerThatFailsIsToldWithItsLastWords(t *testing.T) {
	p := newPerson(t)
	script := filepath.Join(t.TempDir(), "server")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nprintf 'no licence \\033[31mfound\\n' >&2\nexit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.adds(fmt.Sprintf(`"bad": {"command": %q}`, script))
	p.deskhand("servers", "trust", "bad", "--yes").must(t, exitDone)
	failed := p.deskhand("servers", "start", "bad").must(t, exitFailed)
	if !strings.Contains(failed.err, "no licence") || strings.Contains(failed.err, "\033") {
		t.Errorf("it says %q", failed.err)
	}
	logs := p.deskhand("servers", "logs", "bad").must(t, exitDone) // of a program that has ended
	if !strings.Contains(logs.out, ": the server ended (exit status 3).\nno licence [31mfound\n") || !strings.Contains(logs.out, "Started 20") {
		t.Errorf("its log is %q", logs.out)
	}
	began := p.deskhand("ask", "what can you do?", "--json").must(t, exitDone)
	if !strings.Contains(began.out, "The server bad is not running") {
		t.Error("a request does not say that a server is left out")
	}
	p.deskhand("triage", p.dir, "--model", "none").must(t, exitDone) // it needs our own servers alone
}

// loudServer is a server that says this on stderr, answers nothing and ends with its
// input.
func loudServer(t *testing.T, says string) string {
	t.Helper()
	script := filepath.Join(t.TempDir(), "server")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"+says+"\nexit 4\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return script
}

func TestTheLogOfAServerIsKeptBoundedMaskedAndForThisPersonAlone(t *testing.T) {
	p := newPerson(t)
	script := loudServer(t, `head -c 100000 /dev/zero | tr '\0' 'x' | fold -w 100 >&2
echo >&2
echo "the key is $SERVICE_TOKEN and password=hunter2, sk-abcdefghijklmnopqrst" >&2`)
	p.adds(fmt.Sprintf(`"loud": {"command": %q, "env": {"SERVICE_TOKEN": "violet-harbour"}}`, script))
	if first := p.deskhand("servers", "logs", "loud").must(t, exitDone); first.out != "loud has not been started yet.\n" {
		t.Errorf("before it ran: %q", first.out)
	}
	p.deskhand("servers", "trust", "loud", "--yes").must(t, exitDone)
	p.deskhand("servers", "start", "loud").must(t, exitFailed)
	runs := p.deskhand("servers", "logs", "loud", "--json").must(t, exitDone).lines(t)
	exited := map[string]any{"code": "exited", "exit": 4.0}
	at := slices.IndexFunc(runs, func(r map[string]any) bool { return reflect.DeepEqual(r["end"], exited) }) // the last may have been stopped
	if at < 0 || len(runs) > 2 {
		t.Fatalf("%d runs are kept, none of which has ended by itself", len(runs))
	}
	words, _ := runs[at]["words"].(string)
	if runs[at]["ended"] == nil || len(words) < 32<<10 || len(words) > 64<<10 {
		t.Errorf("it ended %v, having said %d bytes", runs[at]["ended"], len(words))
	}
	if !strings.HasSuffix(words, "\nthe key is *** and password=***, ***\n") {
		t.Errorf("it ends with %q", words[max(0, len(words)-100):])
	}
	files, err := filepath.Glob(filepath.Join(p.home, "data", "logs", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 || info.Size() > 200<<10 {
			t.Errorf("%s: %v, %v", file, info, err)
		}
	}
	p.adds("")
	if gone := p.deskhand("servers", "logs", "loud").must(t, exitFailed); !strings.Contains(gone.err, "no server") {
		t.Errorf("of one that is not there any more: %q", gone.err)
	}
}

func TestWhatIsWrongWithServersIsSaid(t *testing.T) {
	p := newPerson(t)
	p.adds(`"pre": {"command": "sh", "env": {"LD_PRELOAD": "/tmp/x.so"}},
		"line": {"command": "npx x && curl https://example.org"},
		"gone": {"command": "no-such-program-anywhere"},
		"files": {"command": "sh"}`)
	rows := []struct{ name, says string }{
		{"pre", "LD_PRELOAD is refused"},
		{"line", "there is no shell"},
		{"gone", "not on this computer"},
		{"files", "part of Deskhand"},
		{"nobody", "no server"},
	}
	for _, row := range rows {
		for _, verb := range []string{"trust", "start"} {
			if row.name == "files" && verb == "start" {
				continue // that is ours
			}
			args := []string{"servers", verb, row.name}
			if verb == "trust" {
				args = append(args, "--yes")
			}
			if s := p.deskhand(args...); s.code == exitDone || !strings.Contains(s.err, row.says) {
				t.Errorf("%v: exit %d, %q", args, s.code, s.err)
			}
		}
	}
	p.adds("\n\n}")
	broken := p.deskhand("servers").must(t, exitUsage)
	if !strings.Contains(broken.err, "line 3") || !strings.Contains(broken.out, "files") {
		t.Errorf("a broken file: %q, %q", broken.out, broken.err)
	}
	p.deskhand("servers", "stop", "gone").must(t, exitUsage)
	p.deskhand("ask", "what is in this folder?", "--in", p.dir, "--json").must(t, exitDone)
}

func TestAnotherHostReadsAPictureThroughTheBuiltInServer(t *testing.T) {
	p := newPerson(t)
	c := p.command("mcp", "ocr", "--root", p.dir)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read","arguments":{"path":"` + filepath.Join(p.dir, "scan 12.png") + `"}}}`,
	} {
		if _, err := fmt.Fprintln(in, message); err != nil {
			t.Fatal(err)
		}
	}
	var answer struct {
		ID     int
		Result struct {
			IsError           bool
			StructuredContent struct{ Words []any }
		}
	}
	for decoder := json.NewDecoder(out); answer.ID != 2; {
		if err := decoder.Decode(&answer); err != nil {
			t.Fatalf("it is not answered: %v", err)
		}
	}
	if answer.Result.IsError || len(answer.Result.StructuredContent.Words) < 10 {
		t.Errorf("it is answered %+v", answer)
	}
	if err := errors.Join(in.Close(), c.Wait()); err != nil {
		t.Errorf("it does not end with its input: %v", err)
	}
}
