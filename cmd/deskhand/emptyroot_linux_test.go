package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// ocrOfAFewLines is a deskhand-ocr that needs no library. It only says what it
// reads.
const ocrOfAFewLines = `package main
import "os"
func main() { os.Stdout.WriteString("{\"engine\":\"5.0\",\"languages\":[\"eng\"]}\n") }`

// emptyRoot is a folder with nothing in it but the program and the papers of a
// person, to be the root of processes.
func emptyRoot(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	minutes, err := os.ReadFile("../../assets/sample/notes final FINAL.txt")
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(t.TempDir(), "main.go")
	if err := errors.Join(
		os.WriteFile(source, []byte(ocrOfAFewLines), 0o600),
		build("0", "-o", filepath.Join(root, "deskhand-ocr"), source),
		os.Link(builtProgram(t), filepath.Join(root, "deskhand")),
		os.Mkdir(filepath.Join(root, "papers"), 0o700),
		os.WriteFile(filepath.Join(root, "papers", "notes.txt"), minutes, 0o600),
	); err != nil {
		t.Fatal(err)
	}
	return root
}

// inRoot runs the program where root is /: there is no /proc and no /dev.
func inRoot(t *testing.T, root, name string, args ...string) said {
	t.Helper()
	c := &exec.Cmd{
		Path: "/deskhand", Args: append([]string{name}, args...), Dir: "/",
		Env: []string{"PATH=/", "DESKHAND_HOME=/home"}, SysProcAttr: &syscall.SysProcAttr{Chroot: root},
	}
	if os.Getuid() != 0 {
		c.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
		c.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
		c.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}
	}
	var out, errs strings.Builder
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) {
		t.Skipf("this kernel lets only root change the root of a process: %v", err)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return said{c.ProcessState.ExitCode(), out.String(), errs.String()}
}

func TestInAnEmptyRootTheMainJobIsDone(t *testing.T) {
	root := emptyRoot(t)
	if s := inRoot(t, root, "/deskhand", "version").must(t, exitDone); !strings.HasPrefix(s.out, "deskhand ") {
		t.Errorf("it says %q", s.out)
	}
	// By its name alone, it is found as a shell finds it.
	s := inRoot(t, root, "deskhand", "triage", "/papers", "--model", "none", "--yes").must(t, exitDone)
	if !strings.Contains(s.out, "1 in · 1 out · 0 contents changed") {
		t.Errorf("it says %q", s.out)
	}
	if _, err := os.Stat(filepath.Join(root, "papers", "2026-02-09 Minutes Garden Club Spring Planning.txt")); err != nil {
		t.Error(err)
	}
	if s := inRoot(t, root, "./deskhand", "undo").must(t, exitDone); !strings.Contains(s.out, "brought back") {
		t.Errorf("it says %q", s.out)
	}
	if s := inRoot(t, root, "/deskhand", "doctor"); !strings.Contains(s.out, "ok    reading") {
		t.Errorf("deskhand-ocr is not found or not started:\n%s", s.out)
	}
}
