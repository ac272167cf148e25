package agentcore_test

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/store/storetest"
)

func TestTheStoresInMemoryKeepTheContractsOfTheRealOne(t *testing.T) {
	t.Run("transcript", func(t *testing.T) {
		storetest.Transcript(t, func(*testing.T, string) agentcore.Transcript { return &pages{} })
	})
	t.Run("notes", func(t *testing.T) {
		storetest.Notes(t, func(*testing.T, string) agentcore.Notes { return &notes{} })
	})
	t.Run("ratios", func(t *testing.T) {
		storetest.Ratios(t, func(*testing.T) budget.Ratios { return &notes{} })
	})
	t.Run("library", func(t *testing.T) {
		storetest.Library(t, func(_ *testing.T, text string) (agentcore.Library, string) { return memoryLibrary{"h": text}, "h" })
	})
}
