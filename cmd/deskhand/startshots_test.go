//go:build shots && linux

package main

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// again starts the program a second time on the screen, and returns how that ended.
func (s *screen) again(p *person, args ...string) said {
	s.t.Helper()
	c := p.command(args...)
	c.Env = append(c.Env, "DISPLAY="+s.display, "LIBGL_ALWAYS_SOFTWARE=1", "FYNE_THEME=light")
	return c.run(s.t)
}

// focused is the window that gets what is typed.
func (s *screen) focused() string {
	out, _ := s.command(context.Background(), "xdotool", "getwindowfocus").Output() // none is none
	return strings.TrimSpace(string(out))
}

func TestASecondStartShowsTheFirstWindowAndHandsItsPathsOver(t *testing.T) {
	p := newCrowd(t, 3)
	s := newScreen(t, screenWidth, screenHeight)
	first := s.open([]string{"DESKHAND_HOME=" + p.home, "FYNE_THEME=light"})
	s.see("Drop a folder or files")

	cover := s.command(context.Background(), "xmessage", "-geometry", "1200x700+0+0", "in front of it")
	if err := cover.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cover.Process.Kill(); _ = cover.Wait() })
	s.see("in front of it")
	s.do("search", "--sync", "--name", "xmessage", "windowfocus")
	s.eventually("the other window has the focus", func() bool { return s.focused() != s.window })

	began := s.again(p, p.dir).must(t, exitDone)
	if began.out != "" || began.err != "" {
		t.Errorf("said %q and %q", began.out, began.err)
	}
	s.eventually("the first window has the focus", func() bool { return s.focused() == s.window })
	s.see("Nothing is deleted or overwritten.")
	s.shot("second-start")

	// Verbs are done by the window meanwhile.
	if plans := s.again(p, "triage", p.dir, "--json", "--model", "none").must(t, exitDone).lines(t); len(plans) == 0 {
		t.Error("the verb did nothing")
	}
	s.again(p, "sessions").must(t, exitDone)
	closed(t, first)
	s.again(p, "sessions").must(t, exitDone)
}

// closed ends a window as a signal does and waits for it.
func closed(t *testing.T, c *exec.Cmd) {
	t.Helper()
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("the window ended with %v", err)
	}
}

func TestOfTwoWindowsStartedAtOnceOneOpensAndTheOtherHandsOver(t *testing.T) {
	p := newCrowd(t, 3)
	s := newScreen(t, screenWidth, screenHeight)
	var wait sync.WaitGroup
	var mu sync.Mutex
	var running []*exec.Cmd
	ended := make(chan int, 2)
	for range 2 {
		c := p.command(p.dir)
		c.Env = append(c.Env, "DISPLAY="+s.display, "LIBGL_ALWAYS_SOFTWARE=1", "FYNE_THEME=light")
		wait.Go(func() {
			if err := c.Start(); err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			running = append(running, c.Cmd)
			mu.Unlock()
			go func() { _ = c.Wait(); ended <- c.ProcessState.ExitCode() }()
		})
	}
	wait.Wait()
	t.Cleanup(func() {
		for _, c := range running {
			_ = c.Process.Kill()
		}
	})
	if code := <-ended; code != exitDone {
		t.Errorf("the other one ended with %d", code)
	}
	s.see("Nothing is deleted or overwritten.")
	select {
	case code := <-ended:
		t.Errorf("the first one ended too, with %d", code)
	default:
	}
}

func TestWithoutOpenGLTheWindowSaysSo(t *testing.T) {
	p := newCrowd(t, 0)
	s := newScreen(t, 800, 600, "-extension", "GLX")
	p.cannotOpen("needs OpenGL", "DISPLAY="+s.display)

	// Without a notification service, a window of the system's says it.
	s.again(p).must(t, exitFailed)
	s.do("search", "--sync", "--name", "Deskhand can't start")
	s.shot("no-opengl")
}
