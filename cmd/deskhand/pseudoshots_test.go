//go:build shots

package main

import (
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

// TestShotsOfThePseudoLocale looks at each page with every sentence accented,
// longer and in « »: what is not was never in the catalogue. Only names of files
// and models can be waited for, being nobody's sentences.
func TestShotsOfThePseudoLocale(t *testing.T) {
	p := newPerson(t)
	p.adds(p.lister(""))
	p.deskhand("triage", p.dir, "--model", "none", "--yes").must(t, exitDone)
	p.deskhand("ask", "what is in this folder?", "--in", p.dir, "--model", "none").must(t, exitDone)
	p.deskhand("undo").must(t, exitDone)
	ollama := ollamatest.Start(t)
	ollama.Model("qwen3:8b", ollamatest.Tools(), ollamatest.Sizes(5_200_000_000, 2_600_000_000))
	s := newScreen(t, screenWidth, screenHeight)
	s.open([]string{"DESKHAND_HOME=" + p.home, "DESKHAND_LOCALE=pseudo", "FYNE_THEME=light", "OLLAMA_HOST=" + ollama.Host()}, p.dir)
	s.see("Harbour Coffee House")
	s.waitUntilStill()
	s.shot("pseudo-plan")
	for _, page := range []struct {
		nth       int
		says, out string
	}{
		{pageChat, "", "chat"},
		{pageActivity, "Scans", "activity"},
		{pageModels, "qwen3:8b", "models"},
		{pageServers, "lister", "servers"},
		{pageSettings, "", "settings"},
		{pageHome, "", "home"},
	} {
		s.rail(page.nth)
		if page.says != "" {
			s.see(page.says)
		}
		s.waitUntilStill()
		s.shot("pseudo-" + page.out)
	}
}
