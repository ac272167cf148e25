package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAServerIsAddedTriedChangedAndRemovedByVerbs(t *testing.T) {
	p := newPerson(t)
	program := builtProgram(t)
	added := p.deskhand("servers", "add", "--env", "MODE=a=b", "lister", program, "mcp", "files", "--root", p.dir).must(t, exitDone)
	if !strings.Contains(added.out, "deskhand servers trust lister") {
		t.Errorf("after adding it is said: %s", added.out)
	}
	p.deskhand("servers", "add", "lister", "other").must(t, exitUsage)
	if s := p.server("lister"); s["state"] != "untrusted" || len(s["command"].([]any)) != 5 {
		t.Errorf("added: %v", s)
	}

	asked := p.deskhand("servers", "test", "lister").must(t, exitRefused)
	if !strings.Contains(asked.out, "\n    "+p.dir+"\n") || !strings.Contains(asked.out, "MODE") {
		t.Errorf("what would start is shown as %s", asked.out)
	}
	tried := p.deskhand("servers", "test", "lister", "--yes").must(t, exitDone)
	if !strings.Contains(tried.out, "\n    move\n") || p.server("lister")["state"] != "untrusted" {
		t.Errorf("tried: %s", tried.out)
	}

	p.deskhand("servers", "trust", "lister", "--yes").must(t, exitDone)
	same := p.deskhand("servers", "edit", "lister", "--timeout", "90s").must(t, exitDone)
	if !strings.Contains(same.out, "is approved") {
		t.Errorf("a longer time for calls asks again: %s", same.out)
	}
	p.deskhand("servers", "edit", "lister", "--unset", "MODE", "--share-roots").must(t, exitDone)
	if s := p.server("lister"); s["state"] != "untrusted" || len(s["env"].([]any)) != 0 {
		t.Errorf("changed: %v", s)
	}
	p.deskhand("servers", "edit", "lister", "--", "/bin/false").must(t, exitDone)
	failed := p.deskhand("servers", "test", "lister", "--yes").must(t, exitFailed)
	if !strings.Contains(failed.err, "lister did not start.") {
		t.Errorf("it is said: %s", failed.err)
	}

	p.deskhand("servers", "remove", "lister").must(t, exitRefused)
	p.deskhand("servers", "remove", "lister", "--yes").must(t, exitDone)
	p.deskhand("servers", "remove", "lister", "--yes").must(t, exitFailed)
	p.deskhand("servers", "remove", "files", "--yes").must(t, exitRefused)
	p.deskhand("servers", "edit", "files", "true").must(t, exitRefused)
	text, err := os.ReadFile(filepath.Join(p.home, "config", "mcp.json"))
	if err != nil || strings.Contains(string(text), "lister") {
		t.Errorf("mcp.json says %s (%v)", text, err)
	}
}

func TestServersOfAnotherHostAreImportedAndGivenWhatTheyAskFor(t *testing.T) {
	p := newPerson(t)
	program := builtProgram(t)
	file := filepath.Join(p.dir, "mcp.json")
	text := `{"inputs": [{"id": "key", "description": "Your key"}], "servers": { // mine
		"lister": {"type": "stdio", "command": "` + program + `", "args": ["mcp", "files", "--root", "` + p.dir + `"], "env": {"KEY": "${input:key}"}},
		"far": {"type": "http", "url": "http://127.0.0.1:9/mcp"}, "odd": {"type": "websocket", "url": "ws://x"}}}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	asked := p.deskhand("servers", "import", file).must(t, exitRefused)
	for _, want := range []string{"lister", "It asks for key (Your key).", "new: http://127.0.0.1:9/mcp", "Its type \"websocket\" is not known"} {
		if !strings.Contains(asked.out, want) {
			t.Errorf("it does not show %q: %s", want, asked.out)
		}
	}
	p.deskhand("servers", "import", file, "--yes").must(t, exitDone)
	if again := p.deskhand("servers", "import", file).must(t, exitDone); !strings.Contains(again.out, "There is nothing to add.") {
		t.Errorf("again: %s", again.out)
	}
	p.deskhand("servers", "trust", "lister", "--yes").must(t, exitRefused)
	p.deskhand("servers", "give", "lister", "other").must(t, exitUsage)
	give := p.command("servers", "give", "lister", "key")
	give.Stdin = strings.NewReader("a-secret\n")
	give.run(t).must(t, exitDone)
	p.deskhand("servers", "trust", "lister", "--yes").must(t, exitDone)
	if s := p.server("lister"); s["trusted"] != true {
		t.Errorf("it is %v", s)
	}
	kept, err := os.ReadFile(filepath.Join(p.home, "config", "mcp.json"))
	if err != nil || strings.Contains(string(kept), "a-secret") || !strings.Contains(string(kept), "${input:key}") {
		t.Errorf("mcp.json says %s (%v)", kept, err)
	}
	info, err := os.Stat(filepath.Join(p.home, "data", "inputs.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("what was given is kept as %v, %v", info, err)
	}
	far := p.deskhand("servers", "test", "far").must(t, exitRefused)
	if !strings.Contains(far.out, "http://127.0.0.1:9/mcp") || !strings.Contains(far.out, "It is on this computer.") {
		t.Errorf("an address is shown as %s", far.out)
	}
	if s := p.deskhand("servers", "test", "far", "--yes").must(t, exitFailed); !strings.Contains(s.err, "cannot be reached") {
		t.Errorf("where nobody listens: %s", s.err)
	}
}
