package store

import (
	"errors"
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
	made, err := os.CreateTemp(filepath.Dir(s.path), filepath.Base(s.path)+".new-*")
	if err != nil {
		return fmt.Errorf("compact the database: %w", err)
	}
	defer os.Remove(made.Name()) //nolint:errcheck // gone when all went well
	if err := made.Close(); err != nil {
		return fmt.Errorf("compact the database: %w", err)
	}
	fresh, err := openBolt(made.Name(), false)
	if err != nil {
		return fmt.Errorf("compact the database: %w", err)
	}
	err = survive(func() error { return bolt.Compact(fresh, s.db, compactStep) })
	if err == nil {
		err = fresh.Sync()
	}
	if err := errors.Join(err, fresh.Close()); err != nil {
		return fmt.Errorf("compact the database: %w", err)
	}
	if err := checkFile(made.Name()); err != nil {
		return fmt.Errorf("check the compacted database: %w", err)
	}
	if err := os.Rename(made.Name(), s.path); err != nil {
		return fmt.Errorf("compact the database: %w", err)
	}
	return syncFolder(filepath.Dir(s.path))
}
