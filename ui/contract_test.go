package ui_test

import (
	"slices"
	"testing"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/store/storetest"
)

func TestTheFakeStoresMeetTheRealContract(t *testing.T) {
	transcriptOf := func(conversation string) *fakeConversations {
		p := newFakeConversations(&backend{})
		p.conversations[conversation] = &kept{}
		return &p
	}
	t.Run("transcript", func(t *testing.T) {
		storetest.Transcript(t, func(_ *testing.T, c string) agentcore.Transcript { return transcriptOf(c) })
	})
	t.Run("notes", func(t *testing.T) {
		storetest.Notes(t, func(_ *testing.T, c string) agentcore.Notes { return transcriptOf(c) })
	})
	t.Run("auditor", func(t *testing.T) {
		storetest.Auditor(t, func(*testing.T) (guard.Auditor, func() []guard.Record) {
			d := &backend{}
			return fakeAuditLog{d}, func() []guard.Record { return slices.Clone(d.records) }
		})
	})
	t.Run("grants", func(t *testing.T) {
		storetest.Grants(t, func(*testing.T) guard.GrantStore { return fakeAuditLog{&backend{}} })
	})
}
