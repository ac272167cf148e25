package answers

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/regular"
)

// mostAnswers is how many answers of models are kept. One takes less than a
// block of the disk.
const mostAnswers = 20_000

// Answers keeps what models answered about files, a small file each, in a folder
// of the cache. It is safe for concurrent use.
type Answers struct {
	dir  string
	most int

	mu    sync.Mutex
	count int // as far as we know; -1: not counted yet
}

// New returns those that are kept in a folder, which is made with the first.
func New(dir string) *Answers { return &Answers{dir: dir, most: mostAnswers, count: -1} }

// Answer returns what is kept under a key, which is a hash.
func (a *Answers) Answer(key string) (json.RawMessage, bool) {
	raw, err := os.ReadFile(a.path(key))
	return raw, err == nil && json.Valid(raw)
}

// KeepAnswer keeps an answer; where that fails it is asked for again.
func (a *Answers) KeepAnswer(key string, answer json.RawMessage) {
	if os.MkdirAll(a.dir, 0o700) == nil && regular.WriteWhole(a.path(key), answer) == nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.makeRoom()
	}
}

func (a *Answers) path(key string) string { return filepath.Join(a.dir, key+".json") }

// makeRoom counts an answer, and drops the older half when there are too many.
func (a *Answers) makeRoom() {
	if a.count++; a.count > 0 && a.count <= a.most {
		return
	}
	entries, err := os.ReadDir(a.dir)
	if err != nil {
		return
	}
	if a.count = len(entries); a.count <= a.most {
		return
	}
	written := make(map[string]time.Time, len(entries))
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			written[e.Name()] = info.ModTime()
		}
	}
	slices.SortFunc(entries, func(x, y os.DirEntry) int { return written[x.Name()].Compare(written[y.Name()]) })
	for _, e := range entries[:len(entries)-a.most/2] {
		_ = os.Remove(filepath.Join(a.dir, e.Name())) // the next time it is tried again
		a.count--
	}
}
