package store

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// addConversation makes a conversation of one message.
func (f *fixture) addConversation(id, message string) {
	f.t.Helper()
	must(f.t, f.CreateConversation(context.Background(), id, id, noon))
	must(f.t, f.Append(context.Background(), id, user(message)))
}

func (f *fixture) snapshotCount() int {
	f.t.Helper()
	names, err := f.snapshotNames()
	must(f.t, err)
	return len(names)
}

func TestASnapshotIsMadeOnceADayAndTheNewestThreeAreKept(t *testing.T) {
	f := open(t)
	now := noon
	f.now = func() time.Time { return now }
	for day, want := range []int{1, 2, 3, 3, 3} {
		for range 2 { // the second time it is not due
			must(t, f.SnapshotIfDue(context.Background()))
		}
		if got := f.snapshotCount(); got != want {
			t.Errorf("day %d: %d snapshots, want %d", day, got, want)
		}
		now = now.Add(25 * time.Hour)
	}
	names, err := f.snapshotNames()
	must(t, err)
	if want := noon.Add(4 * 25 * time.Hour).Format(snapshotTime); !strings.HasPrefix(names[2], want) {
		t.Errorf("the newest snapshot is %s, want that of %s", names[2], want)
	}
}

func TestASnapshotIsASoundDatabaseWithWhatWasThere(t *testing.T) {
	f := open(t)
	f.addConversation("c1", "hello")
	must(t, f.Snapshot(context.Background()))
	f.addConversation("c2", "later")
	names, err := f.snapshotNames()
	must(t, err)
	copied, err := Open(filepath.Join(f.snapshots(), names[0]), Options{})
	must(t, err)
	defer func() { must(t, copied.Close()) }()
	found, err := copied.Conversations(context.Background(), Filter{})
	must(t, err)
	if copied.Salvaged() != (Salvage{}) || len(found) != 1 || found[0].ID != "c1" {
		t.Errorf("the snapshot has %v; %+v", found, copied.Salvaged())
	}
}

func TestAConversationThatCannotBeReadComesFromTheSnapshot(t *testing.T) {
	f := open(t)
	f.addConversation("c1", "kept in a copy")
	must(t, f.Close()) // makes the first snapshot
	must(t, os.WriteFile(f.path, bytes.Repeat([]byte("noise"), 5000), fileMode))
	f.open()
	if got := f.texts("c1"); got != "kept in a copy" {
		t.Errorf("the messages are %q", got)
	}
	if got := f.Salvaged(); got.Conversations != 1 || got.FromSnapshot != 1 {
		t.Errorf("salvaged is %+v", got)
	}
}

func TestWhatIsDeletedDoesNotLiveOnInASnapshot(t *testing.T) {
	f := open(t)
	f.addConversation("c1", "private")
	must(t, f.Snapshot(context.Background()))
	must(t, f.Delete(context.Background(), "c1"))
	if n := f.snapshotCount(); n != 0 {
		t.Errorf("%d snapshots are left", n)
	}
}

func TestAFileOfTheFirstVersionIsTakenOverAndKeptAsItWas(t *testing.T) {
	f := open(t)
	f.addConversation("c1", "from before")
	must(t, f.db.Update(func(tx *bolt.Tx) error {
		for _, name := range layouts[1] {
			if err := tx.DeleteBucket([]byte(name)); err != nil {
				return err
			}
		}
		return tx.Bucket([]byte(bucketSys)).Put([]byte(schemaKey), []byte("1"))
	}))
	must(t, f.dropSnapshots())
	must(t, f.db.Close())
	f.open()
	if got := f.texts("c1"); got != "from before" || f.Salvaged() != (Salvage{}) {
		t.Errorf("the messages are %q; %+v", got, f.Salvaged())
	}
	if v, err := f.checkLayout(); err != nil || v != schema {
		t.Errorf("the version is %d, %v", v, err)
	}
	if f.snapshotCount() != 1 {
		t.Error("there is no snapshot of how it was")
	}
}

func TestAFileThatIsMostlyFreeRoomIsWrittenAgain(t *testing.T) {
	f, ctx := open(t), context.Background()
	f.db.NoSync = true
	f.addConversation("stays", "still here")
	must(t, f.CreateConversation(ctx, "goes", "", noon))
	body := strings.Repeat("x", inlineLimit-1000)
	for range compactFree/len(body) + 64 {
		must(t, f.Append(ctx, "goes", chat.Message{Role: chat.RoleUser, Text: body, Time: noon}))
	}
	must(t, f.Delete(ctx, "goes"))
	before := size(t, f.path)
	f.reopen()
	if after := size(t, f.path); after > before/10 {
		t.Errorf("%d bytes before, %d after", before, after)
	}
	if got := f.texts("stays"); got != "still here" {
		t.Errorf("the messages are %q", got)
	}
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.Size()
}

func TestAFileThatWasReplacedWhileItsLockWasWaitedForIsNotWrittenTo(t *testing.T) {
	f := open(t)
	waited := make(chan error, 1)
	go func() {
		db, err := openBolt(f.path, false)
		if err == nil {
			err = db.Close()
		}
		waited <- err
	}()
	must(t, f.compact())
	must(t, f.db.Close())
	if err := <-waited; err != nil && !errors.Is(err, ErrLocked) {
		t.Errorf("got %v", err)
	}
	held := mustOpen(t, f.path)
	must(t, os.Rename(f.path, f.path+".old"))
	must(t, create(f.path))
	if named(f.path, held) {
		t.Error("a file counts as the one that path leads to, and is not")
	}
	f.open()
}
