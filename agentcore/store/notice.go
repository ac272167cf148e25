package store

import (
	"context"
	"encoding/json"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Aside is something that the person was told in a conversation beside its
// messages, such as a warning. No model sees it.
type Aside struct {
	// At is how many messages there were when it was said.
	At   int             `json:"at"`
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body"`
}

// KeepAside writes an aside behind the messages that are there now.
func (s *Store) KeepAside(ctx context.Context, conversation, kind string, body json.RawMessage) error {
	return s.update(ctx, "keep an aside", func(tx *bolt.Tx) error {
		var m meta
		if err := get(tx, bucketMeta, []byte(conversation), &m); err != nil {
			return err
		}
		all, err := child(tx, bucketAsides)
		if err != nil {
			return err
		}
		b, err := all.CreateBucketIfNotExists([]byte(conversation))
		if err != nil {
			return fmt.Errorf("make the bucket of the asides: %w", err)
		}
		seq, err := b.NextSequence()
		if err != nil {
			return err
		}
		raw, err := encode(Aside{At: m.Messages, Kind: kind, Body: body})
		if err != nil {
			return err
		}
		return b.Put(bigEndian(seq), raw)
	})
}

// Asides gives those of a conversation in their order. One that cannot be read
// is left out.
func (s *Store) Asides(ctx context.Context, conversation string) (asides []Aside, err error) {
	err = s.view(ctx, "read the asides", func(tx *bolt.Tx) error {
		all, err := child(tx, bucketAsides)
		if err != nil {
			return err
		}
		b := all.Bucket([]byte(conversation))
		if b == nil {
			return nil
		}
		return b.ForEach(func(_, raw []byte) error {
			var a Aside
			if decode(raw, &a) == nil {
				asides = append(asides, a)
			}
			return nil
		})
	})
	return asides, err
}

// dropAsides removes those of a conversation.
func dropAsides(tx *bolt.Tx, conversation string) error {
	all, err := child(tx, bucketAsides)
	if err != nil || all.Bucket([]byte(conversation)) == nil {
		return err
	}
	return all.DeleteBucket([]byte(conversation))
}
