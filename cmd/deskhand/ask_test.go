package main

import (
	"strings"
	"testing"
)

func TestAYesForAFolderStandsForLaterRequestsUntilItIsTakenBack(t *testing.T) {
	p := newPerson(t)
	tidy := func(how, answer string, code int) {
		t.Helper()
		c := p.command("ask", "tidy this folder", "--in", p.dir, "--model", "none", "--approve", how)
		c.Stdin = strings.NewReader(answer)
		c.run(t).must(t, code)
	}
	before := p.state()
	untouched := func() bool { names, _ := same(before, p.state()); return names }
	if tidy("ask", "n\n", exitRefused); !untouched() {
		t.Fatal("a no changed something")
	}
	if tidy("ask", "a\n", exitDone); untouched() {
		t.Fatal("a yes changed nothing")
	}
	grants := p.deskhand("grants", "--json").must(t, exitDone).lines(t)
	if len(grants) != 1 || grants[0]["tool"] != "triage_apply" || grants[0]["scope"] != "folder" {
		t.Fatalf("what stands is %v", grants)
	}
	p.deskhand("undo").must(t, exitDone)
	if tidy("none", "", exitDone); untouched() {
		t.Error("the yes does not stand")
	}
	p.deskhand("undo").must(t, exitDone)
	p.deskhand("grants", "revoke", grants[0]["id"].(string)).must(t, exitDone)
	if left := p.deskhand("grants").must(t, exitDone).out; left != "" {
		t.Errorf("it is still listed: %s", left)
	}
	if tidy("none", "", exitRefused); !untouched() {
		t.Error("a yes that was taken back stands")
	}
}

func TestARequestThatCameToNothingDoesNotEndAsDone(t *testing.T) {
	p := newPerson(t)
	for _, row := range []struct {
		request, approve string
		code             int
	}{
		{"what is in this folder?", "none", exitDone},
		{"tidy this folder", "none", exitRefused},
		{"blorf the gnarl", "all", exitFailed},
		{"undo", "all", exitFailed},
	} {
		args := []string{"ask", row.request, "--in", p.dir, "--model", "none", "--approve", row.approve}
		p.deskhand(args...).must(t, row.code)
		p.deskhand(append(args, "--json")...).must(t, row.code)
	}
}
