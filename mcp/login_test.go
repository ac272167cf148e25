//go:build unix

package mcp

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func program(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// asked returns a Login that has been asked and is closed with the test.
func asked(t *testing.T, environ []string, file string) *Login {
	t.Helper()
	l := NewLogin(config().Reaper, environ, file)
	t.Cleanup(l.Close)
	return l
}

func TestASlowLoginShellIsLetFinishAndItsAnswerKept(t *testing.T) {
	dir := t.TempDir()
	gate, file := filepath.Join(dir, "gate"), filepath.Join(dir, "login.json")
	if err := syscall.Mkfifo(gate, 0o600); err != nil {
		t.Fatal(err)
	}
	shell := program(t, filepath.Join(dir, "shell"), "#!/bin/sh\nread -r line <"+gate+"\nprintf '__deskhand_path__/slow__deskhand_path__'\n")
	environ := []string{"HOME=" + dir, "SHELL=" + shell, "PATH=/usr/bin"}
	slow := asked(t, environ, file)
	if got := slow.Path(); got != "/usr/bin" || !slow.Late() {
		t.Fatalf("before it has told, the PATH is %q", got)
	}
	if err := os.WriteFile(gate, []byte("go\n"), 0); err != nil {
		t.Fatal(err)
	}
	<-slow.Asked()
	if got := slow.Path(); got != "/slow:/usr/bin" {
		t.Errorf("after it has told, the PATH is %q", got)
	}
	// Nothing has changed: if the shell ran again, it would block at the gate.
	if got := asked(t, environ, file).Path(); got != "/slow:/usr/bin" {
		t.Errorf("at the next start the PATH is %q", got)
	}
	if err := os.WriteFile(filepath.Join(dir, ".profile"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := asked(t, environ, file).Path(); got != "/usr/bin" {
		t.Errorf("with another profile the PATH is %q", got)
	}
}

func TestAProgramStartedFromAMenuFindsWhatALoginShellFinds(t *testing.T) {
	home := t.TempDir()
	npx := program(t, filepath.Join(home, "node", "bin", "npx"), "#!/bin/sh\n")
	profile := "echo Welcome back, have a nice day\nexport SECRET=hunter2\nexport PATH=\"$HOME/node/bin:/usr/bin:/bin\"\n"
	if err := os.WriteFile(filepath.Join(home, ".profile"), []byte(profile), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, shell := range []string{"/bin/sh", "/bin/bash"} {
		environ := []string{"HOME=" + home, "SHELL=" + shell, "PATH="}
		path := asked(t, environ, "").Path()
		if found, err := Locate("npx", path, home); err != nil || found != npx {
			t.Errorf("%s: npx is %q (%v) in %q", shell, found, err, path)
		}
	}
}

func TestTheFoldersOfTheLoginShellComeFirstAndOnlyFromTheRoot(t *testing.T) {
	dir := t.TempDir()
	shell := program(t, filepath.Join(dir, "shell"), "#!/bin/sh\nprintf '__deskhand_path__/other:/usr/bin:relative:__deskhand_path__'\n")
	got := asked(t, []string{"SHELL=" + shell, "PATH=/usr/bin::/bin"}, "").Path()
	if got != "/other:/usr/bin:/bin" {
		t.Errorf("the PATH is %q", got)
	}
}

func TestALoginShellThatHangsOrFailsAddsNothing(t *testing.T) {
	dir := t.TempDir()
	rows := []struct{ what, shell string }{
		{"it hangs, and so does what it has started", program(t, filepath.Join(dir, "hangs"), "#!/bin/sh\ntrap '' TERM\nsleep 60 &\nsleep 60\n")},
		{"it fails", program(t, filepath.Join(dir, "fails"), "#!/bin/sh\nexit 1\n")},
		{"it floods", program(t, filepath.Join(dir, "floods"), "#!/bin/sh\nexec yes\n")},
		{"it is not there", filepath.Join(dir, "nowhere")},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			got := asked(t, []string{"SHELL=" + row.shell, "PATH=/usr/bin:/bin"}, "").Path()
			if took := time.Since(began); got != "/usr/bin:/bin" || took > loginTime+slack {
				t.Errorf("after %s: %q", took, got)
			}
		})
	}
}

func TestOnlyARealProgramIsLocated(t *testing.T) {
	dir := t.TempDir()
	tool := program(t, filepath.Join(dir, "bin", "tool"), "#!/bin/sh\n")
	if err := os.WriteFile(filepath.Join(dir, "bin", "text"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	rows := []struct {
		what, command, path, want string
		err                       error
	}{
		{"in PATH", "tool", "/nowhere:" + dir + "/bin", tool, nil},
		{"by its path", tool, "", tool, nil},
		{"from the folder", "./bin/tool", "", tool, nil},
		{"no program", "text", dir + "/bin", "", fs.ErrNotExist},
		{"a folder", "bin", dir, "", fs.ErrNotExist},
		{"in a relative PATH", "tool", "bin:.", "", fs.ErrNotExist},
		{"a command line", "tool && curl example.org", dir + "/bin", "", fs.ErrNotExist},
		{"a text by its path", filepath.Join(dir, "bin", "text"), "", filepath.Join(dir, "bin", "text"), fs.ErrPermission},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			got, err := Locate(row.command, row.path, dir)
			if got != row.want || !errors.Is(err, row.err) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}
