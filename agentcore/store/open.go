package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/deskhand/deskhand/agentcore/regular"
)

const (
	// lockTimeout is how long Open waits for another process.
	lockTimeout = time.Second
	fileMode    = 0o600
	folderMode  = 0o700
)

// Open opens the database at path, creating it if missing. A damaged file is moved aside
// and its readable part is kept: see Salvaged. It fails with ErrLocked, within about a
// second, if another process holds the file, and with ErrNewer if it must not touch the
// file.
func Open(path string, o Options) (*Store, error) {
	s := newStore(o, path)
	if err := os.MkdirAll(filepath.Dir(path), folderMode); err != nil {
		return nil, fmt.Errorf("make the folder of the database: %w", err)
	}
	if err := regular.Check(path); err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	err := s.open(path)
	if errors.Is(err, ErrDamaged) {
		err = s.replace(path)
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	if err := s.sweep(); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), s.db.Close())
	}
	return s, nil
}

// open checks the file and opens it for writing.
func (s *Store) open(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path); err != nil {
			return err
		}
	}
	if err := inspect(path); err != nil {
		return err
	}
	db, err := openBolt(path, false)
	if err != nil {
		return err
	}
	s.db = db
	from, err := s.checkLayout()
	if err == nil {
		err = s.migrate(from)
	}
	if err != nil {
		return errors.Join(err, db.Close())
	}
	return nil
}

// inspect checks a file under a shared lock, so that nobody writes to it meanwhile.
// Opened read-only, bbolt reads only the meta pages, which have checksums; the rest is
// checked before bbolt relies on it.
func inspect(path string) error {
	db, err := openBolt(path, true)
	if err != nil {
		return err
	}
	err = checkFile(path)
	return errors.Join(err, db.Close())
}

// openBolt opens the file and locks it. If another process replaced the file while the
// lock was awaited, it fails with ErrLocked: writes to the old file would be lost.
func openBolt(path string, readOnly bool) (db *bolt.DB, err error) {
	var file *os.File
	err = survive(func() error {
		db, err = bolt.Open(path, fileMode, &bolt.Options{
			Timeout: lockTimeout, ReadOnly: readOnly,
			OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
				file, err = os.OpenFile(name, flag, mode)
				return file, err
			},
		})
		return err
	})
	if err == nil && !named(path, file) {
		return nil, errors.Join(ErrLocked, db.Close())
	}
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, ErrLocked
	}
	if err != nil && errors.Is(checkFile(path), ErrDamaged) {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return db, err
}

// named reports whether path leads to an open file.
func named(path string, open *os.File) bool {
	at, err := os.Stat(path)
	if err != nil {
		return false
	}
	held, err := open.Stat()
	return err == nil && os.SameFile(at, held)
}

// create makes an empty database next to path and renames it once it is complete, so that
// a power cut leaves a complete one or none.
func create(path string) error {
	name, err := fresh(path, func(db *bolt.DB) error { return db.Update(lay) })
	defer os.Remove(name) //nolint:errcheck // gone when all went well
	if err != nil {
		return fmt.Errorf("make the database: %w", err)
	}
	return publish(name, path)
}

// lay makes the buckets of an empty database.
func lay(tx *bolt.Tx) error {
	for _, name := range buckets(schema) {
		if _, err := tx.CreateBucket([]byte(name)); err != nil {
			return fmt.Errorf("make bucket %s: %w", name, err)
		}
	}
	return writeVersion(tx)
}

// publish gives a complete file its name unless that is taken by now. Without hard links
// it is renamed.
func publish(from, to string) error {
	err := os.Link(from, to)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		if err := os.Rename(from, to); err != nil {
			return fmt.Errorf("make the database: %w", err)
		}
	}
	return syncFolder(filepath.Dir(to))
}

// replace moves a damaged file and its texts aside, creates a fresh one and copies what
// is readable.
func (s *Store) replace(path string) error {
	suffix := ".damaged-" + s.now().Format("20060102-150405")
	aside, err := moveAside(path, suffix)
	if err != nil {
		return err
	}
	texts := ""
	if _, err := os.Stat(s.folder); err == nil {
		if texts, err = moveAside(s.folder, suffix); err != nil {
			return err
		}
	}
	if err := s.open(path); err != nil {
		return err
	}
	s.salvage = Salvage{MovedTo: aside}
	err = s.bringFile(aside, texts)
	if err == nil {
		err = s.bringSnapshot(texts)
	}
	if err != nil {
		return errors.Join(err, s.db.Close())
	}
	return nil
}

// moveAside renames path to a free name with suffix.
func moveAside(path, suffix string) (string, error) {
	aside := path + suffix
	for n := 2; ; n++ {
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
		aside = path + suffix + "-" + strconv.Itoa(n)
	}
	if err := os.Rename(path, aside); err != nil {
		return "", fmt.Errorf("move the damaged database aside: %w", err)
	}
	return aside, nil
}

func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("sync the folder: %w", err)
	}
	// Not every file system can sync a folder; an error is ignored.
	_ = f.Sync()
	return f.Close()
}

// fresh makes a file next to path: a database with what fill writes. Its caller renames
// or removes the file.
func fresh(path string, fill func(*bolt.DB) error) (name string, err error) {
	made, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return "", err
	}
	name = made.Name()
	if err := made.Close(); err != nil {
		return name, err
	}
	db, err := openBolt(name, false)
	if err != nil {
		return name, err
	}
	if err = fill(db); err == nil {
		err = db.Sync()
	}
	return name, errors.Join(err, db.Close())
}
