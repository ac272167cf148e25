package guard_test

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/store/storetest"
)

func TestTheStoresInMemoryKeepTheContractsOfTheRealOne(t *testing.T) {
	t.Run("auditor", func(t *testing.T) {
		storetest.Auditor(t, func(*testing.T) (guard.Auditor, func() []guard.Record) {
			a := &audit{}
			return a, a.records
		})
	})
	t.Run("grants", func(t *testing.T) {
		storetest.Grants(t, func(*testing.T) guard.GrantStore { return &grantStore{} })
	})
}
