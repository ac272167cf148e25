package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/deskhand/deskhand/app/holder"
	"github.com/deskhand/deskhand/inference/ollamatest"
)

// held is a Deskhand that holds the database until its question is answered.
type held struct {
	*tty
	c command
}

// holds starts one: it asks whether to delete the conversations.
func (p *person) holds(env ...string) *held {
	p.t.Helper()
	h := &held{newTTY(p.t), p.command("sessions", "--delete-all")}
	h.c.Env = append(h.c.Env, env...)
	h.runs(h.c)
	h.sees("[y/N]")
	return h
}

// lets answers the question with no and waits for the end.
func (h *held) lets() {
	h.t.Helper()
	h.types("n")
	h.ended(exitRefused)
}

func (h *held) ended(code int) {
	h.t.Helper()
	_ = h.c.Wait() // its code is looked at
	if got := h.c.ProcessState.ExitCode(); got != code {
		h.t.Errorf("the holder ended with %d, want %d:\n%s", got, code, h.shows())
	}
}

func (p *person) socket() string { return filepath.Join(p.home, "data", "deskhand.sock") }

func TestVerbsAreDoneByTheOneThatHoldsTheDatabase(t *testing.T) {
	p := newCrowd(t, 3)
	before := p.state()
	h := p.holds()
	for path, mode := range map[string]os.FileMode{p.socket(): 0o600, filepath.Dir(p.socket()): 0o700} {
		if fi, err := os.Stat(path); err != nil || fi.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", path, fi.Mode(), err)
		}
	}

	// The working folder travels, and so does what is printed and its code.
	c := p.command("triage", ".", "--json", "--model", "none")
	c.Dir = p.dir
	events := c.run(t).must(t, 0).lines(t)
	if last := events[len(events)-1]; last["type"] != "plan_proposed" || !strings.Contains(fmt.Sprint(last["plan"]), p.dir) {
		t.Errorf("the plan is not of the working folder: %v", last["type"])
	}
	p.deskhand("ask", "what is in this folder?", "--in", p.dir, "--model", "none", "--json").must(t, 0)
	if sessions := p.deskhand("sessions", "--json").must(t, 0).lines(t); len(sessions) != 1 {
		t.Errorf("%d conversations", len(sessions))
	}
	if s := p.deskhand("sessions", "show", "nonsense").must(t, exitFailed); !strings.Contains(s.err, "no such conversation") || s.out != "" {
		t.Errorf("said %q and %q", s.out, s.err)
	}
	p.deskhand("triage", "--nonsense").must(t, exitUsage)

	// What changes files is approved as ever, and two at a time come out whole.
	var wait sync.WaitGroup
	others := []*person{p, {t: t, home: p.home, dir: newCrowd(t, 3).dir}}
	for _, o := range others {
		wait.Go(func() {
			s := o.command("triage", o.dir, "--yes", "--model", "none").run(t)
			if s.code != 0 || !strings.Contains(s.out, "Nothing was deleted") && !strings.Contains(s.out, "renamed") {
				t.Errorf("exit %d: %s%s", s.code, s.out, s.err)
			}
		})
	}
	wait.Wait()
	if names, contents := same(before, p.state()); names || !contents {
		t.Errorf("same names %v, same contents %v", names, contents)
	}
	if strings.Contains(h.shows(), "renamed") {
		t.Errorf("the holder shows what it did for others:\n%s", h.shows())
	}
	h.lets()
	p.deskhand("undo").must(t, 0)
	if _, err := os.Lstat(p.socket()); err == nil {
		t.Error("the socket is left behind")
	}
}

