package history_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/history"
)

func TestPropertyARoomThatHardlyHoldsTheRequestIsKept(t *testing.T) {
	count := sharedCount()
	rapid.Check(t, func(t *rapid.T) {
		in := drawn(t, count)
		alone := in
		alone.Messages, alone.Room, alone.Threshold = nil, 1<<20, 1<<20
		for _, m := range in.Messages {
			if m.Role == chat.RoleUser {
				alone.Messages = []chat.Message{m}
			}
		}
		request := history.Fit(alone)
		in.Room = request.Tokens + rapid.IntRange(0, 300).Draw(t, "more")
		p, _ := fitted(t, in)
		if p.Gap != nil || p.Tokens > in.Room || p.Tokens != count.Messages(p.Messages) {
			t.Fatalf("%d tokens in a room of %d", p.Tokens, in.Room)
		}
		there := false
		for _, m := range p.Messages {
			there = there || m.Text == request.Messages[0].Text
		}
		if !there || p.Messages[0].Role != chat.RoleUser {
			t.Fatal("the current request is gone, or does not come first")
		}
		pairsAreWhole(t, p.Messages)
	})
}

func TestPropertyAStateThatFitsNoHistoryDoesNoHarm(t *testing.T) {
	count := sharedCount()
	rapid.Check(t, func(t *rapid.T) {
		in := drawn(t, count)
		number := rapid.IntRange(-5, 60)
		in.State = chat.Compaction{
			Shortened: number.Draw(t, "shortened"), Covered: number.Draw(t, "covered"), Summary: long().Draw(t, "summary"),
			Ceiling: number.Draw(t, "ceiling"), Capped: number.Draw(t, "capped"),
		}
		p, in := fitted(t, in)
		if p.Tokens > in.Room || p.Messages[0].Role != chat.RoleUser {
			t.Fatalf("%d tokens in a room of %d", p.Tokens, in.Room)
		}
		pairsAreWhole(t, p.Messages)
	})
}

func TestAnEmptyConversationFits(t *testing.T) {
	for name, messages := range map[string][]chat.Message{
		"nothing":              nil,
		"no word of a person":  round("a", "one"),
		"a result and no more": round("a", "one")[1:],
	} {
		in := eight(messages...)
		if p := history.Fit(in); len(p.Messages) != 0 || p.Tokens != 0 || p.Gap != nil {
			t.Errorf("%s: %+v", name, p)
		}
		in.Room, in.Threshold = 0, 0
		if p := history.Fit(in); len(p.Messages) != 0 || p.Gap != nil {
			t.Errorf("%s, without room: %+v", name, p)
		}
	}
}
