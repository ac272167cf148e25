package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

// cancelLimit is how long a turn may go on after Ctrl+C.
const cancelLimit = time.Second

func TestCtrlCDuringAToolEndsTheTurnWithinASecondAndLeavesNoProcess(t *testing.T) {
	p := newPerson(t)
	p.readsAfresh()
	s := ollamatest.Start(t)
	s.Model("m", ollamatest.Tools()).Replies(ollamatest.Say("I look at them.").Call("triage_propose", fmt.Sprintf(`{"paths":[%q]}`, p.dir)))
	c := p.command("ask", "what would you rename here?", "--in", p.dir, "--model", "m", "--json").with(s)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), `"type":"progress"`) { // the tool is in the middle of its work
	}
	children := descendants(t, c.Process.Pid)
	began := time.Now()
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var events []map[string]any
	ended := time.Duration(0)
	for lines.Scan() {
		var e map[string]any
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatalf("not a line of JSON: %q", lines.Text())
		}
		events, ended = append(events, e), time.Since(began)
	}
	_ = c.Wait() // how it ended is looked at below
	t.Logf("the turn ended %s after Ctrl+C, the program with %d processes after %s", ended, len(children), time.Since(began))
	if ended > cancelLimit || len(events) < 2 || len(children) < 4 {
		t.Fatalf("the turn ended after %s with %d events, among %d processes", ended, len(events), len(children))
	}
	last := events[len(events)-1]
	if last["type"] != "turn_ended" || last["reason"] != "cancelled" || c.ProcessState.ExitCode() != exitCancelled || !strings.HasSuffix(errs.String(), "Cancelled.\n") {
		t.Errorf("exit %d, the last event %v, said %q", c.ProcessState.ExitCode(), last, errs.String())
	}
	for _, e := range events {
		if e["type"] == "tool_finished" && e["status"] != "cancelled" {
			t.Errorf("the call ended %v", e["status"])
		}
	}
	for pid, began := range children {
		if still := startOf(pid); still == began {
			t.Errorf("process %d is left running", pid)
		}
	}
	p.goesOnAfterCancel()
}

// goesOnAfterCancel asks once more in the same conversation.
func (p *person) goesOnAfterCancel() {
	p.t.Helper()
	events := p.command("ask", "what is in this folder?", "--in", p.dir, "--continue", "--model", "none", "--json").run(p.t).must(p.t, 0).lines(p.t)
	if last := events[len(events)-1]; last["reason"] != "answered" {
		p.t.Errorf("the next turn ended %v", last)
	}
}

// descendants are all processes that a process has started, each with the time
// that it was started at: a number may be given to another one later.
func descendants(t *testing.T, of int) map[int]string {
	t.Helper()
	found := map[int]string{}
	for grown := true; grown; {
		grown = false
		stats, err := filepath.Glob("/proc/[0-9]*/stat")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range stats {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file))) // the pattern has digits alone
			fields := statOf(pid)
			if found[pid] != "" || len(fields) < 20 {
				continue
			}
			parent, _ := strconv.Atoi(fields[1])
			if parent == of || found[parent] != "" {
				found[pid], grown = fields[19], true
			}
		}
	}
	return found
}

// statOf gives the fields of /proc/PID/stat behind the name: state, parent, …;
// the twentieth is when the process was started. None when it has ended.
func statOf(pid int) []string {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	_, rest, _ := strings.Cut(string(raw), ") ")
	return strings.Fields(rest)
}

// startOf says when a process was started that still runs; "" when it has ended
// and only waits to be asked how.
func startOf(pid int) string {
	fields := statOf(pid)
	if len(fields) < 20 || fields[0] == "Z" {
		return ""
	}
	return fields[19]
}

// Ctrl+C while scans are read, and nothing is added or left.
func TestCtrlCWhileScansAreReadAddsNothing(t *testing.T) {
	p := newPerson(t)
	p.readsAfresh()
	before := namesIn(t, p.dir)
	c := p.command("ocr", p.dir, "--yes", "--json")
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), `"done":5`) { // some are read, and others are being read
	}
	children := descendants(t, c.Process.Pid)
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest := ""
	for lines.Scan() {
		rest += lines.Text() + "\n"
	}
	_ = c.Wait() // how it ended is looked at below
	if c.ProcessState.ExitCode() != exitCancelled || strings.Contains(rest, `"type":"receipt"`) || len(children) < 4 {
		t.Errorf("exit %d among %d processes: %s", c.ProcessState.ExitCode(), len(children), rest)
	}
	if now := namesIn(t, p.dir); now != before {
		t.Errorf("there are %s", now)
	}
	// Of those that were read, all are gone; one that was being handed over just then is
	// cleared away later.
	if left, err := os.ReadDir(filepath.Join(p.cache(), "made")); err != nil || len(left) > runtime.NumCPU() {
		t.Errorf("%d files are left: %v", len(left), err)
	}
	for pid, began := range children {
		if startOf(pid) == began {
			t.Errorf("process %d is left running", pid)
		}
	}
}
