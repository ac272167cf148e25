//go:build shots

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestShotsOfDuplicates looks for duplicates where a page was scanned twice and a file
// copied, puts the copy aside and takes that back.
func TestShotsOfDuplicates(t *testing.T) {
	for _, variant := range []string{"light", "dark"} {
		t.Run(variant, func(t *testing.T) { findDuplicates(t, variant) })
	}
}

func findDuplicates(t *testing.T, variant string) {
	p := newPerson(t)
	data, err := os.ReadFile(filepath.Join(p.dir, "scan 12.png"))
	if err == nil {
		err = os.WriteFile(filepath.Join(p.dir, "scan 12 (1).png"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	scannedAgain(t, filepath.Join(p.dir, "facture-1.png"), filepath.Join(p.dir, "phone.jpg"))
	before := namesIn(t, p.dir)
	p.deskhand("library", "add", p.dir).must(t, exitDone)

	s := newScreen(t, screenWidth, screenHeight)
	s.dark = variant == "dark"
	s.open([]string{"DESKHAND_HOME=" + p.home, "FYNE_THEME=" + variant, "OLLAMA_HOST=127.0.0.1:1"})
	s.see("Drop a folder or files")
	s.do("key", "ctrl+d")
	s.see("another scan") // the last that is found
	s.waitUntilStill()
	s.shot("duplicates-" + variant)
	s.do("key", "Down")
	s.waitUntilStill()
	s.shot("duplicates-copy-" + variant)
	s.clickAt(s.filled(accents[variant]))
	s.see("moved into")
	s.waitUntilStill()
	s.shot("duplicates-aside-" + variant)
	if aside := namesIn(t, filepath.Join(p.dir, "Duplicates")); aside != "scan 12 (1).png" && aside != "scan 12.png" {
		t.Errorf("put aside are %s", aside)
	}
	s.do("key", "Return") // Undo has the keyboard
	s.eventually("the file is back", func() bool { return namesIn(t, p.dir) == before })
	s.waitUntilStill()
	s.shot("duplicates-undone-" + variant)
}
