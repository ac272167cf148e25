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
	if !strings.Contains(same.out, "is trusted as it is") {
		t.Errorf("a longer time for calls asks again: %s", same.out)
	}
	p.deskhand("servers", "edit", "lister", "--unset", "MODE", "--share-roots").must(t, exitDone)
	if s := p.server("lister"); s["state"] != "untrusted" || len(s["env"].([]any)) != 0 {
		t.Errorf("changed: %v", s)
	}
	p.deskhand("servers", "edit", "lister", "--", "/bin/false").must(t, exitDone)
	failed := p.deskhand("servers", "test", "lister", "--yes").must(t, exitFailed)
	if !strings.Contains(failed.err, "lister did not come up.") {
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
