package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

// The server of this test counts a token a byte, three times as many as we
// estimate: the window of 32,768 is worth 8,192 of an ordinary model's.
func TestATurnOfSixtyRoundsIsAnsweredInASmallWindow(t *testing.T) {
	p := newPerson(t)
	p.configure("[limits]\nrounds = 100\n")
	var replies []ollamatest.Turn
	for i := range 60 {
		file := filepath.Join(p.dir, fmt.Sprintf("note%02d.txt", i))
		if err := os.WriteFile(file, []byte(strings.Repeat(fmt.Sprintf("This is note %02d of many.\n", i), 240)), 0o600); err != nil {
			t.Fatal(err)
		}
		replies = append(replies, ollamatest.Call("documents_read", `{"path":"`+file+`"}`))
	}
	s := ollamatest.Start(t)
	model := s.Model("a", ollamatest.Tools(), ollamatest.Context(32_768)).Replies(append(replies, ollamatest.Say("All is read."))...)
	const request = "read every note in this folder and tell me what they say"
	events := p.command("ask", request, "--in", p.dir, "--model", "a", "--json").with(s).run(t).must(t, 0).lines(t)
	last := events[len(events)-1]
	if last["reason"] != "answered" || last["text"] != "All is read." || last["model"] != "a" {
		t.Fatalf("ended %v", last)
	}
	count := map[string]int{}
	for _, e := range events {
		count[e["type"].(string)]++
	}
	if count["tool_finished"] < 50 || count["compacted"] == 0 || count["model_changed"] != 0 {
		t.Errorf("events %v", count)
	}
	for i, body := range model.Bodies() {
		if !strings.Contains(body, request) {
			t.Errorf("the request is not in model request %d", i)
		}
	}
}
