package store

import (
	"context"
	"encoding/json"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestHowFarAConversationIsCompactedComesBackAndGoesWithIt(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "", noon))
	must(t, f.CreateConversation(ctx, "c2", "", noon))
	fresh, err := f.Compaction(ctx, "c1")
	must(t, err)
	if fresh != (chat.Compaction{}) {
		t.Errorf("a new conversation has %+v", fresh)
	}
	want := chat.Compaction{Shortened: 7, Covered: 5, Summary: "notes <b> ~~~\nü", Ceiling: 750, Capped: 9}
	must(t, f.KeepCompaction(ctx, "c1", want))
	must(t, f.KeepCompaction(ctx, "c2", want))
	f.reopen()
	got, err := f.Compaction(ctx, "c1")
	must(t, err)
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	mustBe(t, f.KeepCompaction(ctx, "none", want), ErrNotFound)

	must(t, f.Delete(ctx, "c1"))
	if n := f.notes(); n != 1 {
		t.Errorf("%d notes are kept of one conversation", n)
	}
	_, err = f.DeleteAll(ctx)
	must(t, err)
	if n := f.notes(); n != 0 {
		t.Errorf("%d notes outlive their conversations", n)
	}
}

// notes counts for how many conversations it is kept how far they are compacted.
func (f *fixture) notes() (n int) {
	must(f.t, f.db.View(func(tx *bolt.Tx) error {
		n = tx.Bucket([]byte(bucketCompact)).Stats().KeyN
		return nil
	}))
	return n
}

func TestCompactingChangesNoByteOfTheMessages(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "", noon))
	for range 10 {
		must(t, f.Append(ctx, "c1", user("what is here?")))
	}
	before := f.raw("c1")
	must(t, f.KeepCompaction(ctx, "c1", chat.Compaction{Covered: 9, Summary: "all of it"}))
	if after := f.raw("c1"); after != before {
		t.Errorf("stored is now\n%s\nit was\n%s", after, before)
	}
}

// raw returns the messages of a conversation byte by byte.
func (f *fixture) raw(id string) (all string) {
	must(f.t, f.db.View(func(tx *bolt.Tx) error {
		b, err := messagesOf(tx, id)
		if err != nil {
			return err
		}
		return b.ForEach(func(k, v []byte) error {
			all += string(k) + string(v)
			return nil
		})
	}))
	return all
}

func TestHowAModelCountsComesBackAfterARestart(t *testing.T) {
	f := open(t)
	if _, _, ok := f.Ratio("sha256:a"); ok {
		t.Error("something is known of a model that never reported")
	}
	must(t, f.KeepRatio("sha256:a", 1.25, 3))
	must(t, f.KeepRatio("sha256:b", 0.9, 1))
	must(t, f.KeepRatio("sha256:a", 1.5, 4))
	f.reopen()
	if ratio, samples, ok := f.Ratio("sha256:a"); ratio != 1.5 || samples != 4 || !ok {
		t.Errorf("%v after %d samples, %v", ratio, samples, ok)
	}
	must(t, f.db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket([]byte(bucketRatios)).Put([]byte("sha256:a"), json.RawMessage(`{"ratio":"`))
	}))
	if _, _, ok := f.Ratio("sha256:a"); ok {
		t.Error("something is known that cannot be read")
	}
}
