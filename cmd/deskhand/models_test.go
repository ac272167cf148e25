package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

// with sets the server that the program asks for models.
func (c command) with(s *ollamatest.Server) command {
	c.Env = append(c.Env, "OLLAMA_HOST="+s.Host())
	return c
}

func TestAModelThatFailsIsTriedAgainThenLeftAndNoToolRunsTwice(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	s.Model("a", ollamatest.Tools()).Replies(ollamatest.Status(500, "boom"))
	b := s.Model("b", ollamatest.Tools()).Replies(
		ollamatest.Call("files_list", fmt.Sprintf(`{"path":%q}`, p.dir)), ollamatest.Say("There are 16 files."))
	c := p.command("ask", "what is in this folder?", "--in", p.dir, "--model", "a,b", "--json").with(s)
	events := c.run(t).must(t, 0).lines(t)
	count := map[string]int{}
	for _, e := range events {
		count[e["type"].(string)]++
	}
	last := events[len(events)-1]
	if count["retrying"] != 3 || count["model_changed"] != 1 || count["tool_finished"] != 1 {
		t.Fatalf("%v", count)
	}
	if last["text"] != "There are 16 files." || last["model"] != "b" || last["reason"] != "answered" {
		t.Fatalf("ended %v", last)
	}
	if n := len(b.Requests()); n != 2 {
		t.Fatalf("b was asked %d times", n)
	}
}

func TestWithOllamaStoppedTheRulesAnswerAndItIsSaid(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	s.Stop()
	events := p.command("ask", "what is in this folder?", "--in", p.dir, "--model", "a,b", "--json").with(s).run(t).must(t, 0).lines(t)
	said := false
	for _, e := range events {
		said = said || e["type"] == "model_changed" && e["to"] == "rules"
	}
	if last := events[len(events)-1]; !said || last["model"] != "rules" || last["reason"] != "answered" {
		t.Fatalf("said %v, ended %v", said, last)
	}
	if s := p.command("models").with(s).run(t).must(t, exitFailed); !strings.Contains(s.err, "Ollama does not answer") {
		t.Fatalf("said %q", s.err)
	}
}

func TestAModelCannotChangeWhatNobodyApproved(t *testing.T) {
	p := newPerson(t)
	before := p.state()
	s := ollamatest.Start(t)
	s.Model("evil", ollamatest.Tools()).Replies(
		ollamatest.Call("files_move", fmt.Sprintf(`{"moves":[{"from":%q,"to":%q}],"plan_hash":"sha256:00"}`, p.dir+"/scan 12.png", p.dir+"/stolen.png")),
		ollamatest.Say("Done."))
	events := p.command("ask", "sort my things", "--in", p.dir, "--model", "evil", "--json").with(s).run(t).must(t, 0).lines(t)
	if names, _ := same(before, p.state()); !names {
		t.Fatal("something changed")
	}
	for _, e := range events {
		if e["type"] == "tool_finished" && e["status"] != "denied" {
			t.Fatalf("the move ended %v", e["status"])
		}
	}
}

func TestModelsAreListedInTheOrderOfTheChain(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	s.Model("here", ollamatest.Tools(), ollamatest.Context(4096))
	s.Model("away", ollamatest.Remote("cloud.example"))
	out := p.command("models", "--json").with(s).run(t).must(t, 0).lines(t)
	found := map[any]map[string]any{}
	for _, m := range out {
		found[m["name"]] = m
	}
	for name, want := range map[string]string{"here": "true 4096", "away": "false 32768"} {
		var m map[string]any
		for n, v := range found {
			if strings.HasPrefix(n.(string), name) {
				m = v
			}
		}
		if got := fmt.Sprint(m["local"], " ", m["window"]); got != want {
			t.Errorf("%s is %s, want %s: %v", name, got, want, out)
		}
	}
}
