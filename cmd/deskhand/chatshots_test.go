//go:build shots

package main

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

// chat opens the window on its chat, with a server for models.
func (s *screen) chat(p *person, o *ollamatest.Server, variant string, more ...string) *exec.Cmd {
	s.t.Helper()
	program := s.start(p, o, variant, more...)
	s.see("Drop a folder or files")
	s.rail(pageChat)
	s.see("do for you?") // the word before is read as a line
	return program
}

// start opens the window, which shows what it showed last.
func (s *screen) start(p *person, o *ollamatest.Server, variant string, more ...string) *exec.Cmd {
	s.t.Helper()
	s.dark = variant == "dark"
	return s.open(append([]string{"DESKHAND_HOME=" + p.home, "FYNE_THEME=" + variant, "OLLAMA_HOST=" + o.Host()}, more...))
}

// chain makes a model the one that is asked.
func (p *person) chain(model string) {
	p.t.Helper()
	p.configure(fmt.Sprintf("[models]\nchain = [%q]\n", model))
}

// ask types a question into the chat and sends it.
func (s *screen) ask(text string) {
	s.t.Helper()
	s.click("Ask, or drop files here")
	s.do("type", "--delay", "20", text)
	s.do("key", "Return")
}

// quit ends the program as a signal would, and waits for it. One that does not end says
// where it stands.
func (s *screen) quit(program *exec.Cmd) {
	s.t.Helper()
	stuck := time.AfterFunc(patience, func() { _ = program.Process.Signal(syscall.SIGQUIT) })
	defer stuck.Stop()
	_ = program.Process.Signal(os.Interrupt)
	if err := program.Wait(); err != nil {
		s.t.Fatalf("the window ended: %v\n%s", err, program.Stderr)
	}
}

// TestShotsOfTheChat asks a model in the window, watches it answer, lets it
// move two files after one question, and finds all of it again after a restart.
func TestShotsOfTheChat(t *testing.T) {
	for _, variant := range []string{"light", "dark"} {
		t.Run(variant, func(t *testing.T) { moveInTheChat(t, variant) })
	}
}

func moveInTheChat(t *testing.T, variant string) {
	p := newPerson(t)
	p.chain("qwen3:8b")
	o := ollamatest.Start(t)
	gate := make(chan struct{})
	from := filepath.Join(p.dir, "scan 12.png")
	to := filepath.Join(p.dir, "Archive", "2026", "scan 12.png")
	o.Model("qwen3:8b", ollamatest.Tools(), ollamatest.Thinking(), ollamatest.Context(16384)).Replies(
		ollamatest.Think("The person wants to see first.").Say("I look at what ", "is there ").Wait(gate).Say("first.").
			Call("files_list", fmt.Sprintf(`{"path":%q}`, p.dir)),
		ollamatest.Call("files_move", fmt.Sprintf(`{"moves":[{"from":%q,"to":%q}]}`, from, to)),
		ollamatest.Say("It is done: **scan 12.png** is in `Archive/2026` now.\n\n- nothing else was touched\n- you can undo it"))
	s := newScreen(t, screenWidth, screenHeight)
	program := s.chat(p, o, variant)
	s.shot("chat-empty-" + variant)
	s.drop(p.dir)
	s.see("Scans")
	s.ask("Move scan 12 into an archive")
	s.see("look at what is there")
	s.shot("chat-streaming-" + variant)
	close(gate)
	asked := s.see("Move 1 file and make 2 folders?")
	s.waitUntilStill()
	s.shot("chat-asked-" + variant)
	if _, err := os.Stat(from); err != nil {
		t.Fatal("it was moved before it was approved")
	}
	s.clickAt(s.filledIn(accents[variant], buttons(asked)))
	s.see("nothing else was touched")
	s.waitUntilStill()
	s.shot("chat-done-" + variant)
	if _, err := os.Stat(to); err != nil {
		t.Fatal(err)
	}
	s.quit(program)

	s.start(p, o, variant)
	s.see("nothing else was touched")
	s.see("files_move")
	s.waitUntilStill()
	s.shot("chat-restarted-" + variant)
	s.clickWord("Undo")
	s.see("Undo 1 move?")
	s.yes()
	s.eventually("it is back", func() bool { _, err := os.Stat(from); return err == nil })
	s.waitUntilStill()
	s.shot("chat-undone-" + variant)
}

