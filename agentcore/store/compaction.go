package store

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Compaction returns how far a conversation is compacted for models; zero if it never
// was.
func (s *Store) Compaction(ctx context.Context, conversation string) (c chat.Compaction, err error) {
	err = s.view(ctx, "read how far a conversation is compacted", func(tx *bolt.Tx) error {
		return get(tx, bucketCompact, []byte(conversation), &c)
	})
	if errors.Is(err, ErrNotFound) {
		return chat.Compaction{}, nil
	}
	return c, err
}

// KeepCompaction stores how far a conversation is compacted. Its messages are unchanged.
func (s *Store) KeepCompaction(ctx context.Context, conversation string, c chat.Compaction) error {
	return s.update(ctx, "store how far a conversation is compacted", func(tx *bolt.Tx) error {
		if _, err := messagesOf(tx, conversation); err != nil {
			return err
		}
		return put(tx, bucketCompact, []byte(conversation), c)
	})
}
