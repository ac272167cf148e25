package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// meta is a conversation without its messages.
type meta struct {
	chat.Conversation
	// Open are the calls without a result, in order.
	Open []openCall `json:"open,omitempty"`
}

type openCall struct {
	ID   string `json:"id"`
	Tool string `json:"tool"`
}

// elsewhere marks a message that is too long for the database: the handle of its text
// follows. JSON never starts with it.
const elsewhere = '@'

// CreateConversation creates an empty conversation. It fails with ErrExists if the id is
// taken.
func (s *Store) CreateConversation(ctx context.Context, id, title string, now time.Time) error {
	if id == "" {
		return fmt.Errorf("create a conversation: no id")
	}
	return s.update(ctx, "create a conversation", func(tx *bolt.Tx) error {
		return createConversation(tx, chat.Conversation{ID: id, Title: title, Created: now, Updated: now})
	})
}

func createConversation(tx *bolt.Tx, c chat.Conversation) error {
	messages := bucket(tx, bucketMsg)
	if messages.Bucket([]byte(c.ID)) != nil {
		return ErrExists
	}
	if _, err := messages.CreateBucket([]byte(c.ID)); err != nil {
		return err
	}
	return putMeta(tx, meta{}, meta{Conversation: c})
}

// Append adds a message. It is on disk when Append returns. The cost of the transaction
// does not depend on the length of the conversation.
func (s *Store) Append(ctx context.Context, conversation string, m chat.Message) error {
	return s.update(ctx, "append a message", func(tx *bolt.Tx) error {
		return s.appendTo(tx, conversation, m)
	})
}

// appendTo writes a message and updates the meta.
func (s *Store) appendTo(tx *bolt.Tx, conversation string, m chat.Message) error {
	if m.Time.IsZero() {
		m.Time = s.now()
	}
	var before meta
	if err := get(tx, bucketMeta, []byte(conversation), &before); err != nil {
		return err
	}
	if err := s.putMessage(tx, conversation, m); err != nil {
		return err
	}
	after := before
	after.Messages++
	if m.Time.After(after.Updated) {
		after.Updated = m.Time
	}
	if m.Role == chat.RoleAssistant && m.Model != "" {
		after.Model = m.Model
	}
	after.Open = stillOpen(before.Open, m)
	return putMeta(tx, before, after)
}

// putMessage writes a message after the last one. One that is too long for the database
// is stored separately, with its handle in its place.
func (s *Store) putMessage(tx *bolt.Tx, conversation string, m chat.Message) error {
	b, err := messagesOf(tx, conversation)
	if err != nil {
		return err
	}
	raw, err := encode(m)
	if err != nil {
		return err
	}
	if len(raw) > inlineLimit {
		handle := s.newID()
		if err := s.putText(tx, handle, ownerConversation+conversation, string(raw)); err != nil {
			return err
		}
		raw = append([]byte{elsewhere}, handle...)
	}
	return appendRaw(b, raw)
}

// stillOpen returns the calls without a result after m.
func stillOpen(open []openCall, m chat.Message) []openCall {
	for i, c := range open {
		if m.Role == chat.RoleTool && c.ID == m.CallID {
			return slices.Concat(open[:i], open[i+1:])
		}
	}
	if m.Role == chat.RoleAssistant {
		for _, c := range m.Calls {
			open = append(open[:len(open):len(open)], openCall{c.ID, c.Name})
		}
	}
	return open
}

// Messages returns the whole conversation, oldest first. Unreadable messages are left
// out.
func (s *Store) Messages(ctx context.Context, conversation string) ([]chat.Message, error) {
	var out []chat.Message
	err := s.view(ctx, "read a conversation", func(tx *bolt.Tx) error {
		b, err := messagesOf(tx, conversation)
		if err != nil {
			return err
		}
		return b.ForEach(func(_, raw []byte) error {
			m, err := s.message(tx, raw)
			if err == nil {
				out = append(out, m)
			}
			return ctx.Err()
		})
	})
	return out, err
}

// message decodes a stored message, wherever it is.
func (s *Store) message(tx *bolt.Tx, raw []byte) (m chat.Message, err error) {
	if raw, err = s.messageText(tx, raw); err != nil {
		return m, err
	}
	err = decode(raw, &m)
	return m, err
}