// clickWord clicks on a word that stands on a line with others.
func (s *screen) clickWord(text string) {
	s.t.Helper()
	s.see(text)
	for _, w := range s.words() {
		if w.text == text {
			s.clickAt(w.box)
			return
		}
	}
	s.t.Fatalf("%q went", text)
}

// buttons is a part of the chat with no more than one filled button in it: below
// some words, to the left, where cards begin. A check mark is too narrow to be
// one, and the line round a card too wide to be in it.
func buttons(words image.Rectangle) image.Rectangle {
	return image.Rect(words.Min.X-4, words.Max.Y+12, words.Min.X+300, 670)
}

// TestShotsOfTheRulesInTheChat asks with no model at all.
func TestShotsOfTheRulesInTheChat(t *testing.T) {
	p := newPerson(t)
	o := ollamatest.Start(t)
	o.Stop()
	s := newScreen(t, screenWidth, screenHeight)
	program := s.chat(p, o, "light")
	s.drop(p.dir)
	s.see("Scans")
	s.ask("What would you rename in this folder?")
	s.see("Nothing is changed yet.")
	s.waitUntilStill()
	s.shot("chat-rules")
	s.quit(program)
	s.start(p, o, "light")
	line := s.see("Nothing is changed yet.")
	s.waitUntilStill()
	s.clickAt(s.filledIn(accents["light"], image.Rect(line.Max.X, line.Min.Y-20, screenWidth, line.Max.Y+20)))
	s.see("Nothing is deleted or overwritten.")
	s.shot("chat-review")
}

// TestShotsOfAPictureThatIsPasted pastes a screenshot, as a program that takes one
// has put it into the clipboard, and asks about it.
func TestShotsOfAPictureThatIsPasted(t *testing.T) {
	p := newPerson(t)
	o := ollamatest.Start(t)
	o.Stop()
	s := newScreen(t, screenWidth, screenHeight)
	s.chat(p, o, "light")
	picture := s.shot("chat-empty")
	// It stays behind to hand the picture over, and would hold what it writes to open.
	if err := s.command(t.Context(), "xclip", "-selection", "clipboard", "-target", "image/png", "-in", picture).Run(); err != nil {
		t.Fatalf("copy the picture (run make setup): %v", err)
	}
	s.do("key", "ctrl+v")
	s.see("Pasted")
	s.waitUntilStill()
	s.shot("chat-pasted")
	var pasted []string
	s.eventually("the file", func() bool {
		pasted, _ = filepath.Glob(filepath.Join(p.home, "pasted", "*.png"))
		return len(pasted) == 1
	})
	want, err := os.ReadFile(picture)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(pasted[0]); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes were pasted, want the %d of the picture: %v", len(got), len(want), err)
	}
}

// TestShotsOfALongChat opens a conversation of many turns, with one that went
// wrong.
func TestShotsOfALongChat(t *testing.T) {
	p := newPerson(t)
	p.chain("qwen3:8b")
	o := ollamatest.Start(t)
	var long []ollamatest.Turn
	for i := range 40 {
		long = append(long, ollamatest.Say(fmt.Sprintf("This is answer %d.\n\n## What I found\n\n", i+1)+
			strings.Repeat("1. A line of some length that says what there is in this folder, and **why** it matters.\n", 3)+
			"\n```\nscan 12.png    2026-05-12\n```\n"))
	}
	o.Model("qwen3:8b", ollamatest.Tools()).Replies(append(long, ollamatest.Status(500, "boom"))...)
	p.command("ask", "First question", "--model", "qwen3:8b").with(o).run(t).must(t, 0)
	for i := range 39 {
		p.command("ask", "--continue", fmt.Sprintf("Question %d", i+2), "--model", "qwen3:8b").with(o).run(t).must(t, 0)
	}
	s := newScreen(t, screenWidth, screenHeight)
	s.chat(p, o, "light")
	s.click("First question")
	s.see("This is answer 40.")
	s.waitUntilStill()
	s.shot("chat-long")
	s.ask("And now?")
	s.see("built-in rules")
	s.waitUntilStill()
	s.shot("chat-after-an-error")
}
