package inference

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/rules"
)

// away is a model that cannot be had, or fails when it is asked.
type away struct {
	name   string
	absent error
}

func (a away) Name() string { return a.name }

func (a away) Candidate(context.Context) (chat.Candidate, error) {
	return chat.Candidate{Model: a.name}, a.absent
}

func (a away) Chat(context.Context, chat.Request, func(chat.Delta)) (chat.Reply, error) {
	return chat.Reply{}, errors.New("HTTP 500")
}

func TestTheChainGivesTheFirstModelThatIsFit(t *testing.T) {
	c := NewChain(away{name: "a"}, away{"b", errors.New("not pulled")}, away{name: "c"}, rules.New(rules.Config{}))
	rows := []struct {
		what   string
		failed []string
		want   string
	}{
		{"nothing has failed", nil, "a"},
		{"the first has failed, the second is not there", []string{"a"}, "c"},
		{"all have failed", []string{"a", "c"}, rules.Name},
		{"the rule model has failed too", []string{"a", "c", rules.Name}, rules.Name},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			var failed []chat.ModelFailure
			for _, name := range row.failed {
				failed = append(failed, chat.ModelFailure{Model: name, Err: errors.New("x")})
			}
			got, err := c.Next(t.Context(), failed)
			if err != nil || got.Model != row.want || got.Rules != (row.want == rules.Name) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestNextFailsOnlyWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), -time.Second)
	defer cancel()
	if _, err := NewChain(rules.New(rules.Config{})).Next(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestARequestGoesToTheModelThatItNames(t *testing.T) {
	c := NewChain(away{name: "a"}, rules.New(rules.Config{}))
	req := chat.Request{Messages: []chat.Message{{Role: chat.RoleUser, Text: "what can you do?"}}}
	req.Model = rules.Name
	if r, err := c.Chat(t.Context(), req, func(chat.Delta) {}); err != nil || r.Text == "" {
		t.Errorf("the rule model: %+v, %v", r, err)
	}
	req.Model = "z"
	if _, err := c.Chat(t.Context(), req, func(chat.Delta) {}); !errors.Is(err, ErrNoSuchModel) {
		t.Errorf("an unknown model: %v", err)
	}
}

func TestAChainTakesOtherModelsUpWithTheNextTurnAndKeepsItsWordToThisOne(t *testing.T) {
	c := NewChain(away{name: "a"}, rules.New(rules.Config{}))
	if _, err := c.Chat(t.Context(), chat.Request{Model: "a"}, func(chat.Delta) {}); err == nil {
		t.Fatal("a answered")
	}
	c.Set(away{name: "b"}, away{name: "a"})
	if next, err := c.Next(t.Context(), nil); err != nil || next.Model != "b" {
		t.Errorf("got %+v, %v", next, err)
	}
	next, err := c.Next(t.Context(), []chat.ModelFailure{{Model: "b"}})
	if err != nil || !next.Rules || len(next.Skipped) != 1 || !errors.Is(next.Skipped[0].Err, ErrCoolingDown) {
		t.Errorf("a does not cool down any more: %+v, %v", next, err)
	}
	c.Set()
	if next, err := c.Next(t.Context(), nil); err != nil || !next.Rules {
		t.Errorf("an empty chain gave %+v, %v", next, err)
	}
	if _, err := c.Chat(t.Context(), chat.Request{Model: "b"}, func(chat.Delta) {}); err == nil || errors.Is(err, ErrNoSuchModel) {
		t.Errorf("a turn that b answers ended with %v", err)
	}
}
