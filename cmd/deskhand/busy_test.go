package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// A computer that is busy with other things is slower, and that is all: the plan of
// what it reads is the same, byte for byte, but for what names it. So is that of what it
// read before.
func TestABusyComputerMakesTheSamePlan(t *testing.T) {
	p := newPerson(t)
	p.readsAfresh()
	args := []string{"triage", "--model", "none"}
	for _, name := range []string{"scan 12.png", "IMG_2041.jpg", "facture-1.png", "document(7).pdf"} {
		args = append(args, filepath.Join(p.dir, name))
	}
	propose := func() string {
		file := filepath.Join(t.TempDir(), "p.json")
		p.deskhand(append(args, "--plan", file)...).must(t, exitDone)
		proposed := readPlanFile(t, file)
		if proposed["id"] == "" || proposed["hash"] == "" {
			t.Fatalf("the plan has no name: %v", proposed)
		}
		delete(proposed, "id")
		delete(proposed, "hash") // of the id, too
		encoded, err := json.MarshalIndent(proposed, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		return string(encoded)
	}
	quiet := propose()
	if again := propose(); again != quiet {
		t.Errorf("the second time the plan is\n%s\nand the first\n%s", again, quiet)
	}
	for range 2 * runtime.GOMAXPROCS(0) {
		loop := exec.Command("sh", "-c", "while :; do :; done")
		if err := loop.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = loop.Process.Kill()
			_ = loop.Wait()
		}()
	}
	other := newPerson(t)
	other.readsAfresh()
	p.home = other.home
	if busy := propose(); busy != quiet {
		t.Errorf("on a busy computer the plan is\n%s\nand else\n%s", busy, quiet)
	}
}
