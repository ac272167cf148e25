//go:build shots

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestShotsOfAWindowThatWasKilled kills the window with a plan under review, an edit
// and a half-typed question: they are there when it opens again.
func TestShotsOfAWindowThatWasKilled(t *testing.T) {
	p := newCrowd(t, 12)
	before := p.state()
	env := []string{"DESKHAND_HOME=" + p.home, "FYNE_THEME=light"}
	s := newScreen(t, screenWidth, screenHeight)
	first := s.open(env, p.dir)
	s.see("Nothing is deleted")
	s.do("key", "F2", "ctrl+a")
	s.do("type", "Coffee with Ada")
	s.do("key", "Return")
	s.see("Coffee with Ada")
	s.do("windowsize", "--sync", s.window, "1100", "700")
	s.rail(pageChat)
	s.see("Tidy this folder")
	s.do("type", "Which of these")
	s.rail(pageHome)
	s.eventually("the window has kept how it is", func() bool {
		kept, _ := os.ReadFile(filepath.Join(p.home, "data", "window.json"))
		return strings.Contains(string(kept), "Which of these") && strings.Contains(string(kept), `"page":"home"`) &&
			strings.Contains(string(kept), `"edited":true`)
	})
	p.killAll()
	_ = first.Wait()

	s.open(env)
	s.see("Coffee with Ada")
	s.waitUntilStill()
	s.shot("plan-after-a-kill")
	s.rail(pageChat)
	s.see("Which of these")
	s.shot("chat-after-a-kill")
	if names, contents := same(before, p.state()); !names || !contents {
		t.Error("the folder changed")
	}
}
