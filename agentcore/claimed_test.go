package agentcore_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// ours is a toolbox as our own servers offer it.
type ours struct{ *box }

func (o ours) Specs() []chat.ToolSpec {
	specs := o.box.Specs()
	for i := range specs {
		specs[i].Own = !strings.HasPrefix(specs[i].Name, "other_")
		specs[i].Title = strings.ReplaceAll(specs[i].Name, "_", " ")
	}
	return specs
}

// changers are tools that change things, and two that do not.
func changers() *box {
	return &box{reads: []string{"look", "files_history"}, tools: map[string]tool{
		"look": ok("a.pdf"), "files_history": ok("3 files renamed"), "files_move": ok("moved"), "files_copy": ok("copied"),
		"files_trash": broken(chat.ErrDenied), "other_do": ok("done"),
	}}
}

func claimFixture(replies ...reply) *fixture {
	b := newFixture(changers(), replies...)
	b.agent.Tools = ours{changers()}
	return b
}

// Whatever a model claims to have done with files is compared with the successful calls
// of the turn.
func TestAChangeThatAModelClaimsAndNoCallMadeIsMarked(t *testing.T) {
	const none = "claimed_never"
	move, look := asks(call("files_move", `{"moves":[]}`)), asks(call("look", `{}`))
	for _, row := range []struct {
		what    string
		replies []reply
		want    []string // how the warnings begin
	}{
		{"no call at all", []reply{says("I have renamed all 3 files.")}, []string{none + " renamed"}},
		{"in German", []reply{says("Ich habe a.pdf nach Steuern verschoben.")}, []string{none + " moved"}},
		{"two kinds", []reply{says("I moved a.pdf and deleted b.pdf.")}, []string{none + " moved deleted"}},
		{"only looked", []reply{look, says("The file was moved to Archive.")}, []string{none}},
		{"a call that was denied", []reply{asks(call("files_trash", `{}`)), says("I deleted the file.")}, []string{none}},
		{"a dryRun run", []reply{asks(call("files_move", `{"dry_run":true}`)), says("The files were moved.")}, []string{none}},
		{"next to a call", []reply{both("I have deleted a.pdf. Now I look.", "look"), says("There is a.pdf.")}, []string{none}},
		{"another kind", []reply{move, says("I moved a.pdf and deleted b.pdf.")}, []string{"claimed deleted files_move"}},
		{"no kind of ours", []reply{asks(call("files_copy", `{}`)), says("I moved a.pdf.")}, []string{"claimed moved files_copy"}},
		{"what was done", []reply{move, says("I renamed a.pdf and moved it to Taxes.")}, nil},
		{"said before it was done", []reply{both("I have moved the file.", "files_move"), says("Done.")}, nil},
		{"a tool that may do anything", []reply{asks(call("other_do", `{}`)), says("I deleted the file.")}, nil},
		{"an offer", []reply{says("I can rename these files. Shall I?")}, nil},
		{"a plan", []reply{look, says("3 files would be renamed.")}, nil},
		{"what the person did", []reply{says("You renamed the file yesterday.")}, nil},
		{"what the history tells", []reply{asks(call("files_history", `{}`)), says("I renamed 3 files yesterday.")}, nil},
		{"made up of the history", []reply{asks(call("files_history", `{}`)), says("I renamed 3 files.")}, []string{"claimed_now"}},
		{"no answer but the account of the records", []reply{asks(call("files_trash", `{}`)), says(""), says(""), says("")}, nil},
	} {
		t.Run(row.what, func(t *testing.T) {
			b := claimFixture(row.replies...)
			b.turn(context.Background(), "what is with my files?")
			got := b.warnings()
			if len(got) != len(row.want) || !slices.EqualFunc(got, row.want, strings.HasPrefix) {
				t.Errorf("warned %q", got)
			}
			if last := b.events[len(b.events)-1]; !isEnd(last.Body) {
				t.Errorf("the last event is %T", last.Body)
			}
		})
	}
}

// both returns a text and a tool call.
func both(text, name string) reply {
	return func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Text: text})
		return chat.Reply{Text: text, Calls: []chat.ToolCall{call(name, `{}`)}, DoneReason: "stop"}, nil
	}
}

func TestAClaimOfALastWordIsMarkedToo(t *testing.T) {
	b := claimFixture(asks(call("look", `{}`)), asks(call("look", `{"n":2}`)), says("I have renamed the files."))
	b.agent.Config.Rounds = 1
	if out := b.turn(context.Background(), "go"); out.Reason != event.ReasonRounds {
		t.Fatalf("ended %s", out.Reason)
	}
	if got := b.warnings(); len(got) != 1 || !strings.HasPrefix(got[0], "claimed_never") {
		t.Errorf("warned %q", got)
	}
}

func TestAClaimOfWhatAnEarlierTurnDidIsToldApart(t *testing.T) {
	for said, want := range map[string]string{
		"I renamed the files earlier.":  "",
		"Yes, I have renamed the file.": "claimed_now",
		"I deleted the file earlier.":   "claimed_now",
	} {
		b := claimFixture(asks(call("files_move", `{}`)), says("I renamed a.pdf."), says(said))
		b.turn(context.Background(), "rename a.pdf")
		b.turn(context.Background(), "did you?")
		got := strings.Join(b.warnings(), "|")
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s: warned %q", said, got)
		}
	}
}

func TestWhatACancelledAnswerClaimsIsMarked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	b := claimFixture(func(ctx context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Text: "I have deleted a.pdf. Nex"})
		cancel()
		return chat.Reply{}, ctx.Err()
	})
	b.turn(ctx, "go")
	if got := b.warnings(); len(got) != 1 {
		t.Errorf("warned %q", got)
	}
}
