package store

import (
	"context"
	"encoding/json"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Notice is something shown to the user in a conversation besides its messages, such as a
// warning. No model sees it.
type Notice struct {
	// At is the number of messages at the time.
	At   int             `json:"at"`
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body"`
}

// KeepNotice stores a notice after the present messages.
func (s *Store) KeepNotice(ctx context.Context, conversation, kind string, body json.RawMessage) error {
	return s.update(ctx, "keep a notice", func(tx *bolt.Tx) error {
		var m meta
		if err := get(tx, bucketMeta, []byte(conversation), &m); err != nil {
			return err
		}
		return appendNotice(tx, conversation, Notice{At: m.Messages, Kind: kind, Body: body})
	})
}

func appendNotice(tx *bolt.Tx, conversation string, n Notice) error {
	b, err := bucket(tx, bucketNotices).CreateBucketIfNotExists([]byte(conversation))
	if err != nil {
		return fmt.Errorf("make the bucket of the notices: %w", err)
	}
	raw, err := encode(n)
	if err != nil {
		return err
	}
	return appendRaw(b, raw)
}

// Notices returns those of a conversation in order. Unreadable ones are left out.
func (s *Store) Notices(ctx context.Context, conversation string) (notices []Notice, err error) {
	err = s.view(ctx, "read the notices", func(tx *bolt.Tx) error {
		if b := bucket(tx, bucketNotices).Bucket([]byte(conversation)); b != nil {
			for _, n := range readable[Notice](b) {
				notices = append(notices, n)
			}
		}
		return nil
	})
	return notices, err
}

// dropNotices removes those of a conversation.
func dropNotices(tx *bolt.Tx, conversation string) error {
	all := bucket(tx, bucketNotices)
	if all.Bucket([]byte(conversation)) == nil {
		return nil
	}
	return all.DeleteBucket([]byte(conversation))
}
