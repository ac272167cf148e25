package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

// asksOfOthers is a conversation in which a model reads a file of ours and then
// hands a part of it to a server of somebody else's.
type asksOfOthers struct {
	*person
	model *ollamatest.Model
	host  string
}

func newAsksOfOthers(t *testing.T) *asksOfOthers {
	t.Helper()
	p := newPerson(t)
	p.adds(p.lister(""))
	p.deskhand("servers", "trust", "lister", "--yes").must(t, exitDone)
	o := ollamatest.Start(t)
	return &asksOfOthers{p, o.Model("meek", ollamatest.Tools()), o.Host()}
}

func (p *asksOfOthers) ask(answer string, more ...string) said {
	p.t.Helper()
	p.model.Replies(
		ollamatest.Call("files_list", fmt.Sprintf(`{"path":%q}`, p.dir)),
		ollamatest.Call("lister_find", fmt.Sprintf(`{"path":%q,"name":"private words"}`, p.dir)),
		ollamatest.Say("Done."))
	c := p.command(append([]string{"ask", "tidy this folder a bit", "--in", p.dir, "--model", "meek"}, more...)...)
	c.Env = append(c.Env, "OLLAMA_HOST="+p.host)
	c.Stdin = strings.NewReader(answer)
	got, code := c.run(p.t), exitRefused
	if p.sent() {
		code = exitDone
	}
	return got.must(p.t, code)
}

// sent reports whether the last call of the other server ran.
func (p *asksOfOthers) sent() bool {
	p.t.Helper()
	for _, call := range p.deskhand("history", "--audit", "--json").must(p.t, exitDone).lines(p.t) {
		if call["tool"] == "lister_find" { // newest first
			return call["verdict"] == "allow"
		}
	}
	p.t.Fatal("it was not called")
	return false
}

func TestWhatWasReadIsSentOnlyToAServerThatWasNamed(t *testing.T) {
	p := newAsksOfOthers(t)
	for _, approve := range []string{"none", "all"} {
		got := p.ask("", "--approve", approve)
		if p.sent() {
			t.Fatalf("--approve %s sent it", approve)
		}
		if !strings.Contains(got.err, "Nothing was sent to lister") || !strings.Contains(got.err, "--allow-send lister") {
			t.Errorf("--approve %s: it says %q", approve, got.err)
		}
	}
	if p.ask("", "--approve", "all", "--allow-send", "lister"); !p.sent() {
		t.Error("a server that was named did not get it")
	}
	if p.ask("", "--approve", "all"); p.sent() {
		t.Error("what was allowed for one run was sent in the next one")
	}
	nobody := p.deskhand("ask", "hello", "--allow-send", "nobody")
	if nobody.code != exitFailed || !strings.Contains(nobody.err, `There is no server "nobody"`) {
		t.Errorf("of a server that is not there: %+v", nobody)
	}
	p.deskhand("ask", "hello", "--allow-send", "files").must(t, exitRefused)
}

func TestAtTheTerminalItIsShownWhatWouldBeSentAndToWhom(t *testing.T) {
	p := newAsksOfOthers(t)
	got := p.ask("\n", "--approve", "ask")
	for _, part := range []string{"This would be sent to lister, a server that is not part of Deskhand.", `"name": "private words"`, "Send it with lister_find?", "N: no"} {
		if !strings.Contains(got.err, part) {
			t.Errorf("%q is not shown: %s", part, got.err)
		}
	}
	if p.sent() {
		t.Fatal("Enter sent it")
	}
	if p.ask("c\n", "--approve", "ask"); p.sent() {
		t.Error("a yes for the conversation is no answer to this question")
	}
	p.ask("r\n", "--approve", "ask")
	if !p.sent() || p.server("lister")["receives"] != true {
		t.Error("the mark was not taken")
	}
	listed := p.deskhand("grants").must(t, exitDone)
	id, words, _ := strings.Cut(strings.TrimSpace(listed.out), "  ")
	if words != "lister  may receive what was read here" {
		t.Errorf("listed is %q", listed.out)
	}
	if p.ask("", "--approve", "all"); !p.sent() {
		t.Error("the mark does not stand")
	}
	p.deskhand("grants", "revoke", id).must(t, exitDone)
	if p.ask("", "--approve", "all"); p.sent() {
		t.Error("a mark that was taken back stands")
	}
}

func TestAModelOnAnotherComputerIsAllowedByItsAddress(t *testing.T) {
	p := newPerson(t)
	models := func(host string, args ...string) said {
		c := p.command(append([]string{"models"}, args...)...)
		c.Env = append(c.Env, "OLLAMA_HOST="+host)
		return c.run(t)
	}
	const host = "192.0.2.1:1" // an address that nobody has
	const leaves = "Your requests, and names and text of files, would be sent to http://192.0.2.1:1."
	if s := models(host); s.code != exitRefused || !strings.Contains(s.err, "deskhand models allow") {
		t.Errorf("asked: %+v", s)
	}
	if s := models(host, "allow").must(t, exitRefused); !strings.Contains(s.out, leaves) {
		t.Errorf("it says %q", s.out)
	}
	if s := models("127.0.0.1:1", "allow", "--yes").must(t, exitDone); !strings.Contains(s.out, "nothing is sent elsewhere") {
		t.Errorf("of this computer it says %q", s.out)
	}
	models(host, "allow", "--yes").must(t, exitDone)
	if s := models(host, "allow").must(t, exitDone); !strings.Contains(s.out, "files, are sent to") {
		t.Errorf("once it is allowed it says %q", s.out)
	}
	if s := models("192.0.2.1:2"); s.code != exitRefused {
		t.Errorf("a yes to one port was one to another: %+v", s)
	}
	if s := models(host, "forbid").must(t, exitDone); !strings.Contains(s.out, "is no longer used") {
		t.Errorf("it says %q", s.out)
	}
	models(host).must(t, exitRefused)
}
