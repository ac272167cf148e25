//go:build shots

package main

import (
	"image"
	"testing"
)

// TestShotsOfACrash opens the window after the program was killed in the midst
// of a batch: it says how far that came, and brings every old name back.
func TestShotsOfACrash(t *testing.T) {
	for _, variant := range []string{"light", "dark"} {
		t.Run(variant, func(t *testing.T) {
			p := newCrowd(t, crashFiles)
			before := p.state()
			p.killInMidBatch()
			s := newScreen(t, screenWidth, screenHeight)
			s.dark = variant == "dark"
			s.open([]string{"DESKHAND_HOME=" + p.home, "FYNE_THEME=" + variant})
			s.see("every file is there") // the last time, on the first page
			s.waitUntilStill()
			s.shot("home-after-a-crash-" + variant)
			s.rail(pageActivity)
			s.see("Everything Deskhand changed, newest first.")
			s.see("every file is there")
			s.waitUntilStill()
			s.shot("activity-after-a-crash-" + variant)
			finish := s.filledIn(accents[variant], image.Rect(screenWidth/2, 80, screenWidth, 200))
			s.clickAt(finish.Add(image.Pt(finish.Dx(), 0))) // the button next to it, Roll back
			s.see("renames?")
			s.shot("roll-back-asked-" + variant)
			s.yes()
			s.eventually("every name is back", func() bool {
				names, _ := same(before, p.state())
				return names
			})
			s.see("all names restored")
			s.waitUntilStill()
			s.shot("rolled-back-" + variant)
		})
	}
}
