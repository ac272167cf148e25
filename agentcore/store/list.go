package store

import (
	"bytes"
	"context"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Filter selects conversations. The zero value selects all.
type Filter struct {
	// Search is looked for in titles and message texts, ignoring case.
	Search string
	// Since and Before bound the last update: Since ≤ updated < Before. Zero means no
	// bound.
	Since, Before time.Time
}

// listStep is how many conversations are read per transaction.
const listStep = 64

// Conversations returns the selected conversations, last updated first.
func (s *Store) Conversations(ctx context.Context, f Filter) ([]chat.Conversation, error) {
	var out []chat.Conversation
	err := s.EachConversation(ctx, f, func(c chat.Conversation) bool {
		out = append(out, c)
		return true
	})
	return out, err
}

// EachConversation calls visit for the selected conversations as they are found, last
// updated first, until it returns false. No transaction is open during visit.
func (s *Store) EachConversation(ctx context.Context, f Filter, visit func(chat.Conversation) bool) error {
	scan := scan{store: s, filter: f, needle: newNeedle(f.Search)}
	if !f.Before.IsZero() {
		scan.at = timePrefix(f.Before)
	}
	for !scan.done {
		var found []chat.Conversation
		err := s.view(ctx, "list conversations", func(tx *bolt.Tx) error {
			var err error
			found, err = scan.step(ctx, tx)
			return err
		})
		if err != nil {
			return err
		}
		for _, c := range found {
			if !visit(c) {
				return nil
			}
		}
	}
	return nil
}

// scan walks from the newest conversation to the oldest.
type scan struct {
	store  *Store
	filter Filter
	needle needle
	at     []byte // key in bytime behind the rest; nil: the end
	done   bool
}

// step reads the next few conversations, but stops at one that matches a search, so that
// the first hit does not wait for others.
func (sc *scan) step(ctx context.Context, tx *bolt.Tx) ([]chat.Conversation, error) {
	times := bucket(tx, bucketByTime)
	var found []chat.Conversation
	cursor := times.Cursor()
	for k := before(cursor, sc.at); ; k, _ = cursor.Prev() {
		if len(k) < 8 || !sc.filter.Since.IsZero() && bytes.Compare(k[:8], timePrefix(sc.filter.Since)) < 0 {
			sc.done = true
			return found, nil
		}
		sc.at = bytes.Clone(k)
		c, ok := sc.look(tx, k[8:])
		if ok {
			found = append(found, c)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(found) == listStep || ok && sc.needle.text != "" {
			return found, nil
		}
	}
}

// look returns the conversation if the filter selects it.
func (sc *scan) look(tx *bolt.Tx, id []byte) (chat.Conversation, bool) {
	var m meta
	if get(tx, bucketMeta, id, &m) != nil {
		return chat.Conversation{}, false
	}
	if sc.needle.text == "" || sc.needle.in(m.Title) {
		return m.Conversation, true
	}
	b, err := messagesOf(tx, m.ID)
	if err != nil {
		return chat.Conversation{}, false
	}
	cursor := b.Cursor()
	for k, raw := cursor.Last(); k != nil; k, raw = cursor.Prev() {
		if sc.matches(tx, raw) {
			return m.Conversation, true
		}
	}
	return chat.Conversation{}, false
}

func (sc *scan) matches(tx *bolt.Tx, raw []byte) bool {
	raw, err := sc.store.messageText(tx, raw)
	if err != nil || !sc.needle.maybeIn(raw) {
		return false
	}
	var m struct {
		Text string `json:"text"`
	}
	return decode(raw, &m) == nil && sc.needle.in(m.Text)
}

// before moves the cursor to the last key before at.
func before(c *bolt.Cursor, at []byte) []byte {
	if at == nil {
		k, _ := c.Last()
		return k
	}
	if k, _ := c.Seek(at); k == nil {
		k, _ = c.Last()
		return k
	}
	k, _ := c.Prev()
	return k
}

// needle is the text to search for.
type needle struct {
	text string // lower case
	// plain means that JSON does not escape it.
	plain bool
}

func newNeedle(search string) needle {
	text := strings.ToLower(search)
	plain := !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || r == '"' || r == '\\' || r == 0x7f || r == '\u2028' || r == '\u2029'
	})
	return needle{text, plain}
}

func (n needle) in(s string) bool { return strings.Contains(strings.ToLower(s), n.text) }

// maybeIn reports whether the needle may be in a text in this JSON, which saves decoding
// most messages.
func (n needle) maybeIn(raw []byte) bool {
	return !n.plain || bytes.Contains(bytes.ToLower(raw), []byte(n.text))
}
