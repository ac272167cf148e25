package store

import (
	"context"
	"slices"
	"testing"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/store/storetest"
)

func TestTheStoreKeepsItsContracts(t *testing.T) {
	with := func(t *testing.T, conversation string) *Store {
		f := open(t)
		must(t, f.CreateConversation(context.Background(), conversation, "", noon))
		return f.Store
	}
	t.Run("transcript", func(t *testing.T) {
		storetest.Transcript(t, func(t *testing.T, c string) agentcore.Transcript { return with(t, c) })
	})
	t.Run("notes", func(t *testing.T) {
		storetest.Notes(t, func(t *testing.T, c string) agentcore.Notes { return with(t, c) })
	})
	t.Run("ratios", func(t *testing.T) {
		storetest.Ratios(t, func(t *testing.T) budget.Ratios { return open(t).Store })
	})
	t.Run("auditor", func(t *testing.T) {
		storetest.Auditor(t, func(t *testing.T) (guard.Auditor, func() []guard.Record) {
			f := open(t)
			return f.Store, func() []guard.Record {
				all, err := f.AuditRecords(context.Background(), AuditFilter{})
				must(t, err)
				slices.Reverse(all)
				return all
			}
		})
	})
	t.Run("grants", func(t *testing.T) {
		storetest.Grants(t, func(t *testing.T) guard.GrantStore { return open(t).Store })
	})
}
