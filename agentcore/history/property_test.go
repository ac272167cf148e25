package history_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/history"
)

func TestPropertyAProjectionFitsAndIsWhole(t *testing.T) {
	count := sharedCount()
	rapid.Check(t, func(t *rapid.T) {
		in := drawn(t, count)
		stored := encoded(in.Messages)
		p, in := fitted(t, in)
		switch {
		case p.Gap != nil:
			t.Fatal("a summary left another gap")
		case p.Tokens > in.Room:
			t.Fatalf("%d tokens in a room of %d", p.Tokens, in.Room)
		case p.Tokens != count.Messages(p.Messages):
			t.Fatalf("said %d tokens, it is %d", p.Tokens, count.Messages(p.Messages))
		case p.Messages[0].Role != chat.RoleUser:
			t.Fatalf("starts at %s", p.Messages[0].Role)
		case encoded(in.Messages) != stored:
			t.Fatal("what is stored was changed")
		}
		pairsAreWhole(t, p.Messages)
		currentTurnIsThere(t, in.Messages, p.Messages)
	})
}

func TestPropertyFittingASecondTimeChangesNothing(t *testing.T) {
	count := sharedCount()
	rapid.Check(t, func(t *rapid.T) {
		p, in := fitted(t, drawn(t, count))
		in.State = p.State
		again := history.Fit(in)
		if again.Gap != nil || !reflect.DeepEqual(again.Messages, p.Messages) || again.State != p.State || len(again.Steps) > 0 {
			t.Fatalf("%d messages, %+v, then %d messages, %+v, steps %v", len(p.Messages), p.State, len(again.Messages), again.State, again.Steps)
		}
	})
}

func TestPropertyALevelOnceReachedStays(t *testing.T) {
	count := sharedCount()
	rapid.Check(t, func(t *rapid.T) {
		p, in := fitted(t, drawn(t, count))
		in.Messages = append(in.Messages, conversation().Draw(t, "more")...)
		in.Room, in.Threshold = 1<<20, 1<<20
		in.State = p.State
		if later := history.Fit(in); later.Gap != nil || later.State != p.State || len(later.Steps) > 0 {
			t.Fatalf("%+v became %+v with all the room in the world", p.State, later.State)
		}
	})
}

func TestPropertyAMemoChangesNoProjection(t *testing.T) {
	count := sharedCount()
	rapid.Check(t, func(t *rapid.T) {
		in := drawn(t, count)
		memo := history.NewMemo()
		for range 3 { // as a turn goes on, in changing room
			with := in
			with.Memo = memo
			got, want := accounted(with), accounted(in)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%d messages, %+v with a memo, %d messages, %+v without", len(got.Messages), got.State, len(want.Messages), want.State)
			}
			in.State = want.State
			in.Messages = append(in.Messages, conversation().Draw(t, "more")...)
			in.Room = rapid.IntRange(in.Room/2, 2*in.Room+1).Draw(t, "room")
			in.Threshold = rapid.IntRange(0, in.Room).Draw(t, "threshold")
			in.Retention = rapid.SampledFrom([]int{in.Retention, 100}).Draw(t, "retention")
		}
	})
}

// accounted fits a conversation with an account instead of a summary.
func accounted(in history.Input) history.Projection {
	p := history.Fit(in)
	if p.Gap != nil {
		in.State = p.Gap.Filled(p.State, history.Account(*p.Gap))
		p = history.Fit(in)
	}
	return p
}

func encoded(messages []chat.Message) string {
	raw, err := json.Marshal(messages)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// pairsAreWhole checks that after each assistant message come the results of
// its calls, in order, and nothing else does.
func pairsAreWhole(t *rapid.T, messages []chat.Message) {
	var waiting []chat.ToolCall
	for _, m := range messages {
		if m.Role != chat.RoleTool {
			if len(waiting) > 0 {
				t.Fatalf("%s is without its result", waiting[0].ID)
			}
			waiting = m.Calls
			continue
		}
		if len(waiting) == 0 || waiting[0].ID != m.CallID {
			t.Fatalf("%s is without its call", m.CallID)
		}
		waiting = waiting[1:]
	}
	if len(waiting) > 0 {
		t.Fatalf("%s is without its result", waiting[0].ID)
	}
}

// currentTurnIsThere checks that the last request and all calls of its newest
// round are in the projection.
func currentTurnIsThere(t *rapid.T, stored, projection []chat.Message) {
	request, calls := "", []chat.ToolCall(nil)
	for _, m := range stored {
		switch {
		case m.Role == chat.RoleUser:
			request, calls = m.Text[:len("request 0")], nil
		case len(m.Calls) > 0:
			calls = m.Calls
		}
	}
	seen := map[string]bool{}
	for _, m := range projection {
		seen[m.CallID] = true
		if m.Role == chat.RoleUser && strings.HasPrefix(m.Text, request) {
			seen[request] = true
		}
	}
	if !seen[request] {
		t.Fatal("the current request is gone")
	}
	for _, c := range calls {
		if !seen[c.ID] {
			t.Fatalf("%s of the newest round is gone", c.ID)
		}
	}
}
