package main

import (
	"bytes"
	"fmt"
	"os"
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

func TestAModelThatFailsUnderATriageInTheChatIsSaidInTheTurn(t *testing.T) {
	p := newPerson(t)
	p.configure("[models]\nretry_delay = \"10ms\"\n")
	s := ollamatest.Start(t)
	boom := ollamatest.Status(500, "boom")
	a := s.Model("a", ollamatest.Tools(), ollamatest.Context(0)).Replies(
		ollamatest.Call("triage_propose", fmt.Sprintf(`{"paths":[%q]}`, p.dir)), boom, boom, boom, boom, ollamatest.Say("Look at the plan."))
	s.Model("b").Replies(form())
	events := p.command("ask", "propose names for this folder", "--in", p.dir, "--model", "a,b", "--json").with(s).run(t).must(t, 0).lines(t)
	var told []string
	for _, e := range events {
		switch e["type"] {
		case "tool_started", "tool_finished":
			told = append(told, fmt.Sprint(e["type"], " ", e["tool"]))
		case "retrying":
			told = append(told, fmt.Sprint("retrying ", e["model"], " ", e["attempt"]))
		case "model_changed":
			told = append(told, fmt.Sprint(e["from"], " → ", e["to"], " in a call: ", e["call_id"] != nil))
		case "warning":
			if e["code"] == "window_guessed" {
				told = append(told, "warning")
			}
		}
	}
	want := "warning, tool_started triage_propose, retrying a 2, retrying a 3, retrying a 4, a → b in a call: true, tool_finished triage_propose"
	if got := strings.Join(told, ", "); got != want {
		t.Errorf("told %s\nwant %s", got, want)
	}
	if last := events[len(events)-1]; last["text"] != "Look at the plan." || last["model"] != "a" || len(a.Requests()) != 6 {
		t.Errorf("ended %v after %d requests", last, len(a.Requests()))
	}
}

func TestWithOllamaStoppedTheRulesAnswerAndItIsSaid(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	s.Stop()
	events := p.command("ask", "what is in this folder?", "--in", p.dir, "--model", "a,b", "--json").with(s).run(t).must(t, 0).lines(t)
	said := false
	for _, e := range events {
		said = said || e["type"] == "model_changed" && e["to"] == "rules" &&
			e["fault"] == "unreachable" && e["why"] == "no server answers at "+s.Host()
	}
	if last := events[len(events)-1]; !said || last["model"] != "rules" || last["reason"] != "answered" {
		t.Fatalf("said %v, ended %v", said, last)
	}
	if s := p.command("models").with(s).run(t).must(t, exitFailed); !strings.Contains(s.err, "Ollama is not running") {
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
	events := p.command("ask", "sort my things", "--in", p.dir, "--model", "evil", "--json").with(s).run(t).must(t, exitRefused).lines(t)
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

func TestWhereAWindowComesFromIsListedAndADefaultOneIsWarnedOf(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	s.Model("silent", ollamatest.Context(0)).Replies(ollamatest.Say("One."), ollamatest.Say("Two."))
	set := s.Model("set").Replies(ollamatest.Say("Three."))
	p.configure("[models]\nchain = [\"silent\", \"set\"]\n[budget]\nmodel_windows = { set = 4096 }\n")
	from := map[any]any{}
	for _, m := range p.command("models", "--json").with(s).run(t).must(t, exitDone).lines(t) {
		from[m["name"]] = m["window_from"]
	}
	if fmt.Sprint(from) != "map[rules:default set:latest:setting silent:latest:default]" {
		t.Errorf("listed %v", from)
	}
	warned := 0
	for _, e := range p.command("ask", "hello", "--json").with(s).run(t).must(t, exitDone).lines(t) {
		if e["type"] == "warning" && strings.Contains(e["text"].(string), "silent") && strings.Contains(e["text"].(string), "8192 tokens") {
			warned++
		}
	}
	if warned != 1 {
		t.Errorf("warned %d times", warned)
	}
	if said := p.command("ask", "hello", "--model", "set").with(s).run(t).must(t, exitDone); strings.Contains(said.err, "tokens") || set.Allocated() != 4096 {
		t.Errorf("said %q, gave %d tokens", said.err, set.Allocated())
	}
}

func TestAModelThatIsNotInstalledIsOfferedWhereverItIsNamed(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	s.Model("here").Replies(ollamatest.Say("Hello."))
	s.Model("away", ollamatest.Remote("cloud.example"))
	const offer = "Download it with: deskhand models pull gone"
	said := p.command("models", "use", "gone", "away", "Here", "here:latest").with(s).run(t).must(t, exitDone)
	if !strings.Contains(said.err, offer) || !strings.Contains(said.err, "away:latest: It runs on another computer") {
		t.Errorf("choosing said %q", said.err)
	}
	if said.out != "Used from now on: gone, then away, then here, then the built-in rules.\n" {
		t.Errorf("choosing said %q", said.out)
	}
	if said := p.command("ask", "hello", "--model", "gone, here").with(s).run(t).must(t, exitDone); said.out != "Hello.\n" || !strings.Contains(said.err, offer) {
		t.Errorf("asking said %q and %q", said.out, said.err)
	}
	missing := 0
	for _, e := range p.command("triage", p.dir, "--model", "gone,none.such,here", "--json").with(s).run(t).must(t, exitDone).lines(t) {
		if e["type"] == "model_changed" && e["missing"] == true {
			missing++
		}
	}
	if missing != 1 {
		t.Errorf("%d hops from a model that is missing", missing)
	}
	if said := p.command("models", "pull", "gone").with(s).run(t).must(t, exitFailed); !strings.Contains(said.err, "no such model to download") {
		t.Errorf("downloading said %q", said.err)
	}
}

func TestWhatNamesNoModelIsRefusedBeforeAnythingIsDone(t *testing.T) {
	p := newPerson(t)
	for _, names := range []string{",", "a,,b", " ", "a b", "none,a", "../x"} {
		for _, verb := range [][]string{{"ask", "hello"}, {"triage", p.dir}} {
			if said := p.deskhand(append(verb, "--model", names)...).must(t, exitUsage); !strings.Contains(said.err, "--model") {
				t.Errorf("%q said %q", names, said.err)
			}
		}
	}
}

func TestAModelIsDownloadedThenChosenAndListedInItsPlace(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	s.Pulls("new:1", ollamatest.PullStep{Status: "pulling manifest"}, ollamatest.Layer("sha256:1", 5e8, 1e9),
		ollamatest.Layer("sha256:1", 1e9, 1e9), ollamatest.PullStep{Status: "success"})
	p.command("models", "pull", "new:1").with(s).run(t).must(t, exitDone)
	p.command("models", "use", "new:1", "later").with(s).run(t).must(t, exitDone)
	out := p.command("models", "--json").with(s).run(t).must(t, exitDone).lines(t)
	var places []string
	for _, m := range out {
		places = append(places, fmt.Sprint(m["place"], m["name"], m["installed"]))
	}
	if got := strings.Join(places, " "); got != "1new:1true 2laterfalse 3rulestrue" {
		t.Fatalf("listed %s", got)
	}
	p.command("models", "use", "none").with(s).run(t).must(t, exitDone)
	if s := p.command("models", "use", "a\nb").with(s).run(t).must(t, exitUsage); !strings.Contains(s.err, "not the name of a model") {
		t.Fatalf("said %q", s.err)
	}
}

func TestABrokenOffDownloadIsKeptAndSaysSo(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	under := make(chan struct{})
	s.Pulls("a", ollamatest.Layer("sha256:1", 10, 100), ollamatest.PullStep{Freeze: true, Reached: func() { close(under) }})
	c := p.command("models", "pull", "a").with(s)
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	<-under
	_ = c.Process.Signal(os.Interrupt) // it runs until it is told to end
	_ = c.Wait()                       // how it ended is looked at below
	if code := c.ProcessState.ExitCode(); code != exitCancelled || !strings.Contains(errs.String(), "the same command resumes") {
		t.Fatalf("exit %d, said %q", code, errs.String())
	}
}

func TestAModelIsTriedOnFiveFilesAndNothingChanges(t *testing.T) {
	p := newPerson(t)
	before := p.state()
	s := ollamatest.Start(t)
	m := s.Model("m", ollamatest.Tools()).Replies(
		ollamatest.Call("files_list", fmt.Sprintf(`{"path":%q}`, p.dir)),
		form("kind", "letter", "issuer", "nobody who is there"), ollamatest.Say("no form"), ollamatest.Say("no form"), form())
	out := p.command("models", "try", "m", p.dir, "--json").with(s).run(t).must(t, exitDone).lines(t)[0]
	if out["of"] != 5.0 || len(out["files"].([]any)) != 5 || out["tool_call"] != true || out["valid"] != 4.0 {
		t.Fatalf("%v", out)
	}
	if out["verdict"] != "unreliable" {
		t.Fatalf("%v", out)
	}
	if n := len(m.Requests()); n != 7 {
		t.Fatalf("%d requests", n)
	}
	if names, contents := same(before, p.state()); !names || !contents {
		t.Fatal("something changed")
	}
	if said := p.command("models", "try", "gone", p.dir).with(s).run(t).must(t, exitFailed); !strings.Contains(said.err, "does not have this model") {
		t.Fatalf("said %q", said.err)
	}
	if out := p.command("models", "try", "m").with(s).run(t).must(t, exitDone); strings.Count(out.out, "fields in") != 5 {
		t.Fatalf("on the sample folder: %s", out.out)
	}
	s.Model("ill").Replies(ollamatest.Status(400, "no"))
	out = p.command("models", "try", "ill", p.dir, "--json").with(s).run(t).must(t, exitDone).lines(t)[0]
	if len(out["files"].([]any)) != 1 || out["verdict"] != "useless" {
		t.Fatalf("%v", out)
	}
	s.Model("away", ollamatest.Remote("cloud.example"))
	if said := p.command("models", "try", "away", p.dir).with(s).run(t).must(t, exitFailed); !strings.Contains(said.err, "another computer") {
		t.Fatalf("said %q", said.err)
	}
}
