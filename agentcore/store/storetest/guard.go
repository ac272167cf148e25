package storetest

import (
	"context"
	"reflect"
	"testing"

	"github.com/deskhand/deskhand/agentcore/guard"
)

// Auditor tests an auditor; open returns a new one, and how to read what it has
// kept, oldest first.
func Auditor(t *testing.T, open func(t *testing.T) (a guard.Auditor, kept func() []guard.Record)) {
	a, kept := open(t)
	ids := func() (all []string) {
		for _, r := range kept() {
			all = append(all, r.ID)
		}
		return all
	}
	must(t, a.Audit(context.Background(), guard.Record{ID: "1", Args: []byte(`{}`)}, guard.Record{ID: "2", Args: []byte(`{}`)}))
	must(t, a.Audit(context.Background(), guard.Record{ID: "3", Args: []byte(`{}`)}))
	mustBeCancelled(t, "audit", a.Audit(cancelled(), guard.Record{ID: "4", Args: []byte(`{}`)}))
	if got := ids(); !reflect.DeepEqual(got, []string{"1", "2", "3"}) {
		t.Errorf("kept are %q", got)
	}
}

// Grants tests a store of grants; open returns a new one.
func Grants(t *testing.T, open func(t *testing.T) guard.GrantStore) {
	ctx := context.Background()
	grant := func(id, tool string) guard.Grant {
		return guard.Grant{ID: id, Scope: "folder", Tool: tool, Folders: []string{"/a"}}
	}
	mustHold := func(t *testing.T, s guard.GrantStore, want ...guard.Grant) {
		t.Helper()
		got, err := s.Grants(ctx)
		must(t, err)
		if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	t.Run("a grant is kept under its id until it is taken back", func(t *testing.T) {
		s := open(t)
		mustHold(t, s)
		must(t, s.AddGrant(ctx, grant("1", "a")))
		must(t, s.AddGrant(ctx, grant("2", "b")))
		must(t, s.AddGrant(ctx, grant("1", "c")))
		mustHold(t, s, grant("1", "c"), grant("2", "b"))
		must(t, s.RemoveGrant(ctx, "1"))
		mustHold(t, s, grant("2", "b"))
		if s.RemoveGrant(ctx, "1") == nil {
			t.Error("a grant was taken back twice")
		}
		if s.AddGrant(ctx, grant("", "x")) == nil {
			t.Error("a grant without an id was kept")
		}
	})
	t.Run("a cancelled call does nothing and says so", func(t *testing.T) {
		s := open(t)
		must(t, s.AddGrant(ctx, grant("1", "a")))
		mustBeCancelled(t, "add", s.AddGrant(cancelled(), grant("2", "b")))
		mustBeCancelled(t, "remove", s.RemoveGrant(cancelled(), "1"))
		_, err := s.Grants(cancelled())
		mustBeCancelled(t, "read", err)
		mustHold(t, s, grant("1", "a"))
	})
}