func TestTheQuestionIsAskedWhereTheVerbWasGiven(t *testing.T) {
	for _, row := range []struct {
		answer string
		code   int
	}{{"y", exitDone}, {"n", exitRefused}} {
		t.Run(row.answer, func(t *testing.T) {
			p := newCrowd(t, 3)
			before := p.state()
			h := p.holds()
			asked := newTTY(t)
			c := p.command("ask", "tidy this folder", "--in", p.dir, "--model", "none")
			asked.runs(c)
			asked.sees("N: no]")
			asked.types(row.answer)
			_ = c.Wait() // its code is looked at
			if code := c.ProcessState.ExitCode(); code != row.code {
				t.Errorf("exit %d:\n%s", code, asked.shows())
			}
			names, contents := same(before, p.state())
			if !contents || names != (row.answer == "n") {
				t.Errorf("after %q: same names %v, same contents %v", row.answer, names, contents)
			}
			if strings.Contains(h.shows(), "N: no]") {
				t.Errorf("the holder was asked:\n%s", h.shows())
			}
			h.lets()
		})
	}
}

func TestWithoutATerminalNobodyIsAskedThroughTheHolderEither(t *testing.T) {
	p := newCrowd(t, 3)
	before := p.state()
	h := p.holds()
	p.deskhand("ask", "tidy this folder", "--in", p.dir, "--model", "none").must(t, exitRefused)
	if names, _ := same(before, p.state()); !names {
		t.Error("files were renamed that nobody approved")
	}
	id := p.deskhand("sessions", "--json").must(t, 0).lines(t)[0]["id"].(string)
	s := p.deskhand("sessions", "delete", id).must(t, exitRefused)
	if !strings.Contains(s.err, "--yes") {
		t.Errorf("said %q", s.err)
	}
	h.lets()
}

// blocked is a model that answers when the test lets it.
func blocked(t *testing.T) (*ollamatest.Server, *ollamatest.Model, func()) {
	s, gate := ollamatest.Start(t), make(chan struct{})
	m := s.Model("m", ollamatest.Tools()).Replies(ollamatest.Say().Wait(gate).Say("Here is my answer."))
	open := sync.OnceFunc(func() { close(gate) })
	t.Cleanup(open)
	return s, m, open
}

// asks starts a request that the model of blocked has, and returns once it has it.
func (p *person) asks(s *ollamatest.Server, m *ollamatest.Model) (c command, out, errs *bytes.Buffer) {
	p.t.Helper()
	c, out, errs = p.command("ask", "what is in this folder?", "--in", p.dir, "--model", "m").with(s), new(bytes.Buffer), new(bytes.Buffer)
	c.Stdout, c.Stderr = out, errs
	if err := c.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	p.until("the model is asked", func() bool { return len(m.Requests()) > 0 })
	return c, out, errs
}

// until waits for something that another process does.
func (p *person) until(what string, holds func() bool) {
	p.t.Helper()
	late := time.After(ttyPatience)
	for tick := time.NewTicker(5 * time.Millisecond); !holds(); {
		select {
		case <-tick.C:
		case <-late:
			p.t.Fatalf("never so: %s", what)
		}
	}
}

func TestAHolderWaitsForTheVerbsOfOthers(t *testing.T) {
	p := newCrowd(t, 3)
	s, m, open := blocked(t)
	h := p.holds("OLLAMA_HOST=" + s.Host())
	c, out, errs := p.asks(s, m)
	h.types("n")
	h.sees("Waiting for another command")
	p.deskhand("sessions").must(t, 0) // and goes on with new ones meanwhile
	open()
	if err := c.Wait(); err != nil || !strings.Contains(out.String(), "Here is my answer.") {
		t.Errorf("%v: %s%s", err, out, errs)
	}
	h.ended(exitRefused)
}

func TestASecondCtrlCInTheHolderEndsTheVerbsOfOthersAndTheySaySo(t *testing.T) {
	p := newCrowd(t, 3)
	s, m, _ := blocked(t)
	h := p.holds("OLLAMA_HOST=" + s.Host())
	c, _, errs := p.asks(s, m)
	h.types("n")
	h.sees("Waiting for another command")
	_ = h.c.Process.Signal(os.Interrupt)
	_ = c.Wait() // its code is looked at
	if code := c.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(errs.String(), "ended before it was done") {
		t.Errorf("exit %d, said %q", code, errs)
	}
	h.ended(exitRefused)
}

