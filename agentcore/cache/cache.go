package cache

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// suffix marks our files.
const suffix = ".json"

// Store is a folder of entries.
type Store struct {
	dir string
	max int64

	mu   sync.Mutex
	size int64 // of all entries in bytes, as far as known; -1: not counted yet
}

// New returns a store of at most max bytes in dir, which is created on first use. With an
// empty dir it stores nothing.
func New(dir string, max int64) *Store { return &Store{dir: dir, max: max, size: -1} }

// Get reads the entry of key into v and reports whether there was one.
func (s *Store) Get(key string, v any) bool {
	if s.dir == "" {
		return false
	}
	path := s.path(key)
	data, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(data, v) != nil {
		return false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // marks it as recently used
	return true
}

// Put stores v under key, evicting the least recently used entries.
func (s *Store) Put(key string, v any) error {
	if s.dir == "" {
		return nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode an entry: %w", err)
	}
	if int64(len(data)) > s.max {
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := writeWhole(s.path(key), data); err != nil {
		return err
	}
	return s.prune(int64(len(data)))
}

// path returns the file of a key; keys may contain anything.
func (s *Store) path(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(s.dir, hex.EncodeToString(sum[:])+suffix)
}

// writeWhole writes a file atomically.
func writeWhole(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return fmt.Errorf("make an entry: %w", err)
	}
	_, err = file.Write(data)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return fmt.Errorf("write an entry: %w", err)
	}
	return nil
}

// prune adds to the size and evicts the oldest entries if it is too large, a quarter more
// than necessary, so that it is seldom needed.
func (s *Store) prune(added int64) error {
	if s.size >= 0 && s.size+added <= s.max {
		s.size += added
		return nil
	}
	entries, total, err := s.entries()
	if err != nil {
		return err
	}
	if total > s.max {
		slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.used, b.used) })
		for _, old := range entries {
			if total <= s.max/4*3 {
				break
			}
			if os.Remove(old.path) == nil {
				total -= old.size
			}
		}
	}
	s.size = total
	return nil
}

// entry is one file of the store.
type entry struct {
	path string
	size int64
	used int64 // nanoseconds
}

// entries lists the store, removing temporary files that a crash left.
func (s *Store) entries() ([]entry, int64, error) {
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, 0, fmt.Errorf("list the entries: %w", err)
	}
	var entries []entry
	var total int64
	for _, file := range files {
		info, err := file.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		path := filepath.Join(s.dir, file.Name())
		if filepath.Ext(path) != suffix {
			if time.Since(info.ModTime()) > time.Hour {
				_ = os.Remove(path)
			}
			continue
		}
		entries = append(entries, entry{path, info.Size(), info.ModTime().UnixNano()})
		total += info.Size()
	}
	return entries, total, nil
}
