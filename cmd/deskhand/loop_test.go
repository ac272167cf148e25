package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

func TestATurnThatGoesRoundInCirclesEndsWithALastWord(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	list := ollamatest.Call("files_list", fmt.Sprintf(`{"path":%q}`, p.dir))
	m := s.Model("m", ollamatest.Tools()).Replies(list, list, list, list, ollamatest.Say("I listed the folder; invented.pdf I did not read."))
	events := p.command("ask", "what is in this folder?", "--in", p.dir, "--model", "m", "--json").with(s).run(t).must(t, exitDone).lines(t)
	var kinds []string
	warned := false
	for _, e := range events {
		switch e["type"] {
		case "tool_finished":
			kind, _ := e["error_type"].(string)
			kinds = append(kinds, kind)
		case "warning":
			warned = warned || strings.Contains(e["text"].(string), "invented.pdf")
		}
	}
	last := events[len(events)-1]
	if want := []string{"", "repetition", "repetition", "repetition"}; !slices.Equal(kinds, want) || last["reason"] != "loop" || !warned {
		t.Fatalf("the calls ended %q, warned %v, ended %v", kinds, warned, last)
	}
	if n := len(m.Requests()); n != 5 {
		t.Errorf("the model was asked %d times", n)
	}
}

func TestWhatCanBeDoneIsAnsweredWithoutAskingTheModel(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	m := s.Model("m", ollamatest.Tools())
	said := p.command("ask", "Which tools do you have?", "--model", "m").with(s).run(t).must(t, exitDone)
	for _, part := range []string{
		"**Tidying up**\n", "**Files and folders**\n", "**Documents and pictures**\n",
		"- Move files (files_move)\n", "- Read a document, a picture or a text (documents_read)\n", "(triage_propose)\n", "(read_more)\n",
	} {
		if !strings.Contains(said.out, part) {
			t.Errorf("%q is not told in %s", part, said.out)
		}
	}
	if n := len(m.Requests()); n != 0 {
		t.Errorf("the model was asked %d times", n)
	}
}

func TestALongResultIsReadOnByItsHandle(t *testing.T) {
	p := newPerson(t)
	file := filepath.Join(p.dir, "long.txt")
	if err := os.WriteFile(file, []byte(strings.Repeat("0123456789", 1000)+"THE END"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := ollamatest.Start(t)
	s.Model("m", ollamatest.Tools()).Replies(ollamatest.Call("documents_read", fmt.Sprintf(`{"path":%q}`, file)), ollamatest.Say("It is long."))
	events := p.command("ask", "read long.txt", "--in", p.dir, "--model", "m", "--json").with(s).run(t).must(t, exitDone).lines(t)
	session := events[len(events)-1]["session"].(string)
	handle := ""
	for _, m := range p.deskhand("sessions", "show", session, "--json").must(t, exitDone).lines(t) {
		if h, ok := m["handle"].(string); ok {
			handle = h
		}
	}
	s.Model("n", ollamatest.Tools()).Replies(ollamatest.Call("read_more", fmt.Sprintf(`{"handle":%q,"offset":6000}`, handle)), ollamatest.Say("That is all."))
	events = p.command("ask", "read on", "--session", session, "--model", "n", "--json").with(s).run(t).must(t, exitDone).lines(t)
	for _, e := range events {
		if e["type"] != "tool_finished" {
			continue
		}
		text, _ := e["result"].(map[string]any)["text"].(string)
		if e["status"] != "ok" || e["truncated"] != false || !strings.Contains(text, "THE END") {
			t.Errorf("read_more ended %v: %.200s", e["status"], text)
		}
		return
	}
	t.Error("nothing was read")
}
