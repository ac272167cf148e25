package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// nobody is the user that has no rights anywhere.
const nobody = 65534

// asNobody hands what a person needs over to nobody, so that permissions mean
// something when the tests are run by root, whom none stop.
func asNobody(t *testing.T, p *person) {
	t.Helper()
	if os.Getuid() != 0 {
		return
	}
	if err := os.Chown(p.home, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{p.home, p.dir, builtProgram(t)} {
		for dir := filepath.Dir(path); dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// dropTo makes a command run as nobody when root runs the tests.
func dropTo(c *exec.Cmd) {
	if os.Getuid() == 0 {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
}

func TestAFolderWithoutPermissionSaysSo(t *testing.T) {
	p := newPerson(t)
	asNobody(t, p)
	locked := filepath.Join(filepath.Dir(p.dir), "locked")
	if err := os.Mkdir(locked, 0o000); err != nil {
		t.Fatal(err)
	}
	c := p.command("triage", locked)
	dropTo(c.Cmd)
	s := c.run(t).must(t, exitFailed)
	if !strings.Contains(s.err, "does not allow") || !strings.Contains(s.err, locked) {
		t.Fatalf("said %q", s.err)
	}
}
