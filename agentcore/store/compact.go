package store

import (
	"fmt"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// A file is rewritten without its free pages if these are more than half of it and more
// than compactFree bytes.
const (
	compactFree = 32 << 20
	// compactStep bounds the transactions of the copy, in bytes.
	compactStep = 4 << 20
)

// wasteful reports whether the file has too many free pages.
func (s *Store) wasteful() bool {
	stats := s.db.Stats()
	free := int64(stats.FreePageN+stats.PendingPageN) * int64(s.db.Info().PageSize)
	info, err := os.Stat(s.path)
	return err == nil && free > compactFree && free > info.Size()/2
}

// compact rewrites the file next to itself, checks it and replaces the old one, which
// stays locked until it is closed. A process that waited for that lock notices that the
// file is no longer the one of that name (openBolt).
func (s *Store) compact() error {
	name, err := fresh(s.path, func(db *bolt.DB) error {
		return survive(func() error { return bolt.Compact(db, s.db, compactStep) })
	})
	defer os.Remove(name) //nolint:errcheck // gone when all went well
	if err != nil {
		return fmt.Errorf("compact the database: %w", err)
	}
	if err := checkFile(name); err != nil {
		return fmt.Errorf("check the compacted database: %w", err)
	}
	if err := os.Rename(name, s.path); err != nil {
		return fmt.Errorf("compact the database: %w", err)
	}
	return syncFolder(filepath.Dir(s.path))
}
