package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// damagedFile is what can be read of a damaged file.
type damagedFile struct {
	image  *image
	folder string // of its long texts; "" for none
	metas  map[string]meta
	heads  map[string]text
	bodies map[string][]byte
	audit  [][]byte
	// conversations are the conversations in the order of the file.
	conversations []salvaged
}

type salvaged struct {
	id       string
	messages [][]byte
}

// bringFile brings over conversations, their texts and the audit. Grants are
// not taken from a damaged file, nor are plans: both are asked for again.
func (s *Store) bringFile(path, folder string) error {
	return s.bringOver(path, folder, func(w *damagedFile) error {
		for _, t := range w.conversations {
			if err := s.restore(w, t); err != nil {
				return err
			}
		}
		return s.update(context.Background(), "bring over the audit", func(tx *bolt.Tx) error {
			return appendAudit(tx, w.audit)
		})
	})
}

// bringSnapshot brings over from the newest snapshot the conversations of
// which nothing could be read. The audit is left as the file told it.
func (s *Store) bringSnapshot(folder string) error {
	names, err := s.snapshotNames()
	if err != nil || len(names) == 0 {
		return err
	}
	newest := filepath.Join(s.snapshots(), names[len(names)-1])
	return s.bringOver(newest, folder, func(w *damagedFile) error {
		before := s.salvage.Conversations
		for _, t := range w.conversations {
			if err := s.restore(w, t); err != nil && !errors.Is(err, ErrExists) {
				return err
			}
		}
		s.salvage.FromSnapshot = s.salvage.Conversations - before
		return nil
	})
}

// bringOver reads what can be read of the file at path and hands it to write.
func (s *Store) bringOver(path, folder string, write func(*damagedFile) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was only read
	im, err := readImage(f)
	if err != nil {
		return nil // no way in: there is nothing to bring over
	}
	w := damagedFile{
		image: im, folder: folder,
		metas: map[string]meta{}, heads: map[string]text{}, bodies: map[string][]byte{},
	}
	im.walk(im.root, w.sort)
	// One sync at the end is enough: cut short, what is new is damaged too.
	s.db.NoSync = true
	defer func() { s.db.NoSync = false }()
	return errors.Join(write(&w), s.db.Sync())
}

// sort takes a bucket of the file to where it belongs.
func (w *damagedFile) sort(bucket item) {
	switch string(bucket.key) {
	case bucketMeta:
		w.image.walkBucket(bucket, func(it item) {
			var m meta
			if !it.bucket && decode(it.value, &m) == nil {
				w.metas[string(it.key)] = m
			}
		})
	case bucketFull:
		w.image.walkBucket(bucket, func(it item) {
			var t text
			if !it.bucket && decode(it.value, &t) == nil {
				w.heads[string(it.key)] = t
			}
		})
	case bucketText:
		w.image.walkBucket(bucket, func(it item) { w.bodies[string(it.key)] = it.value })
	case bucketAudit:
		w.image.walkBucket(bucket, func(it item) { w.audit = append(w.audit, it.value) })
	case bucketMsg:
		w.image.walkBucket(bucket, func(it item) {
			t := salvaged{id: string(it.key)}
			w.image.walkBucket(it, func(m item) { t.messages = append(t.messages, m.value) })
			w.conversations = append(w.conversations, t)
		})
	}
}

// restore writes one conversation with its texts, in one transaction.
func (s *Store) restore(w *damagedFile, t salvaged) error {
	var messages []chat.Message
	for _, raw := range t.messages {
		if m, ok := w.message(raw); ok {
			messages = append(messages, m)
		}
	}
	if len(messages) == 0 || t.id == "" {
		return nil
	}
	err := s.update(context.Background(), "bring over a conversation", func(tx *bolt.Tx) error {
		if err := createConversation(tx, w.conversation(t.id, messages, s.now())); err != nil {
			return err
		}
		for _, m := range messages {
			if err := s.restoreText(tx, w, t.id, m.Handle); err != nil {
				return err
			}
			if err := s.appendTo(tx, t.id, m); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.salvage.Conversations++
		s.salvage.Messages += len(messages)
	}
	return err
}

// restoreText brings over the full text of a capped result, under the handle
// that its message names.
func (s *Store) restoreText(tx *bolt.Tx, w *damagedFile, conversation, handle string) error {
	body, ok := w.body(handle)
	if !ok || bucket(tx, bucketFull).Get([]byte(handle)) != nil {
		return nil
	}
	return s.putText(tx, handle, ownerConversation+conversation, body)
}

// message decodes a message, one that lies in a text of its own too.
func (w *damagedFile) message(raw []byte) (m chat.Message, ok bool) {
	if len(raw) > 0 && raw[0] == elsewhere {
		body, ok := w.body(string(raw[1:]))
		if !ok {
			return m, false
		}
		raw = []byte(body)
	}
	return m, decode(raw, &m) == nil && m.Role != ""
}

// body returns a whole text if it is there.
func (w *damagedFile) body(handle string) (string, bool) {
	head, ok := w.heads[handle]
	switch {
	case !ok || handle == "":
		return "", false
	case !head.File:
		body, ok := w.bodies[handle]
		return string(body), ok
	case w.folder == "":
		return "", false
	}
	raw, err := os.ReadFile(filepath.Join(w.folder, filepath.Base(handle)+textSuffix))
	return string(raw), err == nil
}

// conversation is what is known of a conversation, or what its messages tell
// of it.
func (w *damagedFile) conversation(id string, messages []chat.Message, now time.Time) chat.Conversation {
	c := chat.Conversation{ID: id, Title: w.metas[id].Title, Created: w.metas[id].Created}
	for _, m := range messages {
		if c.Title == "" && m.Role == chat.RoleUser {
			c.Title = chat.Title(m.Text)
		}
	}
	if c.Created.IsZero() {
		c.Created = messages[0].Time
	}
	if c.Created.IsZero() {
		c.Created = now
	}
	c.Updated = c.Created
	return c
}
