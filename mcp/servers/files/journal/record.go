package journal

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Record is one record of a journal. The set is closed.
type Record interface{ kind() string }

// Begin opens a batch; it is the first record of each journal.
type Begin struct {
	Version int       `json:"version"`
	Batch   string    `json:"batch"`
	When    time.Time `json:"when"`
	// Roots are the folders and files that the batch may touch.
	Roots []string `json:"roots"`
	// Repaired means that the journal was rebuilt from a damaged one, its restore list
	// and the disk.
	Repaired bool `json:"mended,omitempty"`
}

// Version is the format that this program writes.
const Version = 2

// Page starts a page of a batch: a call with some of its moves.
type Page struct {
	// Moves is how many moves were requested, including impossible ones.
	Moves int `json:"moves"`
	// Intents is how many intents, of folders and of moves, follow at once; 0 if not
	// given.
	Intents int `json:"intents,omitempty"`
	// Total is how many moves all pages will request; 0 means just these.
	Total int `json:"total,omitempty"`
	// Roots are those that the page adds to the batch's.
	Roots []string `json:"roots,omitempty"`
	// Trash are the trash folders that the page uses.
	Trash []string `json:"trash,omitempty"`
	// Final means that no other page will come, so that moves never requested are no
	// longer awaited.
	Final bool `json:"final,omitempty"`
}

// Folder intends a missing folder.
type Folder struct {
	Path string `json:"path"`
	// Temp is the name next to Path that it is created under.
	Temp string `json:"temp"`
}

// Made records which folder was created for the batch. It is written before the folder
// gets its name.
type Made struct {
	Path string          `json:"path"`
	ID   safefs.Identity `json:"id"`
}

// Removed records that an undo removed a folder of the batch.
type Removed struct {
	Path string `json:"path"`
}

// Kind is what a step does with its file.
type Kind string

// The kinds of a step.
const (
	Move Kind = ""
	// Copy creates a second file; the first one stays.
	Copy Kind = "copy"
	// Write creates a file of a text; it has no source.
	Write Kind = "write"
	// Trash moves a file into a trash, Restore out of it.
	Trash   Kind = "trash"
	Restore Kind = "restore"
)

// Makes reports whether a step creates a file and leaves its source alone.
func (k Kind) Makes() bool { return k == Copy || k == Write }

// Intent intends a move. Steps are numbered from 0 in the order of intents.
type Intent struct {
	Kind Kind            `json:"kind,omitempty"`
	From string          `json:"from"`
	To   string          `json:"to"`
	ID   safefs.Identity `json:"id"`
	// Born is the creation time of the file, as in safefs.Info.
	Born int64 `json:"born,omitempty"`
	// Temp is the temporary name that may be used in both folders.
	Temp string `json:"temp"`
	// Undoes is 1 + the number of the step that this one undoes; 0 if none.
	Undoes int `json:"undoes,omitempty"`
	// Again is 1 + the number of the step that this one retries; 0 for a first attempt.
	Again int `json:"again,omitempty"`
	// Label is the trash info of the file, where the trash keeps one.
	Label string `json:"label,omitempty"`
}

// Retarget changes the target of a step: the name was taken meanwhile.
type Retarget struct {
	Step int    `json:"step"`
	To   string `json:"to"`
}

// Parked records that the file has the temporary name in its old folder, to make room for
// another.
type Parked struct {
	Step int `json:"step"`
}

// Claim records that a file is created under its own name, on a disk where no other way
// is safe. It is unfinished until a Copied follows.
type Claim struct {
	Step int `json:"step"`
	// Path is the name: the step's target or its source.
	Path string `json:"path"`
	safefs.Claim
}

// Copied records a complete copy that is about to get its name, or has the claimed one.
type Copied struct {
	Step int             `json:"step"`
	ID   safefs.Identity `json:"id"`
	Hash string          `json:"hash"`
}

// Done records that the file is at its target.
type Done struct {
	Step int             `json:"step"`
	ID   safefs.Identity `json:"id"`
	Hash string          `json:"hash,omitempty"`
	// Born is the creation time of the file at the target, as in safefs.Info.
	Born int64 `json:"born,omitempty"`
}

// Failed records that the file stays where it was, and why in words.
type Failed struct {
	Step int    `json:"step"`
	Why  string `json:"why"`
	// Code is Why for programs, if known.
	Code chat.Code `json:"code,omitempty"`
	// Stopped means that the step was never attempted.
	Stopped bool `json:"stopped,omitempty"`
	// Conflict means that the disk matches no state of the move, so that nothing was
	// touched.
	Conflict bool `json:"conflict,omitempty"`
}

// Close ends a page, or an undo, with counts taken from the disk.
type Close struct {
	Receipt files.Receipt `json:"receipt"`
	// Undo marks the receipt of an undo.
	Undo bool `json:"undo,omitempty"`
}

func (Begin) kind() string    { return "begin" }
func (Page) kind() string     { return "page" }
func (Folder) kind() string   { return "folder" }
func (Made) kind() string     { return "made" }
func (Removed) kind() string  { return "removed" }
func (Intent) kind() string   { return "intent" }
func (Retarget) kind() string { return "retarget" }
func (Parked) kind() string   { return "parked" }
func (Claim) kind() string    { return "claim" }
func (Copied) kind() string   { return "copied" }
func (Done) kind() string     { return "done" }
func (Failed) kind() string   { return "failed" }
func (Close) kind() string    { return "close" }

// line is a record as written. Seq counts from 0, so that duplicates and gaps are seen.
type line struct {
	Seq  int             `json:"n"`
	Kind string          `json:"k"`
	Data json.RawMessage `json:"v"`
}

func encode(seq int, r Record) ([]byte, error) {
	return json.Marshal(struct {
		Seq  int    `json:"n"`
		Kind string `json:"k"`
		Data Record `json:"v"`
	}{seq, r.kind(), r})
}

func decode(seq int, payload []byte) (Record, error) {
	var l line
	if err := json.Unmarshal(payload, &l); err != nil {
		return nil, err
	}
	if l.Seq != seq {
		return nil, fmt.Errorf("line %d stands where %d should", l.Seq, seq)
	}
	read, ok := readers[l.Kind]
	if !ok {
		return nil, fmt.Errorf("unknown record %q", l.Kind)
	}
	return read(l.Data)
}

// readers decode records, by kind.
var readers = map[string]func(json.RawMessage) (Record, error){
	"begin":    as[Begin],
	"page":     as[Page],
	"folder":   as[Folder],
	"made":     as[Made],
	"removed":  as[Removed],
	"intent":   as[Intent],
	"retarget": as[Retarget],
	"parked":   as[Parked],
	"claim":    as[Claim],
	"copied":   as[Copied],
	"done":     as[Done],
	"failed":   as[Failed],
	"close":    as[Close],
}

func as[R Record](data json.RawMessage) (Record, error) {
	var r R
	err := json.Unmarshal(data, &r)
	return r, err
}
