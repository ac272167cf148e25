package app

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/inference/ollamatest"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

// noTrash agrees to everything but the trash.
type noTrash struct{}

func (noTrash) Confirm(_ context.Context, q Question) (Answer, error) {
	return Answer{Allowed: q.Tool != "files_trash", Scope: Once, By: "person"}, nil
}

// kindsOf runs a request as a turn and returns how its calls ended.
func (d *fixture) kindsOf(ctx context.Context, prompt string, emit func(event.Body)) []chat.ErrorType {
	d.t.Helper()
	var kinds []chat.ErrorType
	_, err := d.core.Ask(ctx, AskRequest{Prompt: prompt, Paths: []string{d.open}}, func(e event.Event) {
		if f, ok := e.Body.(event.ToolFinished); ok {
			kinds = append(kinds, f.ErrorType)
		}
		emit(e.Body)
	})
	must(d.t, err)
	return kinds
}

func TestEachKindOfFailureIsReallyProducedInATurn(t *testing.T) {
	s := ollamatest.Start(t)
	t.Setenv(HostVariable, s.Host())
	m := s.Model("m", ollamatest.Tools())
	d := newFixtureWith(t, Options{Confirm: noTrash{}, Models: []string{"m"}})
	d.trusted(foreign(mcptest.ModeWell))
	slow := foreign(mcptest.ModeWell)
	slow.Name, slow.Timeout = "slow", time.Second
	d.trusted(slow)
	at := func(name string) string { return fmt.Sprintf("{%q:%q}", "path", filepath.Join(d.open, name)) }
	trash := fmt.Sprintf(`{"paths":[%q]}`, filepath.Join(d.open, "twin.txt"))
	nothing := func(event.Body) {}

	var turns []ollamatest.Turn
	var want []chat.ErrorType
	for _, row := range []struct {
		tool, args string
		kind       chat.ErrorType
	}{
		{"files_list", `{"path":3}`, chat.ErrInvalidArgs},
		{"files_lst", at(""), chat.ErrToolNotFound},
		{"files_list", at("../canary"), chat.ErrPermissionDenied},
		{"files_trash", trash, chat.ErrDenied},
		{"files_info", at("a.txt"), ""},
		{"files_info", at("a.txt"), chat.ErrRepetition},
		{"other_dial", `{}`, chat.ErrNetwork},
		{"slow_wait", `{}`, chat.ErrTimeout},
		{"other_crash", `{}`, chat.ErrServerDown},
		{"documents_render", at("sub"), chat.ErrInvalidArgs},
		{"documents_render", at("way out"), chat.ErrPermissionDenied},
		{"documents_render", at("unknown.bin"), chat.ErrExecution},
		{"documents_render", at("a.txt"), chat.ErrCircuitBreaker},
	} {
		turns, want = append(turns, ollamatest.Call(row.tool, row.args)), append(want, row.kind)
	}
	d.write("unknown.bin", "\x00\x01\x02\x03")
	m.Replies(append(turns, ollamatest.Say("That is all."))...)
	if got := d.kindsOf(t.Context(), "sort out this folder", nothing); !slices.Equal(got, want) {
		t.Errorf("the calls ended\n%q, want\n%q", got, want)
	}

	m.Replies(ollamatest.Call("files_trash", trash), ollamatest.Say("I only looked."))
	if got := d.kindsOf(t.Context(), "show me the files", nothing); !slices.Equal(got, []chat.ErrorType{chat.ErrBlocked}) {
		t.Errorf("a change that was not asked for ended %q", got)
	}

	m.Replies(ollamatest.Call("other_wait", `{}`))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cancelled := d.kindsOf(ctx, "wait", func(b event.Body) {
		if _, started := b.(event.ToolStarted); started {
			cancel()
		}
	})
	if !slices.Equal(cancelled, []chat.ErrorType{chat.ErrCancelled}) {
		t.Errorf("a call that was called off ended %q", cancelled)
	}

	d.killedInACall("killed")
	messages, err := d.core.store.Messages(t.Context(), "killed")
	must(t, err)
	if last := messages[len(messages)-1]; last.Failure.Class != chat.ErrInterrupted || last.CallID != "c1" {
		t.Errorf("a call that a crash cut short is on record as %+v", last)
	}
}

// killedInACall leaves a conversation as after a crash in mid-call, and restarts.
func (d *fixture) killedInACall(id string) {
	d.t.Helper()
	must(d.t, d.core.store.CreateConversation(d.t.Context(), id, "killed", time.Now()))
	for _, m := range []chat.Message{
		{Role: chat.RoleUser, Text: "move it"},
		{Role: chat.RoleAssistant, Calls: []chat.ToolCall{{ID: "c1", Name: "files_move", Args: []byte(`{}`)}}},
	} {
		must(d.t, d.core.store.Append(d.t.Context(), id, m))
	}
	must(d.t, d.core.Close())
	core, err := Open(d.options)
	must(d.t, err)
	d.core = core
}

func TestAConversationThatWasCutInMidCallIsRepairedAtTheStart(t *testing.T) {
	d := newFixture(t, DenyAll{})
	d.killedInACall("cut")
	_, messages, err := d.core.Session(t.Context(), "cut")
	must(t, err)
	if len(messages) != 3 || messages[2].CallID != "c1" || messages[2].Failure.Class != chat.ErrInterrupted {
		t.Errorf("after the start the conversation is %+v", messages)
	}
	if repaired, err := d.core.store.RepairInterrupted(t.Context()); repaired != 0 || err != nil {
		t.Errorf("the start left %d conversations to repair (%v)", repaired, err)
	}
}

// asked counts the questions, and agrees.
type asked struct{ times int }

func (a *asked) Confirm(context.Context, Question) (Answer, error) {
	a.times++
	return Answer{Allowed: true, Scope: Once, By: "person"}, nil
}

func TestAMoveOfAFileThatIsNotThereIsNotAskedAboutAndNamesWhatIsNear(t *testing.T) {
	s := ollamatest.Start(t)
	t.Setenv(HostVariable, s.Host())
	var questions asked
	d := newFixtureWith(t, Options{Confirm: &questions, Models: []string{"m"}})
	from := filepath.Join(d.open, "twim.txt")
	m := s.Model("m", ollamatest.Tools()).Replies(
		ollamatest.Call("files_move", fmt.Sprintf(`{"moves":[{"from":%q,"to":"x.txt"}]}`, from)), ollamatest.Say("It is called twin.txt."))
	kinds := d.kindsOf(t.Context(), "rename twim.txt to x.txt", func(event.Body) {})
	if questions.times != 0 || !slices.Equal(kinds, []chat.ErrorType{chat.ErrInvalidArgs}) {
		t.Errorf("the person was asked %d times, and the call ended %q", questions.times, kinds)
	}
	read := m.Requests()[1].Messages
	want := fmt.Sprintf("invalid_args: It is not there (any more).\nPath: %s\nDid you mean %s?\n~~~", from, filepath.Join(d.open, "twin.txt"))
	if last := read[len(read)-1].Content; !strings.HasSuffix(last, want) {
		t.Errorf("the model reads %q, want at its end %q", last, want)
	}
}
