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

// damagedFile is the readable part of a damaged file.
type damagedFile struct {
	image  *image
	folder string // of its long texts; "" for none
	metas  map[string]meta
	heads  map[string]text
	bodies map[string][]byte
	audit  [][]byte
	// conversations are in the order of the file.
	conversations []salvaged
}

type salvaged struct {
	id       string
	messages [][]byte
}

// bringFile copies conversations, their texts and the audit. Grants and plans are not
// copied from a damaged file: the user is asked again.
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

// bringSnapshot copies from the newest snapshot the conversations that were unreadable.
// The audit stays as read from the file.
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

// bringOver reads what is readable of the file at path and passes it to write.
func (s *Store) bringOver(path, folder string, write func(*damagedFile) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was only read
	im, err := readImage(f)
	if err != nil {
		return nil // unreadable: nothing to copy
	}
	w := damagedFile{
		image: im, folder: folder,
		metas: map[string]meta{}, heads: map[string]text{}, bodies: map[string][]byte{},
	}
	im.walk(im.root, w.sort)
	// One sync at the end is enough: if interrupted, the new file is damaged too.
	s.db.NoSync = true
	defer func() { s.db.NoSync = false }()
	return errors.Join(write(&w), s.db.Sync())
}

// sort reads a bucket of the file.
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

// restoreText copies the full text of a capped result, under the handle in its message.
func (s *Store) restoreText(tx *bolt.Tx, w *damagedFile, conversation, handle string) error {
	body, ok := w.body(handle)
	if !ok || bucket(tx, bucketFull).Get([]byte(handle)) != nil {
		return nil
	}
	return s.putText(tx, handle, ownerConversation+conversation, body)
}

// message decodes a message, which may be a separate text.
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

// conversation returns a conversation's meta, or what its messages tell of it.
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
