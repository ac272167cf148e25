//go:build shots

package main

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestShots does in the real window what a person would: drops a folder, edits
// a name, renames, looks at the receipt and takes it back. Each step is found by
// the words on the screen, kept as a picture and checked on the disk.
func TestShots(t *testing.T) {
	for _, variant := range []string{"light", "dark"} {
		t.Run(variant, func(t *testing.T) { tidyInTheWindow(t, variant) })
	}
}

// accents are the colours of the filled button.
var accents = map[string]color.RGBA{
	"light": {0x1F, 0x6F, 0x5C, 0xFF},
	"dark":  {0x57, 0xBF, 0xA4, 0xFF},
}

// rail goes to the nth page of the rail, from 0; its words are too small to be
// read with certainty.
func (s *screen) rail(nth int) {
	s.t.Helper()
	const first, step, height = 46, 56, 52 // pixels
	top := first + nth*step
	s.clickAt(image.Rect(8, top, 64, top+height))
}

// The pages, as the rail has them.
const (
	pageHome = iota
	pageChat
	pageActivity
	pageModels
	pageServers
	pageSettings
)

func tidyInTheWindow(t *testing.T, variant string) {
	p := newPerson(t)
	before := p.state()
	s := newScreen(t, screenWidth, screenHeight)
	s.dark = variant == "dark"
	s.open([]string{"DESKHAND_HOME=" + p.home, "FYNE_THEME=" + variant})
	s.see("Drop a folder or files")
	s.shot("home-empty-" + variant)

	s.drop(p.dir)
	s.see("Nothing is deleted or overwritten.")
	s.shot("plan-" + variant)
	s.do("key", "Down", "Down") // a receipt, with what was read on it
	s.see("Carrot cake")
	s.waitUntilStill()
	s.shot("plan-evidence-" + variant)
	if names, _ := same(before, p.state()); !names {
		t.Fatal("the plan changed the folder before it was approved")
	}

	s.rename("2026-03-14 Harbour Coffee House", "Coffee with Ada")
	s.waitUntilStill()
	s.shot("plan-edited-" + variant)

	s.clickAt(s.filled(accents[variant]))
	s.see("contents changed") // the zero before it reads as an O
	s.shot("receipt-" + variant)
	after := p.state()
	if names, contents := same(before, after); names || !contents {
		t.Fatalf("after renaming: same names %v, same contents %v", names, contents)
	}
	if _, there := after[filepath.Join(p.dir, "Coffee with Ada.jpg")]; !there {
		t.Fatal("the name that was typed is not on the disk")
	}

	s.do("key", "Return") // the receipt's filled button: Done
	s.see("Drop a folder or files")
	s.shot("home-" + variant)
	s.rail(pageActivity)
	s.see("Everything Deskhand changed, newest first.")
	s.shot("activity-" + variant)
	s.rail(pageHome)
	s.see("Drop a folder or files")
	s.click("Undo")
	s.see("renames?")
	s.shot("undo-asked-" + variant)
	s.yes()
	s.eventually("every name is back", func() bool {
		names, _ := same(before, p.state())
		return names
	})
	s.waitUntilStill()
	s.shot("undone-" + variant)

	s.do("key", "ctrl+k")
	s.do("type", "carrot")
	s.see("14/03/2026")
	s.waitUntilStill()
	s.shot("search-" + variant)
	s.do("key", "ctrl+t")
	s.see("Sonnenkorn")
	s.waitUntilStill()
	s.shot("table-" + variant)
}

// yes answers a question, from the safe answer that has the keyboard.
func (s *screen) yes() {
	s.t.Helper()
	s.do("key", "shift+Tab", "Return")
}

// rename clicks on a proposed name and types another one.
func (s *screen) rename(proposed, typed string) {
	s.t.Helper()
	s.click(proposed)
	s.do("key", "ctrl+a")
	s.do("type", typed)
	s.do("key", "Return")
}

// TestShotsOfTheSample tries everything on the files that are built in, as whoever has
// just installed it would.
func TestShotsOfTheSample(t *testing.T) {
	p := newPerson(t)
	s := newScreen(t, screenWidth, screenHeight)
	s.open([]string{"DESKHAND_HOME=" + p.home, "FYNE_THEME=light"})
	s.click("Try it with sample files")
	s.see("Nothing is deleted or overwritten.")
	s.shot("sample")
}

// TestShotsOfTrouble looks at the window when something is in its way.
func TestShotsOfTrouble(t *testing.T) {
	p := newPerson(t)
	s := newScreen(t, 900, 600)
	first := s.open([]string{"DESKHAND_HOME=" + p.home, "FYNE_THEME=light"}, filepath.Join(p.dir, "gone"))
	s.do("windowsize", "--sync", s.window, "900", "600")
	s.eventually("it says why, on red, which is not read with certainty", func() bool {
		return s.coloured(color.RGBA{0xFB, 0xE9, 0xE7, 0xFF}, image.Rect(96, 100, 880, 200)).Dx() > 400
	})
	s.waitUntilStill()
	s.shot("missing-folder")

	_ = first.Process.Signal(os.Interrupt)
	s.eventually("it has ended", func() bool {
		out, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(first.Process.Pid), "stat"))
		return len(out) == 0 || strings.Contains(string(out), ") Z ")
	})
}

// TestShotsOfPathsOnTheCommandLine opens the window with a folder dropped on it.
func TestShotsOfPathsOnTheCommandLine(t *testing.T) {
	p := newPerson(t)
	s := newScreen(t, 900, 600)
	s.open([]string{"DESKHAND_HOME=" + p.home}, p.dir)
	s.do("windowsize", "--sync", s.window, "900", "600")
	s.see("Nothing is deleted")
	s.shot("plan-small")
}
