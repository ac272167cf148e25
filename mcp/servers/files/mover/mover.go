package mover

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/trash"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// Config configures a Mover. JournalDir is required.
type Config struct {
	// JournalDir is the folder of the journals, created if missing.
	JournalDir string
	// TrashDir is the home folder's trash, a folder called Trash; empty means the
	// system's.
	TrashDir string
	// SystemFolders allows changes in the root, in the system's folders and directly in
	// the home folder.
	SystemFolders bool
	// FS is the disk; nil means the real one.
	FS safefs.FS
	// Now is the clock; nil means the real one.
	Now func() time.Time
	// Random provides temporary names and batch ids; nil means crypto/rand.
	Random io.Reader
}

// Mover carries out and undoes batches of moves. It must be closed.
type Mover struct {
	now     func() time.Time
	random  io.Reader
	folders *folders.Opener
	bins    *trash.Bins
	guard   *guard
	dir     safefs.Dir
	store   *journal.Store

	// turn holds one token: one call changes something at a time.
	turn chan struct{}
	// mu guards live: the locked journals of batches whose next page is awaited.
	mu   sync.Mutex
	live map[string]*journal.Log
}

// New opens the journals.
func New(cfg Config) (*Mover, error) {
	m := &Mover{now: cfg.Now, random: cfg.Random, turn: make(chan struct{}, 1), live: map[string]*journal.Log{}}
	disk, home := cfg.FS, cfg.TrashDir
	if home == "" {
		home = trash.Home()
	}
	if !cfg.SystemFolders {
		m.guard = newGuard()
	}
	if disk == nil {
		disk = safefs.Disk{}
	}
	if m.now == nil {
		m.now = time.Now
	}
	m.folders, m.bins = folders.New(disk, m.now), trash.New(home, disk)
	if m.random == nil {
		m.random = rand.Reader
	}
	if err := os.MkdirAll(cfg.JournalDir, 0o700); err != nil {
		return nil, err
	}
	dir, err := disk.OpenRoot(cfg.JournalDir)
	if err != nil {
		return nil, err
	}
	m.dir, m.store = dir, journal.NewStore(dir, m.now)
	return m, nil
}

// Folders returns the Mover's opener, whose cache it shares.
func (m *Mover) Folders() *folders.Opener { return m.folders }

// Close releases the batches that wait for a page. It waits for a batch being carried
// out.
func (m *Mover) Close() error {
	m.turn <- struct{}{}
	m.mu.Lock()
	defer m.mu.Unlock()
	var failed error
	for id, log := range m.live {
		failed = errors.Join(failed, log.Close())
		delete(m.live, id)
	}
	return errors.Join(failed, m.dir.Close())
}

// begin waits for the turn to change something. The caller must call end.
func (m *Mover) begin(ctx context.Context) (end func(), err error) {
	select {
	case m.turn <- struct{}{}:
		return func() { <-m.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// open locks the journal of a batch, creating it if the id is new.
func (m *Mover) open(id string, scope roots.Scope) (*journal.Log, error) {
	if log := m.take(id); log != nil {
		return log, nil
	}
	log, err := m.store.Create(journal.Begin{Batch: id, When: m.now(), Roots: scope.Paths()})
	if !errors.Is(err, fs.ErrExist) {
		return log, err
	}
	b, err := m.read(id)
	if err != nil {
		return nil, err
	}
	if b.Repaired {
		return nil, errDamaged
	}
	return m.store.Resume(id)
}

// take returns the open journal of a batch that waits for a page, or nil.
func (m *Mover) take(id string) *journal.Log {
	m.mu.Lock()
	defer m.mu.Unlock()
	log := m.live[id]
	delete(m.live, id)
	return log
}

// release keeps the lock of a batch that awaits pages, and gives up others.
func (m *Mover) release(log *journal.Log) error {
	b := log.Batch
	waits := b.Closed && b.Asked < b.Total && b.Receipt != nil && !b.Receipt.Stopped && b.UndoReceipt == nil
	if !waits {
		m.folders.ForgetOurs()
		return log.Close()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.live[b.Batch] = log
	return nil
}

// token returns 16 random hexadecimal digits.
func (m *Mover) token() (string, error) {
	var b [8]byte
	if _, err := io.ReadFull(m.random, b[:]); err != nil {
		return "", err
	}
	return hex.EncodeToString(b[:]), nil
}

// newID returns a batch id that sorts by time.
func (m *Mover) newID() (string, error) {
	token, err := m.token()
	return m.now().UTC().Format("20060102-150405-") + token[:min(6, len(token))], err
}
