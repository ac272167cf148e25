package app

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/agentcore/store/storetest"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// storeOf opens a new store that is closed with the test.
func storeOf(t *testing.T) *store.Store {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "deskhand.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func TestTheStoreOfPlansKeepsItsContract(t *testing.T) {
	storetest.Plans(t, func(t *testing.T) triage.Plans { return plans{storeOf(t)} })
}

func TestTheLibraryKeepsItsContract(t *testing.T) {
	storetest.Library(t, func(t *testing.T, text string) (agentcore.Library, string) {
		db := storeOf(t)
		if err := db.CreateConversation(context.Background(), "c", "", time.Unix(0, 0)); err != nil {
			t.Fatal(err)
		}
		handle, err := db.KeepFull(context.Background(), "c", text)
		if err != nil {
			t.Fatal(err)
		}
		return library{db}, handle
	})
}
