package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// A server that is killed while it reads, as one that takes too much memory is, costs no
// file its name: those that it had in hand are read once more.
func TestAKilledReaderCostsNoFileItsName(t *testing.T) {
	p := newPerson(t)
	p.readsAfresh()
	propose := func(kill bool) map[string]string {
		file := filepath.Join(t.TempDir(), "plan.json")
		c := p.command("triage", p.dir, "--model", "none", "--json", "--plan", file)
		out, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if kill && strings.Contains(lines.Text(), `"what":"`) {
				kill = false
				killServer(t, c.Process.Pid, "documents")
			}
		}
		if err := c.Wait(); err != nil || kill {
			t.Fatalf("%v; no file was read: %v", err, kill)
		}
		return namesInPlan(t, file)
	}
	killed := propose(true)
	p.home = newPerson(t).home
	p.readsAfresh()
	if whole := propose(false); !maps.Equal(killed, whole) {
		t.Errorf("after a kill the names are\n%q\nand else\n%q", killed, whole)
	}
}

// killServer kills a server of ours that a process started.
func killServer(t *testing.T, of int, name string) {
	t.Helper()
	killed := 0
	for pid := range descendants(t, of) {
		args, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if bytes.Contains(args, []byte("\x00mcp\x00"+name)) && !bytes.Contains(args, []byte("\x00reap\x00")) {
			if err := syscall.Kill(pid, syscall.SIGKILL); err == nil {
				killed++
			}
		}
	}
	if killed != 1 {
		t.Fatalf("%d servers were killed", killed)
	}
}

// namesInPlan returns the names that a saved plan proposes, ready or to look at, by the
// present ones. How sure a reader is of the same words differs from one to another.
func namesInPlan(t *testing.T, file string) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var p plan.Plan
	if err := json.Unmarshal(raw, &p); err != nil {
		t.Fatal(err)
	}
	names := make(map[string]string, len(p.Items))
	for _, item := range p.Items {
		names[filepath.Base(item.From)] = filepath.Base(item.To)
	}
	return names
}
