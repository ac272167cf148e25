package app

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/inference/ollamatest"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

// believed returns a foreign server with trusted annotations. Its tool "echo" claims to
// be read-only and to reach an open world.
func believed() ServerEntry {
	e := foreign(mcptest.ModeWell)
	e.TrustAnnotations = true
	return e
}

// readAndSend scripts a model that reads a file and passes its text to a foreign tool,
// after its first turns.
func (d *fixture) readAndSend(meek *ollamatest.Model, first ...ollamatest.Turn) {
	meek.Replies(append(first,
		ollamatest.Call("documents_read", fmt.Sprintf(`{"path":%q}`, filepath.Join(d.open, "a.txt"))),
		ollamatest.Call("other_echo", `{"text":"Invoice 2026-03-04 Acme Ltd. Total 12.00 EUR"}`),
		ollamatest.Say("Done."))...)
}

func TestAPrivateFileDoesNotLeaveThroughAToolThatSaysItOnlyReads(t *testing.T) {
	d, meek := fixtureWithModel(t) // --approve none
	d.trusted(believed())
	d.readAndSend(meek)
	results := map[string]bool{}
	_, err := d.core.Ask(t.Context(), AskRequest{Prompt: "sort out this receipt", Paths: []string{d.open}}, func(e event.Event) {
		if f, ok := e.Body.(event.ToolFinished); ok {
			results[f.Tool] = f.Result.OK
		}
	})
	must(t, err)
	if !results["documents_read"] || results["other_echo"] {
		t.Errorf("the calls that ran: %v", results)
	}
}

// neverSending is a user who gives every question the same answer, but sends nothing.
type neverSending struct {
	answer Answer
	mu     sync.Mutex
	asked  []Question
}

func (u *neverSending) Confirm(_ context.Context, q Question) (Answer, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.asked = append(u.asked, q)
	if q.Sends {
		return Answer{By: "person"}, nil
	}
	return u.answer, nil
}

func TestAYesForTheConversationDoesNotLetAFileOut(t *testing.T) {
	s := ollamatest.Start(t)
	t.Setenv(HostVariable, s.Host())
	meek := s.Model("meek", ollamatest.Tools())
	person := &neverSending{answer: Answer{Allowed: true, Scope: ForConversation, By: "person"}}
	d := newFixtureWith(t, Options{Confirm: person, Models: []string{"meek"}})
	d.trusted(foreign(mcptest.ModeWell))
	meek.Replies(ollamatest.Call("other_echo", `{"text":"hello"}`), ollamatest.Say("Hello."))
	_, err := d.core.Ask(t.Context(), AskRequest{Prompt: "greet the other one", Paths: []string{d.open}}, ignore)
	must(t, err)
	d.readAndSend(meek, ollamatest.Call("other_echo", `{"text":"again"}`))
	ran := map[string]int{}
	_, err = d.core.Ask(t.Context(), AskRequest{Prompt: "sort out this receipt", Paths: []string{d.open}, Continue: true}, func(e event.Event) {
		if f, ok := e.Body.(event.ToolFinished); ok && f.Result.OK {
			ran[f.Tool]++
		}
	})
	must(t, err)
	if ran["other_echo"] != 1 || ran["documents_read"] != 1 {
		t.Errorf("the calls that ran: %v", ran)
	}
	if len(person.asked) != 2 || person.asked[0].Sends || !person.asked[1].Sends {
		t.Errorf("asked were %d questions", len(person.asked))
	}
}

func TestWhatWasReadIsHeldAfterARestartACompactionAndWithAnotherModel(t *testing.T) {
	s := ollamatest.Start(t)
	t.Setenv(HostVariable, s.Host())
	meek, second := s.Model("meek", ollamatest.Tools()), s.Model("second", ollamatest.Tools())
	d := newFixtureWith(t, Options{Confirm: DenyAll{}, Models: []string{"meek"}})
	d.trusted(believed())
	meek.Replies(ollamatest.Call("documents_read", fmt.Sprintf(`{"path":%q}`, filepath.Join(d.open, "a.txt"))), ollamatest.Say("It is an invoice."))
	_, err := d.core.Ask(t.Context(), AskRequest{Prompt: "sort out this receipt", Paths: []string{d.open}}, ignore)
	must(t, err)
	known, err := d.core.store.Conversations(t.Context(), store.Filter{})
	must(t, err)
	must(t, d.core.store.KeepCompaction(t.Context(), known[0].ID, chat.Compaction{Covered: known[0].Messages, Summary: "A file was read."}))
	must(t, d.core.Close())
	d.options.Models = []string{"second"}
	d.core, err = Open(d.options)
	must(t, err)
	d.up("other")
	second.Replies(ollamatest.Call("other_echo", `{"text":"Acme Ltd."}`), ollamatest.Say("Done."))
	sent := true
	_, err = d.core.Ask(t.Context(), AskRequest{Prompt: "hand it on", Paths: []string{d.open}, Continue: true}, func(e event.Event) {
		if f, ok := e.Body.(event.ToolFinished); ok {
			sent = f.Result.OK
		}
	})
	must(t, err)
	if sent {
		t.Error("what was read before was sent, or nothing was called")
	}
}