func TestCtrlCAndTheDeathOfACallerEndItsVerbAndNoOther(t *testing.T) {
	for name, end := range map[string]func(*os.Process) error{
		"Ctrl+C": func(c *os.Process) error { return c.Signal(os.Interrupt) },
		"death":  (*os.Process).Kill,
	} {
		t.Run(name, func(t *testing.T) {
			p := newCrowd(t, 3)
			s, m, _ := blocked(t)
			h := p.holds("OLLAMA_HOST=" + s.Host())
			c, _, errs := p.asks(s, m)
			if err := end(c.Process); err != nil {
				t.Fatal(err)
			}
			_ = c.Wait() // its code is looked at
			if code := c.ProcessState.ExitCode(); name == "Ctrl+C" && (code != exitCancelled || errs.String() != "Cancelled.\n") {
				t.Errorf("exit %d, said %q", code, errs)
			}
			p.deskhand("sessions").must(t, 0)
			h.lets() // it ends, so that nothing of the other verb is left in it
		})
	}
}

func TestAKilledHolderIsSaidAndItsSocketTakenOver(t *testing.T) {
	p := newCrowd(t, 3)
	s, m, _ := blocked(t)
	h := p.holds("OLLAMA_HOST=" + s.Host())
	c, _, errs := p.asks(s, m)
	_ = h.c.Process.Kill()
	_ = h.c.Wait()
	_ = c.Wait() // its code is looked at
	if code := c.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(errs.String(), "ended before it was done") {
		t.Errorf("exit %d, said %q", code, errs)
	}
	if fi, err := os.Lstat(p.socket()); err != nil || fi.Mode()&os.ModeSocket == 0 {
		t.Fatalf("the killed one left no socket: %v, %v", fi, err)
	}
	p.deskhand("sessions").must(t, 0)
	p.holds().lets()
}

func TestAHolderThatDoesNotAnswerIsSaidToRun(t *testing.T) {
	p := newCrowd(t, 3)
	h := p.holds()
	if err := h.c.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	s := p.deskhand("sessions").must(t, exitFailed)
	if took := time.Since(began); took < holder.AnswerLimit || took > 5*holder.AnswerLimit {
		t.Errorf("it took %s", took)
	}
	if !strings.Contains(s.err, "already running") {
		t.Errorf("said %q", s.err)
	}
	if err := h.c.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	p.deskhand("sessions").must(t, 0)
	h.lets()
}

func TestManyStartsAtOnceAreAllDone(t *testing.T) {
	p := newCrowd(t, 3)
	var wait sync.WaitGroup
	for i := range 5 {
		wait.Go(func() {
			s := p.command("ask", fmt.Sprintf("what can you do, %d?", i), "--model", "none").run(t)
			if s.code != 0 || s.out == "" {
				t.Errorf("exit %d: %s", s.code, s.err)
			}
		})
	}
	wait.Wait()
	if sessions := p.deskhand("sessions", "--json").must(t, 0).lines(t); len(sessions) != 5 {
		t.Errorf("%d conversations", len(sessions))
	}
}

func TestALongPathOfTheDataIsServedToo(t *testing.T) {
	p := newCrowd(t, 3)
	p.home = filepath.Join(p.home, strings.Repeat("a long name ", 12), "home")
	if err := os.MkdirAll(p.home, 0o700); err != nil {
		t.Fatal(err)
	}
	h := p.holds()
	p.deskhand("sessions").must(t, 0)
	if fi, err := os.Lstat(p.socket()); err != nil || fi.Mode()&os.ModeSocket == 0 {
		t.Errorf("the socket is not in the data folder: %v", err)
	}
	h.lets()
	if _, err := os.Lstat(p.socket()); err == nil {
		t.Error("the socket is left behind")
	}
}

