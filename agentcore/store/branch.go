package store

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// CopyTurns appends the first turns of a conversation to another one, with their notices
// and the texts behind their handles. The original is unchanged, and may be deleted.
func (s *Store) CopyTurns(ctx context.Context, from, to string, turns int) error {
	return s.update(ctx, "copy a conversation", func(tx *bolt.Tx) error {
		messages, err := s.firstTurns(tx, from, turns)
		if err != nil {
			return err
		}
		for _, m := range messages {
			if err := errors.Join(ctx.Err(), s.copyText(tx, &m, to)); err != nil {
				return err
			}
			if err := s.appendTo(tx, to, m); err != nil {
				return err
			}
		}
		return copyNotices(tx, from, to, len(messages))
	})
}

// firstTurns reads the messages of the first turns.
func (s *Store) firstTurns(tx *bolt.Tx, conversation string, turns int) (messages []chat.Message, err error) {
	b, err := messagesOf(tx, conversation)
	if err != nil {
		return nil, err
	}
	begun := 0
	c := b.Cursor()
	for key, raw := c.First(); key != nil; key, raw = c.Next() {
		m, err := s.message(tx, raw)
		if err != nil {
			continue // as in Messages
		}
		if m.Role == chat.RoleUser {
			begun++
		}
		if begun > turns {
			break
		}
		messages = append(messages, m)
	}
	return messages, nil
}

// copyText gives a message with a handle a text of its own. An unreadable text stays
// unreadable in the copy.
func (s *Store) copyText(tx *bolt.Tx, m *chat.Message, to string) error {
	if m.Handle == "" {
		return nil
	}
	text, err := s.readText(tx, m.Handle)
	if m.Handle = ""; err != nil {
		return nil //nolint:nilerr // what the message holds of it is copied
	}
	m.Handle = s.newID()
	return s.putText(tx, m.Handle, ownerConversation+to, string(text))
}

// copyNotices copies the notices before a message.
func copyNotices(tx *bolt.Tx, from, to string, before int) error {
	b := bucket(tx, bucketNotices).Bucket([]byte(from))
	if b == nil {
		return nil
	}
	for _, n := range readable[Notice](b) {
		if n.At > before {
			continue
		}
		if err := appendNotice(tx, to, n); err != nil {
			return err
		}
	}
	return nil
}
