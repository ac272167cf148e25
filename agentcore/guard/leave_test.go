package guard_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/policy"
)

// holding returns a fixture whose conversation holds a listing of ours.
func holding(t *testing.T, answers ...guard.Answer) *fixture {
	t.Helper()
	b := newFixture(t, answers...)
	b.messages = []chat.Message{result("0", chat.Source{Server: "files", Own: true}, chat.StatusOK)}
	return b
}

func result(callID string, from chat.Source, status chat.Status) chat.Message {
	return chat.Message{Role: chat.RoleTool, CallID: callID, Source: from, Status: status}
}

// round is a reply that asks for calls of these tools, with the IDs 1, 2 and so on.
func round(tools ...string) chat.Message {
	m := chat.Message{Role: chat.RoleAssistant}
	for i, name := range tools {
		m.Calls = append(m.Calls, chat.ToolCall{ID: string(rune('1' + i)), Name: name})
	}
	return m
}

var (
	other = chat.Source{Server: "other", Hash: "hash"}
	third = chat.Source{Server: "third", Hash: "hash"}
)

func TestWhatAConversationHoldsDecidesWhetherAForeignReadIsAsked(t *testing.T) {
	rows := []struct {
		name     string
		messages []chat.Message
		asked    int
	}{
		{"nothing yet", nil, 0},
		{"a result of ours", []chat.Message{result("0", chat.Source{Server: "files", Own: true}, chat.StatusOK)}, 1},
		{"a result of another server", []chat.Message{result("0", third, chat.StatusOK)}, 1},
		{"its own result", []chat.Message{result("0", other, chat.StatusOK)}, 0},
		{"a result of another program under its name", []chat.Message{result("0", chat.Source{Server: "other", Hash: "old"}, chat.StatusOK)}, 1},
		{"a result from before sources were stored", []chat.Message{result("0", chat.Source{}, chat.StatusOK)}, 1},
		{"an error of ours", []chat.Message{result("0", chat.Source{Server: "files", Own: true}, chat.StatusError)}, 0},
		{"a call of ours that was denied", []chat.Message{result("0", chat.Source{Server: "files", Own: true}, chat.StatusDenied)}, 0},
		{"a read of ours in the same round, not answered yet", []chat.Message{round("other_look", "files_list")}, 1},
		{"a tool of ours that lives elsewhere in the same round", []chat.Message{round("other_look", "read_more")}, 1},
		{"a read of ours in the same round that failed", []chat.Message{round("other_look", "files_list"), result("2", chat.Source{Server: "files", Own: true}, chat.StatusError)}, 0},
		{"the same server twice in a round", []chat.Message{round("other_look", "other_do")}, 0},
		{"a round that is over", []chat.Message{round("other_look", "files_list"), result("2", chat.Source{}, chat.StatusError), {Role: chat.RoleAssistant, Text: "so"}}, 0},
		{"words alone", []chat.Message{{Role: chat.RoleUser, Text: "list ~/Documents"}, {Role: chat.RoleAssistant, Text: "files"}}, 0},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			b := newFixture(t)
			b.messages = row.messages
			r := b.call("model", "other_look", map[string]any{"q": "x"})
			expectQuestions(t, b, row.asked)
			if r.OK != (row.asked == 0) {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestWhatCannotBeReadIsTakenToHoldFiles(t *testing.T) {
	b := newFixture(t)
	b.unread = errors.New("the disk")
	expectKind(t, b.call("model", "other_look", nil), chat.ErrDenied)
	config := b.config(b)
	config.History = nil
	b.tools = guard.New(config).Wrap(b.files)
	expectKind(t, b.call("model", "other_look", nil), chat.ErrDenied)
	expectQuestions(t, b, 2)
}

func TestTheQuestionShowsWhatWouldBeSentAndToWhom(t *testing.T) {
	b := holding(t)
	text := strings.Repeat("private ", 5000)
	r := b.call("model", "other_look", map[string]any{"text": text, "dry_run": true})
	expectKind(t, r, chat.ErrDenied)
	if r.Failure.Message != "other_look was not run. Nothing was sent to other." {
		t.Errorf("it says %q", r.Failure.Message)
	}
	expectQuestions(t, b, 1)
	q := b.questions[0]
	if !q.Sends || q.Spec.Server != "other" || !strings.Contains(string(q.Invocation.Call.Args), text) {
		t.Errorf("the question is %.200v", q)
	}
	if len(b.seen) != 0 {
		t.Errorf("it was called with %.200q", b.seen)
	}
	if last := b.audit.last(); last.Verdict != policy.Deny || last.Status != chat.StatusDenied {
		t.Errorf("on record as %+v", last)
	}
}

func TestAServerKnownToBeLocalIsNotAskedAbout(t *testing.T) {
	b := holding(t)
	expectOK(t, b.call("model", "near_look", nil))
	expectQuestions(t, b, 0)
}

func TestNoYesOfAnotherKindLetsThingsOut(t *testing.T) {
	for _, scope := range []policy.Scope{policy.ScopeOnce, policy.ScopeConversation, policy.ScopeFolder} {
		b := newFixture(t, guard.Answer{Allowed: true, Scope: scope, By: "person"}, guard.Answer{Allowed: true, Scope: scope, By: "person"})
		expectOK(t, b.call("model", "other_do", nil)) // before anything was read
		b.messages = []chat.Message{result("0", chat.Source{Server: "files", Own: true}, chat.StatusOK)}
		expectOK(t, b.call("model", "other_do", nil)) // a yes to the question, with that scope
		before := len(b.questions)
		expectKind(t, b.call("model", "other_do", nil), chat.ErrDenied)
		expectQuestions(t, b, before+1)
		if !b.questions[before-1].Sends || !b.questions[before].Sends {
			t.Errorf("%s: what would be sent was not asked about", scope)
		}
	}
}

func TestApproveAllDoesNotSend(t *testing.T) {
	b := holding(t)
	b.tools = guard.New(b.config(guard.AllowAll{})).Wrap(b.files)
	expectKind(t, b.call("model", "other_look", nil), chat.ErrDenied)
	expectOK(t, b.call("model", "files_touch", map[string]any{"to": "new"}))
	b.sends = []string{"other"}
	b.tools = guard.New(b.config(guard.AllowAll{})).Wrap(b.files)
	expectOK(t, b.call("model", "other_look", nil))
	expectOK(t, b.call("model", "other_do", nil))
	b.sends = []string{"others"}
	b.tools = guard.New(b.config(guard.AllowAll{})).Wrap(b.files)
	expectKind(t, b.call("model", "other_look", nil), chat.ErrDenied)
}

func TestAllowSendIsNoYesToWhatAToolDoes(t *testing.T) {
	b := holding(t)
	b.sends = []string{"other"}
	b.tools = guard.New(b.config(guard.DenyAll{})).Wrap(b.files)
	expectOK(t, b.call("model", "other_look", nil))
	expectKind(t, b.call("model", "other_do", nil), chat.ErrDenied)
}

func TestAMarkedServerReceivesUntilTheMarkIsTakenBackOrItsCommandChanges(t *testing.T) {
	b := holding(t, guard.Answer{Allowed: true, Scope: policy.ScopeReceive, By: "person"})
	b.grants = &kept{}
	b.guard = guard.New(b.config(b))
	b.tools = b.guard.Wrap(b.files)
	expectOK(t, b.call("model", "other_look", nil))
	expectOK(t, b.call("model", "other_look", map[string]any{"again": true}))
	expectQuestions(t, b, 1)
	b.tools = guard.New(b.config(b)).Wrap(b.files) // after a restart
	expectOK(t, b.call("model", "other_look", nil))
	expectKind(t, b.call("model", "other_do", nil), chat.ErrDenied) // its effects are asked about as before
	if b.questions[1].Sends {
		t.Error("the mark does not cover its other tool")
	}
	grants, err := b.guard.Grants(context.Background())
	if err != nil || len(grants) != 1 || grants[0].Server != "other" || grants[0].Tool != "" {
		t.Fatalf("listed are %+v, %v", grants, err)
	}
	if !grants[0].Receives(other) || grants[0].Receives(chat.Source{Server: "other", Hash: "changed"}) {
		t.Error("the mark is not bound to how the server is started")
	}
	must(b.guard.Revoke(context.Background(), grants[0].ID))
	expectKind(t, b.call("model", "other_look", nil), chat.ErrDenied)
}

// kept is a GrantStore.
type kept struct {
	mu  sync.Mutex
	all []guard.Grant
}

func (k *kept) Grants(context.Context) ([]guard.Grant, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.all), nil
}

func (k *kept) AddGrant(_ context.Context, g guard.Grant) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all = append(k.all, g)
	return nil
}

func (k *kept) RemoveGrant(_ context.Context, id string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all = slices.DeleteFunc(k.all, func(g guard.Grant) bool { return g.ID == id })
	return nil
}

func TestQuestionsOfAConversationComeOneAtATime(t *testing.T) {
	b := holding(t)
	b.grants = &kept{}
	one := &single{answer: guard.Answer{Allowed: true, Scope: policy.ScopeReceive, By: "person"}, asked: make(chan struct{}), gate: make(chan struct{})}
	b.guard = guard.New(b.config(one))
	b.tools = b.guard.Wrap(b.files)
	var wg sync.WaitGroup
	results := make([]chat.ToolResult, 4)
	for i := range results {
		wg.Go(func() { results[i] = b.call("model", "other_look", map[string]any{"n": i}) })
	}
	<-one.asked
	close(one.gate)
	wg.Wait()
	for i, r := range results {
		if !r.OK {
			t.Errorf("call %d: %+v", i, r)
		}
	}
	if one.questions != 1 || one.most != 1 {
		t.Errorf("%d questions, %d at once: the first answer was that to all", one.questions, one.most)
	}
}

// single counts how many questions are open at once.
type single struct {
	answer guard.Answer
	asked  chan struct{} // closed with the first question
	gate   chan struct{} // the answers wait for it

	mu        sync.Mutex
	questions int
	now, most int
	told      bool
}

func (s *single) Confirm(context.Context, guard.Question) (guard.Answer, error) {
	s.mu.Lock()
	s.questions++
	s.now++
	s.most = max(s.most, s.now)
	if !s.told {
		s.told = true
		close(s.asked)
	}
	s.mu.Unlock()
	<-s.gate
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now--
	return s.answer, nil
}