func TestAnotherOllamaThanTheHoldersIsSaid(t *testing.T) {
	p := newCrowd(t, 3)
	s, m, open := blocked(t)
	open()
	h := p.holds("OLLAMA_HOST=" + s.Host())
	c, out, errs := p.asks(s, m)
	if err := c.Wait(); err != nil || errs.Len() != 0 && strings.Contains(errs.String(), "OLLAMA_HOST") {
		t.Errorf("the same one: %v, said %q", err, errs)
	}
	other := p.command("ask", "what is in this folder?", "--in", p.dir, "--model", "m")
	other.Env = append(other.Env, "OLLAMA_HOST=127.0.0.1:1")
	said := other.run(t).must(t, 0)
	if !strings.Contains(said.err, "OLLAMA_HOST is 127.0.0.1:1 here") || !strings.Contains(said.err, s.Host()) || !strings.Contains(out.String(), "answer") {
		t.Errorf("said %q", said.err)
	}
	quiet := p.command("history")
	quiet.Env = append(quiet.Env, "OLLAMA_HOST=127.0.0.1:1")
	if said := quiet.run(t).must(t, 0); strings.Contains(said.err, "OLLAMA_HOST") {
		t.Errorf("a verb without models said %q", said.err)
	}
	h.lets()
}

func TestAnotherVersionIsToBeQuitFirst(t *testing.T) {
	p := newCrowd(t, 3)
	data := filepath.Dir(p.socket())
	if err := os.MkdirAll(data, 0o700); err != nil {
		t.Fatal(err)
	}
	old, err := holder.Listen(data, "0.1", func(context.Context, holder.Command) int {
		t.Error("another version did the work")
		return 0
	})
	if err != nil {
		t.Fatal(err)
	}
	s := p.deskhand("sessions").must(t, exitFailed)
	if !strings.Contains(s.err, "Deskhand 0.1 is already running") || !strings.Contains(s.err, "Quit it first") {
		t.Errorf("said %q", s.err)
	}
	old.Close(t.Context())
}

func TestWhatIsNoSocketInItsPlaceIsLeftThere(t *testing.T) {
	p := newCrowd(t, 3)
	if err := os.MkdirAll(filepath.Dir(p.socket()), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.socket(), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	h := p.holds()
	if s := p.deskhand("sessions").must(t, exitFailed); !strings.Contains(s.err, "already running") {
		t.Errorf("said %q", s.err)
	}
	h.lets()
	if text, err := os.ReadFile(p.socket()); err != nil || string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAVerbThroughAHolderFailsWhereItsAnswerCannotBeWritten(t *testing.T) {
	p := newCrowd(t, 3)
	h := p.holds()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = full.Close() }()
	c := p.command("ask", "what is in this folder?", "--in", p.dir, "--model", "none")
	var errs strings.Builder
	c.Stdout, c.Stderr = full, &errs
	_ = c.Run() // its code is looked at
	if code := c.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(errs.String(), "the disk is full") {
		t.Errorf("exit %d, said %q", code, errs.String())
	}
	h.lets()
}

func TestAnotherPersonIsNotServed(t *testing.T) {
	if os.Getuid() != 0 {
		t.Log("only root can be another person")
		return
	}
	p := newCrowd(t, 3)
	h := p.holds()
	for _, path := range []string{p.home, filepath.Dir(p.socket()), p.socket()} { // as if the modes did not hold
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	asNobodyMayRead(t, p)
	c := exec.Command(builtProgram(t), "sessions")
	c.Env = append(os.Environ(), "DESKHAND_HOME="+p.home, "HOME="+t.TempDir())
	dropTo(c)
	out, err := c.CombinedOutput()
	if err == nil {
		t.Errorf("another person was served: %s", out)
	}
	h.lets()
}

// asNobodyMayRead lets nobody reach the program and the home.
func asNobodyMayRead(t *testing.T, p *person) {
	t.Helper()
	for _, path := range []string{p.home, builtProgram(t)} {
		for dir := filepath.Dir(path); dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
}
