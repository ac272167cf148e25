//go:build shots

package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

// TestShotsOfPages goes through the pages as someone does who has just got
// Deskhand: from Basic mode to a model of their own, tried on the sample; then a
// server, looked at before it is started; then the settings and what the tools
// were called for. Each step is kept as a picture.
func TestShotsOfPages(t *testing.T) {
	for _, variant := range []string{"light", "dark"} {
		t.Run(variant, func(t *testing.T) { turnPages(t, variant) })
	}
}

func turnPages(t *testing.T, variant string) {
	p := newPerson(t)
	p.adds(p.lister("") + `, "weather": {"command": "npx", "args": ["-y", "@acme/weather"], "env": {"API_KEY": "secret"}}`)
	ollama := ollamatest.Start(t)
	best := p.recommended(ollama)
	slowly(ollama, best)
	s := newScreen(t, screenWidth, screenHeight)
	s.dark = variant == "dark"
	shot := func(name string) {
		s.waitUntilStill()
		s.shot(name + "-" + variant)
	}
	s.open([]string{"DESKHAND_HOME=" + p.home, "FYNE_THEME=" + variant, "OLLAMA_HOST=" + ollama.Host()})
	s.see("Basic mode: no model yet")
	shot("home-basic")

	s.click("Get better names")
	s.see("GB of memory")
	shot("models-none")
	s.do("key", "Return") // the filled button
	s.see("of 5.0 GB")
	s.shot("models-coming-" + variant) // never still
	s.click("Cancel")
	s.see("Stopped.")
	shot("models-stopped")
	atOnce(ollama, best)
	s.click("Resume")
	s.see("Remove") // it is asked from now on
	model := ollama.Model(best, ollamatest.Tools(), ollamatest.Sizes(5_200_000_000, 5_200_000_000))
	for range 20 {
		model.Replies(form("issuer", "Harbour Coffee House", "kind", "receipt", "kind_words", "receipt"))
	}
	s.click("Try it")
	s.see("answers valid")
	shot("models-tried")

	s.rail(pageServers)
	s.see("review its command first")
	shot("servers")
	s.click("Review")
	s.see("on this computer?")
	shot("server-asked")
	s.clickAt(s.filled(accents[variant])) // its words are read with difficulty
	s.see("Runn")                         // the rest runs into the count of its tools
	s.eventually("the server is up", func() bool { return len(s.all("tools")) >= 3 })
	shot("servers-running")
	s.click("Tools")
	s.see("Tools of files")
	shot("server-tools")
	s.do("key", "Escape")
	s.click("Add a server")
	s.see("Environment")
	shot("server-form")
	s.do("key", "Escape")

	s.rail(pageSettings)
	s.see("Include subfolders")
	shot("settings")
	s.rail(pageActivity)
	s.click("All tool calls")
	s.see("except Deskhand's own")
	s.click("ystem calls") // its first letter is read as a small one
	s.see("read-only")
	shot("calls")
}

// recommended is the model that Deskhand would have on this computer.
func (p *person) recommended(s *ollamatest.Server) string {
	p.t.Helper()
	c := p.command("doctor", "--json").with(s)
	out := c.run(p.t)
	for _, word := range strings.FieldsFunc(out.out, func(r rune) bool { return strings.ContainsRune(" \",;", r) }) {
		if name, _, ok := strings.Cut(word, ":"); ok && name == "qwen3" {
			return strings.TrimRight(word, ".")
		}
	}
	p.t.Fatalf("no model is recommended: %s", out.out)
	return ""
}

// slowly lets a download take longer than anyone waits, atOnce lets it end.
func slowly(s *ollamatest.Server, name string) {
	steps := []ollamatest.PullStep{{Status: "pulling manifest"}}
	for i := range int64(600) {
		step := ollamatest.Layer("sha256:1", i*8_000_000, 5_000_000_000)
		step.Pause = 250 * time.Millisecond
		steps = append(steps, step)
	}
	s.Pulls(name, steps...)
}

func atOnce(s *ollamatest.Server, name string) {
	s.Pulls(name, ollamatest.Layer("sha256:1", 5_000_000_000, 5_000_000_000), ollamatest.PullStep{Status: "success"})
}

// all gives the words on the screen that are this one.
func (s *screen) all(text string) (found []word) {
	s.t.Helper()
	for _, w := range s.words() {
		if w.text == text {
			found = append(found, w)
		}
	}
	return found
}

// TestShotsOfPagesInASmallWindow looks at each page at 900 by 600.
func TestShotsOfPagesInASmallWindow(t *testing.T) {
	p := newPerson(t)
	p.adds(p.lister(""))
	ollama := ollamatest.Start(t)
	ollama.Model("qwen3:8b", ollamatest.Tools(), ollamatest.Thinking(), ollamatest.Sizes(5_200_000_000, 2_600_000_000))
	ollama.Model("llama3.2:3b", ollamatest.Tools(), ollamatest.Sizes(2_000_000_000, 0))
	s := newScreen(t, 900, 600)
	s.open([]string{"DESKHAND_HOME=" + p.home, "OLLAMA_HOST=" + ollama.Host()})
	s.do("windowsize", "--sync", s.window, "900", "600")
	for _, page := range []struct {
		nth       int
		says, out string
	}{
		{pageModels, "Installed, not in use", "models"},
		{pageServers, "review its command first", "servers"},
		{pageSettings, "Include subfolders", "settings"},
		{pageActivity, "Nothing has been changed yet", "activity"},
	} {
		s.rail(page.nth)
		s.see(page.says)
		s.waitUntilStill()
		s.shot(fmt.Sprintf("%s-small", page.out))
	}
}
