package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"
)

const (
	// inlineLimit is how many bytes a value may have inside the database.
	inlineLimit = 64 << 10
	// textBlock is the distance, in bytes, of recorded character counts, so that a page
	// far into a text is found without reading all of it.
	textBlock = 64 << 10

	textSuffix = ".txt"
)

// The owners of texts, which are deleted with them.
const (
	ownerConversation = "c:"
	ownerPlan         = "p:"
)

// text is where a text is and how it is divided.
type text struct {
	Owner string `json:"owner"`
	Size  int64  `json:"size"` // bytes
	// Before counts the characters before each block of textBlock bytes; its last entry
	// counts all.
	Before []int `json:"before"`
	File   bool  `json:"file,omitempty"`
}

func (t text) runes() int { return t.Before[len(t.Before)-1] }

// valid reports whether the header is plausible.
func (t text) valid() bool {
	return len(t.Before) > 0 && t.Before[0] == 0 && slices.IsSorted(t.Before) &&
		int64(len(t.Before)-1) == (t.Size+textBlock-1)/textBlock
}

// Part is a piece of a text, counted in characters.
type Part struct {
	Text  string
	Total int // length of the whole text
}

// KeepFull stores the full text of a capped result and returns a handle that is valid as
// long as its conversation exists.
func (s *Store) KeepFull(ctx context.Context, conversation, body string) (string, error) {
	handle := s.newID()
	err := s.update(ctx, "keep the full text", func(tx *bolt.Tx) error {
		if err := get(tx, bucketMeta, []byte(conversation), &meta{}); err != nil {
			return err
		}
		return s.putText(tx, handle, ownerConversation+conversation, body)
	})
	if err != nil {
		return "", err
	}
	return handle, nil
}

// Full returns up to n characters of a stored text from offset on.
func (s *Store) Full(ctx context.Context, handle string, offset, n int) (Part, error) {
	var t text
	var inline []byte
	err := s.view(ctx, "open the full text", func(tx *bolt.Tx) error {
		if err := get(tx, bucketFull, []byte(handle), &t); err != nil {
			return err
		}
		inline = append(inline, bucket(tx, bucketText).Get([]byte(handle))...)
		return nil
	})
	if err != nil {
		return Part{}, err
	}
	if !t.valid() {
		return Part{}, fmt.Errorf("open the full text: %w", ErrDamaged)
	}
	var r io.ReaderAt = strings.NewReader(string(inline))
	if t.File {
		f, err := os.Open(s.textPath(handle))
		if err != nil {
			return Part{}, fmt.Errorf("open the full text: %w", err)
		}
		defer f.Close() //nolint:errcheck // it was only read
		r = f
	}
	return t.part(r, offset, n)
}

// part reads n characters from offset on, and of r only the blocks that contain them.
func (t text) part(r io.ReaderAt, offset, n int) (Part, error) {
	total := t.runes()
	offset = min(max(0, offset), total)
	n = min(max(0, n), total-offset)
	if n == 0 {
		return Part{Total: total}, nil
	}
	first := sort.Search(len(t.Before), func(i int) bool { return t.Before[i] > offset }) - 1
	last := sort.Search(len(t.Before), func(i int) bool { return t.Before[i] >= offset+n })
	from := int64(first) * textBlock
	// A character that begins in the last block may end in the next one.
	until := min(int64(last)*textBlock+utf8.UTFMax, t.Size)
	raw := make([]byte, max(0, until-from))
	if _, err := r.ReadAt(raw, from); err != nil && !errors.Is(err, io.EOF) {
		return Part{}, fmt.Errorf("read the full text: %w", err)
	}
	for len(raw) > 0 && !utf8.RuneStart(raw[0]) { // counted in the previous block
		raw = raw[1:]
	}
	runes := []rune(string(raw))
	begin := min(offset-t.Before[first], len(runes))
	return Part{string(runes[begin:min(begin+n, len(runes))]), total}, nil
}

// putText stores a text under a new handle. The file of a long one is on disk before the
// transaction is; if the transaction fails, the file is removed at the next start.
func (s *Store) putText(tx *bolt.Tx, handle, owner, body string) error {
	headers := bucket(tx, bucketFull)
	if headers.Get([]byte(handle)) != nil {
		return fmt.Errorf("text %s: %w", handle, ErrExists)
	}
	body = strings.ToValidUTF8(body, "\uFFFD")
	t := text{Owner: owner, Size: int64(len(body)), Before: countBefore(body), File: len(body) > inlineLimit}
	var err error
	if t.File {
		err = writeFile(s.textPath(handle), body)
	} else {
		err = bucket(tx, bucketText).Put([]byte(handle), []byte(body))
	}
	if err != nil {
		return fmt.Errorf("keep a text: %w", err)
	}
	return put(tx, bucketFull, []byte(handle), t)
}

// countBefore counts the characters that begin before each block.
func countBefore(body string) []int {
	before := []int{0}
	for len(body) > 0 {
		n := min(textBlock, len(body))
		count := before[len(before)-1]
		for i := range n {
			if utf8.RuneStart(body[i]) {
				count++
			}
		}
		before = append(before, count)
		body = body[n:]
	}
	return before
}

// readText returns a whole text, inside a transaction.
func (s *Store) readText(tx *bolt.Tx, handle string) ([]byte, error) {
	var t text
	if err := get(tx, bucketFull, []byte(handle), &t); err != nil {
		return nil, err
	}
	if t.File {
		return os.ReadFile(s.textPath(handle))
	}
	b := bucket(tx, bucketText)
	return append([]byte{}, b.Get([]byte(handle))...), nil
}

// dropTexts deletes the chosen texts and returns their handles: their files are removed
// once the transaction is on disk.
func dropTexts(tx *bolt.Tx, chosen func(handle, owner string) bool) ([]string, error) {
	headers := bucket(tx, bucketFull)
	bodies := bucket(tx, bucketText)
	var handles []string
	for handle, t := range readable[text](headers) {
		if chosen(handle, t.Owner) {
			handles = append(handles, handle)
		}
	}
	for _, h := range handles {
		if err := errors.Join(headers.Delete([]byte(h)), bodies.Delete([]byte(h))); err != nil {
			return nil, err
		}
	}
	return handles, nil
}

// removeTexts removes the files of deleted texts. Those that are left over are removed at
// the next start.
func (s *Store) removeTexts(handles []string) {
	for _, h := range handles {
		_ = os.Remove(s.textPath(h))
	}
}

// sweep removes files of texts that were never committed, or whose removal was
// interrupted.
func (s *Store) sweep() error {
	entries, err := os.ReadDir(s.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look through the full texts: %w", err)
	}
	return s.view(context.Background(), "look through the full texts", func(tx *bolt.Tx) error {
		headers := bucket(tx, bucketFull)
		for _, e := range entries {
			handle, ours := strings.CutSuffix(e.Name(), textSuffix)
			if ours && e.Type().IsRegular() && headers.Get([]byte(handle)) == nil {
				_ = os.Remove(s.textPath(handle)) // or at the next start
			}
		}
		return nil
	})
}

// textPath returns the file of a text. Handles are our own, but one that a model made up
// must not lead out of the folder.
func (s *Store) textPath(handle string) string {
	return filepath.Join(s.folder, filepath.Base(handle)+textSuffix)
}

// writeFile writes a new file that is complete and on disk when it returns.
func writeFile(path, body string) error {
	if err := os.MkdirAll(filepath.Dir(path), folderMode); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	_, err = f.WriteString(body)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return syncFolder(filepath.Dir(path))
}
