package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

// TestCallsAreToldInPlainWords holds what our servers say against what the
// verbs make of it.
func TestCallsAreToldInPlainWords(t *testing.T) {
	p := newPerson(t)
	for _, row := range []struct {
		request string
		want    []string
	}{
		{"what is in this folder?", []string{"[Listed Scans · 16 files]"}},
		{"read scan 12.png", []string{"[Read scan 12.png · pages 1-1 of 1, OCR 9"}},
		{"tidy this folder", []string{
			"[Found names for Scans · 16 read, ", " to look at]",
			"[Renamed as planned · 16 in · 16 out · 0 contents changed]",
		}},
		{"undo", []string{"[Undid the last change · ", " files back in place]"}},
		{"what did you do?", []string{"[Looked at the history]"}},
	} {
		got := p.deskhand("ask", row.request, "--in", p.dir, "--approve", "all", "--model", "none").must(t, 0)
		mustTell(t, got, row.want...)
	}
	mustTell(t, p.deskhand("ask", "tidy this folder", "--in", p.dir, "--approve", "none", "--model", "none"), "[Not approved: rename as planned]")
}

func TestCallsOfAModelAreToldInPlainWords(t *testing.T) {
	p := newPerson(t)
	s := ollamatest.Start(t)
	at := func(name string) string { return filepath.Join(p.dir, name) }
	s.Model("m", ollamatest.Tools()).Replies(
		ollamatest.Call("files_find", fmt.Sprintf(`{"path":%q,"name":"scan*"}`, p.dir)),
		ollamatest.Call("files_duplicates", fmt.Sprintf(`{"paths":[%q]}`, p.dir)),
		ollamatest.Call("files_move", fmt.Sprintf(`{"moves":[{"from":%q,"to":%q}]}`, at("scan 12.png"), at("new.png"))),
		ollamatest.Call("files_copy", fmt.Sprintf(`{"copies":[{"from":%q,"to":%q}]}`, at("new.png"), at("copy.png"))),
		ollamatest.Call("files_trash", fmt.Sprintf(`{"paths":[%q]}`, at("copy.png"))),
		ollamatest.Call("files_list", fmt.Sprintf(`{"path":%q}`, at("gone"))),
		ollamatest.Say("Done."))
	got := p.command("ask", "sort my things", "--in", p.dir, "--model", "m", "--approve", "all").with(s).run(t).must(t, 0)
	mustTell(t, got, "[Searched Scans · 3 files]", "compared, ",
		"[Renamed 1 file · 1 in · 1 out · 0 contents changed]", "[Copied 1 file · ", "[Moved to the trash copy.png · ", "[Could not list gone · ")
}

// mustTell fails unless all of these are printed with the answer.
func mustTell(t *testing.T, got said, want ...string) {
	t.Helper()
	for _, words := range want {
		if !strings.Contains(got.err, words) {
			t.Errorf("%q is not told in\n%s", words, got.err)
		}
	}
}
