//go:build shots

package main

import (
	"strconv"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

// TestShotsOfLocales looks at each page in German, also in the smallest window, and in
// the pseudo-locale, which accents and lengthens every sentence and puts it in « »: a
// sentence without them is not in the catalogue. The test waits only for names of
// files and models, which are the same in every language.
func TestShotsOfLocales(t *testing.T) {
	for _, row := range []struct {
		name, locale  string
		width, height int
	}{
		{"pseudo", "pseudo", screenWidth, screenHeight},
		{"german", "de", screenWidth, screenHeight},
		{"german-small", "de", 900, 600},
	} {
		t.Run(row.name, func(t *testing.T) { lookAtPages(t, row.name, row.locale, row.width, row.height) })
	}
}

func lookAtPages(t *testing.T, name, locale string, width, height int) {
	p := newPerson(t)
	p.adds(p.lister(""))
	p.deskhand("triage", p.dir, "--model", "none", "--yes").must(t, exitDone)
	p.deskhand("ask", "what is in this folder?", "--in", p.dir, "--model", "none").must(t, exitDone)
	p.deskhand("undo").must(t, exitDone)
	ollama := ollamatest.Start(t)
	ollama.Model("qwen3:8b", ollamatest.Tools(), ollamatest.Sizes(5_200_000_000, 2_600_000_000))
	s := newScreen(t, width, height)
	s.open([]string{"DESKHAND_HOME=" + p.home, "DESKHAND_LOCALE=" + locale, "FYNE_THEME=light", "OLLAMA_HOST=" + ollama.Host()}, p.dir)
	s.do("windowsize", "--sync", s.window, strconv.Itoa(width), strconv.Itoa(height))
	s.see("Pine Street")
	s.waitUntilStill()
	s.shot(name + "-plan")
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
		s.shot(name + "-" + page.out)
	}
}
