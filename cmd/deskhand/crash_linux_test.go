package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// crashFiles is how many files a batch has that is killed in its midst.
const crashFiles = 1500

// newCrowd is a person with a folder of n small letters.
func newCrowd(t *testing.T, n int) *person {
	t.Helper()
	p := &person{t: t, home: t.TempDir(), dir: filepath.Join(t.TempDir(), "Letters")}
	if err := os.Mkdir(p.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		text := fmt.Sprintf("Alder & Finch Ltd\nINVOICE\nInvoice No: AF-%04d\nInvoice date: 12 May 2026\nTotal due GBP %d.00\n", i, i+1)
		if err := os.WriteFile(filepath.Join(p.dir, fmt.Sprintf("scan %04d.txt", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// killInMidBatch tidies and kills the program, as a power cut would, as soon as
// it tells of the first files that were renamed.
func (p *person) killInMidBatch() {
	p.t.Helper()
	c := p.command("triage", p.dir, "--yes", "--json")
	out, err := c.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		p.t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for proposed := false; ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			break // it was faster than we are
		}
		if proposed && strings.HasPrefix(line, `{"type":"progress"`) {
			break
		}
		proposed = proposed || strings.HasPrefix(line, `{"type":"plan_proposed"`)
	}
	p.killAll()
	_ = c.Wait()
}

// killAll kills every process of the program that works for this person, its
// servers first: none of them gets to end anything.
func (p *person) killAll() {
	p.t.Helper()
	mine := "DESKHAND_HOME=" + p.home
	var servers, others []int
	environs, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		p.t.Fatal(err)
	}
	for _, file := range environs {
		environ, err := os.ReadFile(file)
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file))) // the pattern has digits alone
		if err != nil || pid == os.Getpid() || !slices.Contains(strings.Split(string(environ), "\x00"), mine) {
			continue
		}
		args, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
		if bytes.Contains(args, []byte("\x00mcp\x00")) && !bytes.Contains(args, []byte("\x00reap\x00")) {
			servers = append(servers, pid)
			continue
		}
		others = append(others, pid)
	}
	for _, pid := range append(servers, others...) {
		_ = syscall.Kill(pid, syscall.SIGKILL) // one that has ended by itself is as good
	}
}

// lastBatch is the newest entry of the history.
func (p *person) lastBatch() map[string]any {
	p.t.Helper()
	return p.deskhand("history", "--json").must(p.t, 0).lines(p.t)[0]
}

func TestAfterAKillEveryFileIsThereAndTheBatchIsRolledBackOrFinished(t *testing.T) {
	for _, way := range []string{"--roll-back", "--finish"} {
		t.Run(way, func(t *testing.T) {
			p := newCrowd(t, crashFiles)
			before := p.state()
			p.killInMidBatch()
			if _, contents := same(before, p.state()); !contents {
				t.Fatal("a file is not what it was")
			}
			last := p.lastBatch()
			t.Logf("%v: %v of %v", last["state"], last["done"], last["of"])
			id := last["batch"].(string)
			if last["state"] == "done" { // it was faster than the kill
				way = "--roll-back"
			}
			p.deskhand("undo", way, id).must(t, 0)
			names, contents := same(before, p.state())
			if !contents || names != (way == "--roll-back") {
				t.Fatalf("after %s: same names %v, same contents %v", way, names, contents)
			}
			if b := p.lastBatch(); way == "--finish" && (b["state"] != "done" || b["done"] != float64(crashFiles)) {
				t.Fatalf("after finishing: %v", b)
			}
			p.deskhand("undo", id)
			if names, _ := same(before, p.state()); !names {
				t.Fatal("the names are not back")
			}
		})
	}
}