func (s *Store) messageText(tx *bolt.Tx, raw []byte) ([]byte, error) {
	if len(raw) > 0 && raw[0] == elsewhere {
		return s.readText(tx, string(raw[1:]))
	}
	return raw, nil
}

// Conversation returns one conversation without its messages.
func (s *Store) Conversation(ctx context.Context, id string) (chat.Conversation, error) {
	var m meta
	err := s.view(ctx, "look up a conversation", func(tx *bolt.Tx) error {
		return get(tx, bucketMeta, []byte(id), &m)
	})
	return m.Conversation, err
}

// Rename changes the title of a conversation and nothing else.
func (s *Store) Rename(ctx context.Context, id, title string) error {
	return s.update(ctx, "rename a conversation", func(tx *bolt.Tx) error {
		var m meta
		if err := get(tx, bucketMeta, []byte(id), &m); err != nil {
			return err
		}
		m.Title = title
		return put(tx, bucketMeta, []byte(id), m)
	})
}

// Delete removes a conversation with its texts, and the snapshots that contain it. Its
// audit is kept.
func (s *Store) Delete(ctx context.Context, id string) error {
	var texts []string
	err := s.update(ctx, "delete a conversation", func(tx *bolt.Tx) error {
		var m meta
		if err := get(tx, bucketMeta, []byte(id), &m); err != nil {
			return err
		}
		if err := deleteConversation(tx, m); err != nil {
			return err
		}
		var err error
		texts, err = dropTexts(tx, func(_, owner string) bool { return owner == ownerConversation+id })
		return err
	})
	if err != nil {
		return err
	}
	s.removeTexts(texts)
	return s.dropSnapshots()
}

func deleteConversation(tx *bolt.Tx, m meta) error {
	return errors.Join(
		bucket(tx, bucketMsg).DeleteBucket([]byte(m.ID)),
		dropNotices(tx, m.ID),
		bucket(tx, bucketMeta).Delete([]byte(m.ID)),
		bucket(tx, bucketByTime).Delete(timeKey(m.Conversation)),
		bucket(tx, bucketCompact).Delete([]byte(m.ID)),
	)
}

// DeleteAll removes every conversation in one step, and the snapshots, and returns how
// many conversations there were. The audit is kept.
func (s *Store) DeleteAll(ctx context.Context) (n int, err error) {
	var texts []string
	err = s.update(ctx, "delete all conversations", func(tx *bolt.Tx) error {
		metas := bucket(tx, bucketMeta)
		n = metas.Stats().KeyN
		for _, name := range []string{bucketMeta, bucketByTime, bucketMsg, bucketNotices, bucketCompact} {
			if err := tx.DeleteBucket([]byte(name)); err != nil {
				return err
			}
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		texts, err = dropTexts(tx, func(_, owner string) bool { return strings.HasPrefix(owner, ownerConversation) })
		return err
	})
	if err != nil {
		return 0, err
	}
	s.removeTexts(texts)
	return n, s.dropSnapshots()
}

// putMeta writes a meta and moves its entry in the time index.
func putMeta(tx *bolt.Tx, before, after meta) error {
	times := bucket(tx, bucketByTime)
	if before.ID != "" {
		if err := times.Delete(timeKey(before.Conversation)); err != nil {
			return err
		}
	}
	if err := times.Put(timeKey(after.Conversation), nil); err != nil {
		return err
	}
	return put(tx, bucketMeta, []byte(after.ID), after)
}

// timeKey sorts conversations by their last update.
func timeKey(c chat.Conversation) []byte { return append(timePrefix(c.Updated), c.ID...) }

// timePrefix encodes a time so that earlier ones sort first, even those before 1970.
func timePrefix(t time.Time) []byte { return bigEndian(uint64(t.UnixNano()) ^ 1<<63) }

// messagesOf returns the bucket of a conversation's messages.
func messagesOf(tx *bolt.Tx, conversation string) (*bolt.Bucket, error) {
	messages := bucket(tx, bucketMsg)
	if b := messages.Bucket([]byte(conversation)); b != nil {
		return b, nil
	}
	return nil, ErrNotFound
}
