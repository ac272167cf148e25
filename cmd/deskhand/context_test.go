package main

import (
	"strings"
	"testing"
)

func TestContextTellsHowTheWindowIsDivided(t *testing.T) {
	p := newPerson(t)
	empty := divided(t, p.deskhand("context", "--json").must(t, 0))
	if empty["history"] != 0 || empty["system"] == 0 {
		t.Errorf("a new conversation has %v", empty)
	}
	p.deskhand("ask", "what is in this folder?", "--in", p.dir).must(t, 0)
	id := p.deskhand("sessions", "--json").must(t, 0).lines(t)[0]["id"].(string)
	latest, named := divided(t, p.deskhand("context", "--json").must(t, 0)), divided(t, p.deskhand("context", "--session", id, "--json").must(t, 0))
	if latest["history"] == 0 || latest["history"] != named["history"] {
		t.Errorf("the latest conversation has %v, by its name %v", latest, named)
	}
	if words := p.deskhand("context").must(t, 0).out; strings.Count(words, "\n") != 6 || !strings.HasPrefix(words, "window ") {
		t.Errorf("said %q", words)
	}
	p.deskhand("context", "--session", "none").must(t, exitFailed)
}

// divided reads the tokens of each part and checks that the parts make up the
// window, but for the margin.
func divided(t *testing.T, s said) map[string]int {
	t.Helper()
	tokens := map[string]int{}
	sum := 0
	for name, part := range s.lines(t)[0] {
		fields := part.(map[string]any)
		tokens[name] = int(fields["tokens"].(float64))
		if fields["how"].(string) == "" {
			t.Errorf("nobody says how %s was found", name)
		}
		sum += tokens[name]
	}
	if len(tokens) != 6 || sum-tokens["window"] != tokens["window"]-256 {
		t.Errorf("the parts %v do not make up the window", tokens)
	}
	return tokens
}
