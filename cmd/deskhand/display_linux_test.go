package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// displayPatience is how long the window may take to say that it cannot open.
const displayPatience = 10 * time.Second

// notifier puts a notification service of our own before the system's programs, and
// returns the environment for it and what it was told so far.
func notifier(t *testing.T) (env string, notified func() string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "told")
	script := "#!/bin/sh\nprintf '%s\\n' \"$@\" >" + file + "\n"
	if err := os.WriteFile(filepath.Join(dir, "notify-send"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return "PATH=" + dir + ":" + os.Getenv("PATH"), func() string {
		text, _ := os.ReadFile(file) // nothing was told
		return string(text)
	}
}

// cannotOpen runs the window where it cannot open and looks at how that ends.
func (p *person) cannotOpen(says string, env ...string) {
	p.t.Helper()
	notify, notified := notifier(p.t)
	c := p.command()
	c.Env = append(c.Env, append(env, notify)...)
	began := time.Now()
	s := c.run(p.t).must(p.t, exitFailed)
	if took := time.Since(began); took > displayPatience {
		p.t.Errorf("it took %s", took)
	}
	sentence := strings.TrimSpace(s.err)
	if !strings.Contains(sentence, says) || strings.Contains(sentence, "\n") || s.out != "" {
		p.t.Errorf("said %q and %q", s.err, s.out)
	}
	if !strings.Contains(notified(), sentence) {
		p.t.Errorf("the desktop was told %q", notified())
	}
	if _, err := os.Stat(filepath.Join(p.home, "data", "deskhand.db")); err == nil {
		p.t.Error("it began with the database")
	}
}

func TestADisplayIsNotNeededForVerbsAndItsLackIsSaid(t *testing.T) {
	needsWindow(t)
	silent, err := net.Listen("unix", "@/tmp/.X11-unix/X4243") // takes connections and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	for name, row := range map[string]struct {
		says string
		env  []string
	}{
		"none":         {"There is no display", []string{"DISPLAY=", "WAYLAND_DISPLAY="}},
		"one too many": {"There is no display", []string{"DISPLAY=:4242", "WAYLAND_DISPLAY="}},
		"silent":       {"There is no display", []string{"DISPLAY=:4243", "WAYLAND_DISPLAY="}},
		"Wayland only": {"XWayland", []string{"DISPLAY=", "WAYLAND_DISPLAY=wayland-0"}},
	} {
		t.Run(name, func(t *testing.T) { newCrowd(t, 0).cannotOpen(row.says, row.env...) })
	}
	newCrowd(t, 0).deskhand("version").must(t, 0)
}

func TestAWindowThatIsNotInstalledIsSaidWithWhatToDo(t *testing.T) {
	alone := filepath.Join(t.TempDir(), "deskhand")
	if err := os.Link(builtProgram(t), alone); err != nil {
		t.Fatal(err)
	}
	notify, notified := notifier(t)
	p := newCrowd(t, 0)
	c := p.command(p.dir)
	c.Path = alone
	c.Env = append(c.Env, "DISPLAY=:4242", notify)
	s := c.run(t).must(t, exitFailed)
	for _, part := range []string{"deskhand-window", "make build", "deskhand triage FOLDER"} {
		if !strings.Contains(s.err, part) || !strings.Contains(notified(), part) {
			t.Errorf("%q is not in %q or %q", part, s.err, notified())
		}
	}
}

func TestAtATerminalTheDesktopIsNotToldToo(t *testing.T) {
	notify, notified := notifier(t)
	w := newTTY(t)
	c := newCrowd(t, 0).command()
	c.Env = append(c.Env, "DISPLAY=", "WAYLAND_DISPLAY=", notify)
	w.runs(c)
	w.sees("There is no display")
	_ = c.Wait() // its code is looked at
	if code := c.ProcessState.ExitCode(); code != exitFailed || notified() != "" {
		t.Errorf("exit %d, told %q", code, notified())
	}
}
