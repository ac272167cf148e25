package runlog

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/regular"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp"
)

// Run is one run of a server: when it was, how it ended and what it wrote to stderr.
type Run struct {
	Began time.Time `json:"began"`
	// Ended and End tell when and how it ended. Nil and zero: it runs, or
	// Deskhand was killed while it did.
	Ended *time.Time `json:"ended,omitempty"`
	End   entry.End  `json:"end,omitzero"`
	// Words are the last text that it wrote, with secrets masked and control
	// characters as they were.
	Words string `json:"words"`
}

// UnmarshalJSON also reads what was kept when End was a text called exit.
func (r *Run) UnmarshalJSON(raw []byte) error {
	type plain Run
	old := struct {
		*plain
		Exit string `json:"exit"`
	}{plain: (*plain)(r)}
	if err := json.Unmarshal(raw, &old); err != nil {
		return err
	}
	switch old.Exit {
	case "":
	case "stopped":
		r.End.Code = entry.EndStopped
	default:
		r.End = entry.End{Code: entry.EndFailed, Detail: old.Exit}
	}
	return nil
}

const (
	// maxRunWords is how many bytes of a run are kept, as much as the host
	// remembers itself.
	maxRunWords = 64 << 10
	// maxRuns is how many runs of a server are kept: the last, and the one before
	// it that wrote something.
	maxRuns = 2
)

// Log keeps the last runs of each server, a file a server, for this person
// alone. It is safe for concurrent use.
type Log struct {
	// Dir is the folder of the files.
	Dir string
	mu  sync.Mutex
}

// runFile is what is kept of a server.
type runFile struct {
	Server string `json:"server"`
	Runs   []Run  `json:"runs"`
}

// file is named by a hash: a server may be called what no file can be.
func (r *Log) file(server string) string {
	sum := sha256.Sum256([]byte(server))
	return filepath.Join(r.Dir, fmt.Sprintf("%x.json", sum[:8]))
}

// Keep saves a run, in place of an earlier state of the same run. An error is
// dropped: a missing log stops nothing else.
func (r *Log) Keep(run mcp.Run) {
	r.mu.Lock()
	defer r.mu.Unlock()
	kept, err := r.Read(run.Server.Name)
	if err != nil {
		kept = nil // damaged: start a new log
	}
	same := func(k Run) bool { return k.Began.Equal(run.Began) }
	if at := slices.IndexFunc(kept, same); at >= 0 && kept[at].Ended != nil && run.Ended.IsZero() {
		return // an earlier state of a run that has ended by now
	}
	kept = slices.DeleteFunc(kept, same)
	if len(kept) >= maxRuns {
		kept = slices.DeleteFunc(kept[len(kept)-maxRuns:], func(k Run) bool { return k.Words == "" })
		kept = kept[max(0, len(kept)-maxRuns+1):]
	}
	raw, err := json.Marshal(runFile{run.Server.Name, append(kept, Of(run))})
	if err == nil {
		_ = regular.WriteWhole(r.file(run.Server.Name), raw)
	}
}

// Of returns what is kept of a run.
func Of(run mcp.Run) Run {
	words, cut := run.Words, run.Cut
	if len(words) > maxRunWords {
		words, cut = strings.ToValidUTF8(words[len(words)-maxRunWords:], ""), true
	}
	if cut { // half a line could hold half a secret
		_, words, _ = strings.Cut(words, "\n")
	}
	kept := Run{Began: run.Began.Round(0), End: run.End, Words: guard.Masked(words, run.Server.Env)}
	if !run.Ended.IsZero() {
		ended := run.Ended.Round(0)
		kept.Ended = &ended
	}
	return kept
}

// Read returns what is kept of a server, the newest last.
func (r *Log) Read(server string) ([]Run, error) {
	raw, err := os.ReadFile(r.file(server))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var kept runFile
	if err == nil {
		err = json.Unmarshal(raw, &kept)
	}
	if err != nil {
		return nil, fmt.Errorf("read the log of %s: %w", server, err)
	}
	return kept.Runs, nil
}

// Drop removes the log of a server.
func (r *Log) Drop(server string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := os.Remove(r.file(server)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove the log of %s: %w", server, err)
	}
	return nil
}
