package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

const (
	// snapshotsKept is how many copies of the database are kept next to it.
	snapshotsKept = 3
	// snapshotAge is the age of the newest snapshot at which another is due.
	snapshotAge = 24 * time.Hour

	snapshotFolder = "snapshots"
	snapshotSuffix = ".db"
	snapshotTime   = "20060102-150405.000"
)

// Snapshot copies the database next to itself in a consistent state, and checks the copy.
// The newest three are kept. Others can read and write meanwhile. Long texts in files are
// not copied, since they never change.
func (s *Store) Snapshot(ctx context.Context) error {
	if err := os.MkdirAll(s.snapshots(), folderMode); err != nil {
		return fmt.Errorf("make the folder of the snapshots: %w", err)
	}
	f, err := os.CreateTemp(s.snapshots(), "new-*")
	if err != nil {
		return fmt.Errorf("make a snapshot: %w", err)
	}
	defer os.Remove(f.Name()) //nolint:errcheck // gone when all went well
	err = s.view(ctx, "make a snapshot", func(tx *bolt.Tx) error {
		_, err := tx.WriteTo(f)
		return err
	})
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := checkFile(f.Name()); err != nil {
		return fmt.Errorf("check the snapshot: %w", err)
	}
	name := filepath.Join(s.snapshots(), s.now().UTC().Format(snapshotTime)+snapshotSuffix)
	if err := os.Rename(f.Name(), name); err != nil {
		return fmt.Errorf("name the snapshot: %w", err)
	}
	if err := syncFolder(s.snapshots()); err != nil {
		return err
	}
	return s.thinOut()
}

// SnapshotIfDue makes a snapshot if the newest is older than a day, or there is none.
func (s *Store) SnapshotIfDue(ctx context.Context) error {
	names, err := s.snapshotNames()
	if err != nil {
		return err
	}
	if len(names) > 0 {
		newest, err := time.Parse(snapshotTime, strings.TrimSuffix(names[len(names)-1], snapshotSuffix))
		if err == nil && s.now().Sub(newest) < snapshotAge {
			return nil
		}
	}
	return s.Snapshot(ctx)
}

// thinOut removes all but the newest snapshots, and incomplete copies.
func (s *Store) thinOut() error {
	names, err := s.snapshotNames()
	if err != nil {
		return err
	}
	for len(names) > snapshotsKept {
		if err := os.Remove(filepath.Join(s.snapshots(), names[0])); err != nil {
			return fmt.Errorf("remove an old snapshot: %w", err)
		}
		names = names[1:]
	}
	return nil
}

// dropSnapshots removes all of them: what the user deletes must not survive in a copy.
func (s *Store) dropSnapshots() error {
	names, err := s.snapshotNames()
	for _, name := range names {
		err = errors.Join(err, os.Remove(filepath.Join(s.snapshots(), name)))
	}
	if err != nil {
		return fmt.Errorf("remove the snapshots: %w", err)
	}
	return nil
}

// snapshotNames returns the snapshots, oldest first.
func (s *Store) snapshotNames() ([]string, error) {
	entries, err := os.ReadDir(s.snapshots())
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for snapshots: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), snapshotSuffix) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

func (s *Store) snapshots() string { return filepath.Join(filepath.Dir(s.path), snapshotFolder) }
