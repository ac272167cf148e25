package journal

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// What can be wrong with a journal.
const (
	// ErrDamaged: a journal is not what was written.
	ErrDamaged = safefs.Error(chat.CodeBatchDamaged)
	// ErrLive: another process works on the batch.
	ErrLive = safefs.Error(chat.CodeBatchLive)
	// ErrUnknown: there is no journal of that batch.
	ErrUnknown = safefs.Error(chat.CodeNoBatch)
	// ErrBadID: a batch id is malformed.
	ErrBadID = safefs.Error(chat.CodeBadBatchID)
)

// NotFile means that something other than a regular file has the name of a journal.
type NotFile struct{ Name string }

func (n *NotFile) Error() string { return n.Name + " is not a regular file" }

const (
	suffix     = ".journal"
	listSuffix = ".tsv"
	// repairedSuffix is that of a journal that replaces a damaged one, which is kept;
	// mendingSuffix that of one being written.
	repairedSuffix  = ".mended"
	repairingSuffix = ".mending"
)

// Store is the folder of all journals.
type Store struct {
	dir safefs.Dir
	now func() time.Time
	// locks keeps checks of a lock from colliding with taking one.
	locks sync.Mutex
}

// NewStore keeps journals in dir, which the caller must close. now is the clock of the
// restore lists.
func NewStore(dir safefs.Dir, now func() time.Time) *Store { return &Store{dir: dir, now: now} }

// ValidID reports whether id is 1 to 64 letters, digits and dashes.
func ValidID(id string) bool {
	if id == "" || len(id) > 64 {
		return false
	}
	return strings.IndexFunc(id, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-'
	}) < 0
}

// Create creates and locks the journal of a new batch. It fails with fs.ErrExist if the
// id is taken.
func (s *Store) Create(b Begin) (*Log, error) {
	if !ValidID(b.Batch) {
		return nil, fmt.Errorf("%w: %q", ErrBadID, b.Batch)
	}
	b.Version = Version
	f, err := s.dir.Create(b.Batch + suffix)
	if err != nil {
		return nil, err
	}
	if err := s.lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	restore, err := s.openList(b.Batch)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	l := &Log{file: f, list: restore, dir: s.dir, fresh: true}
	if err := l.begin(b); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Resume opens and locks the journal of a batch to continue it. A torn end is cut off: it
// was never a whole record, and nothing was done of a page whose intents were incomplete.
// The caller must know that this holds and that the journal is not damaged.
func (s *Store) Resume(id string) (*Log, error) {
	f, err := s.open(id, s.dir.OpenLog)
	if err != nil {
		return nil, err
	}
	l, err := s.resume(f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return l, nil
}

func (s *Store) resume(f safefs.File) (*Log, error) {
	if err := s.lock(f); err != nil {
		return nil, err
	}
	b, err := read(bufio.NewReaderSize(f, 1<<16))
	if err == nil && b.due > 0 {
		b, err = withoutLastPage(f)
	}
	if err != nil {
		return nil, err
	}
	if b.Batch == "" {
		return nil, ErrUnknown
	}
	in, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if in.ID.Size > b.size {
		if err := f.Truncate(b.size); err != nil {
			return nil, err
		}
	}
	restore, err := s.openList(b.Batch)
	if err != nil {
		return nil, err
	}
	return &Log{Batch: b, file: f, list: restore, dir: s.dir, ends: b.closes}, nil
}

// withoutLastPage folds a journal up to its last page.
func withoutLastPage(f safefs.File) (*Batch, error) {
	start, end := int64(0), int64(0)
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	err := scan(bufio.NewReaderSize(f, 1<<16), func(r Record, _ framing, size int64) error {
		if _, page := r.(Page); page {
			start = end
		}
		end = size
		return nil
	})
	if err != nil {
		return nil, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return read(bufio.NewReaderSize(io.LimitReader(f, start), 1<<16))
}

// Read returns the batch of a journal. Damage is not an error but reported in the batch.
func (s *Store) Read(id string) (*Batch, error) {
	live, err := s.live(id)
	if err != nil {
		return nil, err
	}
	f, err := s.open(id, s.dir.Open)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	b, err := read(bufio.NewReaderSize(f, 1<<16))
	b.Live = live
	if b.Damaged = errors.Is(err, ErrDamaged); b.Damaged {
		err = nil
	}
	if err == nil && !live && (b.Damaged || b.lines == 0 || !b.Closed || b.Asked < b.Total) {
		err = s.compare(b, id)
	}
	if err == nil && b.Batch == "" {
		return nil, ErrUnknown
	}
	return b, err
}

// List returns the batches, newest first. Files that are not journals, or end before
// their batch began, are left out. If something other than a file has a journal's name,
// List returns an error along with the other batches.
func (s *Store) List() ([]Head, error) {
	var heads []Head
	var failed error
	err := s.dir.List(func(name string, kind fs.FileMode) bool {
		id, ours := strings.CutSuffix(name, suffix)
		if !ours || !ValidID(id) {
			return true
		}
		if !kind.IsRegular() {
			failed = errors.Join(failed, &NotFile{name})
			return true
		}
		head, err := s.head(id)
		if err != nil && !errors.Is(err, ErrUnknown) {
			failed = errors.Join(failed, err)
			return false
		}
		if err == nil {
			heads = append(heads, head)
		}
		return true
	})
	slices.SortFunc(heads, func(a, b Head) int {
		return cmp.Or(b.When.Compare(a.When), strings.Compare(b.Batch, a.Batch))
	})
	return heads, errors.Join(failed, err)
}

// errEnough ends a scan that has what it needs.
var errEnough = errors.New("enough was read")

// head reads only the first record. A damaged one is rebuilt from the restore list.
func (s *Store) head(id string) (Head, error) {
	f, err := s.open(id, s.dir.Open)
	if err != nil {
		return Head{}, err
	}
	defer func() { _ = f.Close() }()
	head := Head{Batch: id}
	err = scan(bufio.NewReader(f), func(r Record, _ framing, _ int64) error {
		if begin, ok := r.(Begin); ok {
			head.When = begin.When
		}
		if r != nil {
			return errEnough
		}
		return nil
	})
	if !head.When.IsZero() || err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, errEnough) {
		if errors.Is(err, errEnough) {
			err = nil
		}
		return head, err
	}
	all, err := s.lines(id)
	if err == nil && !slices.ContainsFunc(all, Line.brings) {
		err = ErrUnknown
	}
	if err != nil {
		return Head{}, err
	}
	head.When = all[0].When
	return head, nil
}

func (s *Store) open(id string, open func(string) (safefs.File, error)) (safefs.File, error) {
	if !ValidID(id) {
		return nil, fmt.Errorf("%w: %q", ErrBadID, id)
	}
	f, err := open(id + repairedSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		f, err = open(id + suffix)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrUnknown, id)
	}
	if err != nil {
		if there, lerr := s.dir.Lstat(id + suffix); lerr == nil && !there.Mode.IsRegular() {
			return nil, &NotFile{id + suffix}
		}
	}
	return f, err
}

// live reports whether somebody holds the lock of a journal.
func (s *Store) live(id string) (bool, error) {
	s.locks.Lock()
	defer s.locks.Unlock()
	f, err := s.open(id, s.dir.OpenLog)
	if err != nil {
		return false, err
	}
	locked := errors.Is(f.TryLock(), safefs.ErrLocked)
	return locked, f.Close()
}

func (s *Store) lock(f safefs.File) error {
	s.locks.Lock()
	defer s.locks.Unlock()
	err := f.TryLock()
	if errors.Is(err, safefs.ErrLocked) {
		return ErrLive
	}
	return err
}
