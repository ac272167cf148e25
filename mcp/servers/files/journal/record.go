package journal

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Record is one line of a journal. The set is closed.
type Record interface{ kind() string }

// Begin opens a batch; it is the first record of each journal.
type Begin struct {
	Version int       `json:"version"`
	Batch   string    `json:"batch"`
	When    time.Time `json:"when"`
	// Roots are the folders and files that the batch may touch.
	Roots []string `json:"roots"`
	// Repaired says that a damaged journal was written once more, with what its
	// restore list and the disk tell.
	Repaired bool `json:"mended,omitempty"`
}

// Version of the format that this program writes.
const Version = 2

// Page starts a page of a batch: a call that brings some of its moves.
type Page struct {
	// Moves is how many moves were asked for, those that cannot be made too.
	Moves int `json:"moves"`
	// Intents is how many intents, of folders and of moves, follow at once; 0: it
	// is not said.
	Intents int `json:"intents,omitempty"`
	// Total is how many moves all pages will ask for; 0: just these.
	Total int `json:"total,omitempty"`
	// Roots are those that the page adds to the batch's.
	Roots []string `json:"roots,omitempty"`
	// Trash are the trash folders that the page uses.
	Trash []string `json:"trash,omitempty"`
	// Final says that no other page will come: what a broken off batch never
	// asked for is not awaited any more.
	Final bool `json:"final,omitempty"`
}

// Folder intends a folder that is missing.
type Folder struct {
	Path string `json:"path"`
	// Temp is the name next to Path that it is made under.
	Temp string `json:"temp"`
}

// Made says that a folder of the batch was made, and which one it is. It is
// written before the folder gets its name.
type Made struct {
	Path string          `json:"path"`
	ID   safefs.Identity `json:"id"`
}

// Removed says that an undo removed a folder that the batch had made.
type Removed struct {
	Path string `json:"path"`
}

// Kind says what a step does with its file.
type Kind string

// The kinds of a step.
const (
	Move Kind = ""
	// Copy makes a second file; the first one stays.
	Copy Kind = "copy"
	// Write makes a file of a text; it has no source.
	Write Kind = "write"
	// Trash moves a file into a trash, and Restore out of it.
	Trash   Kind = "trash"
	Restore Kind = "restore"
)

// Makes reports whether a step brings a file into being, and leaves its source alone.
func (k Kind) Makes() bool { return k == Copy || k == Write }

// Intent intends a move. Steps are numbered from 0 in the order of intents.
type Intent struct {
	Kind Kind            `json:"kind,omitempty"`
	From string          `json:"from"`
	To   string          `json:"to"`
	ID   safefs.Identity `json:"id"`
	// Born is when the file was made, as of safefs.Info.
	Born int64 `json:"born,omitempty"`
	// Temp is the name that may be used in both folders on the way.
	Temp string `json:"temp"`
	// Undoes is 1 + the number of the step that this one takes back; 0 for a
	// step that takes nothing back.
	Undoes int `json:"undoes,omitempty"`
	// Again is 1 + the number of the step that this one tries again; 0 for a
	// first try.
	Again int `json:"again,omitempty"`
	// Label is the text of the note that a trash keeps of the file.
	Label string `json:"label,omitempty"`
}

// Retarget changes where a step goes: the name was taken meanwhile.
type Retarget struct {
	Step int    `json:"step"`
	To   string `json:"to"`
}

// Parked says that the file stands under the temporary name in its old folder,
// to let another one through.
type Parked struct {
	Step int `json:"step"`
}

// Claim says what becomes of a file that is made under its own name, on a disk
// where no other way is safe. It is unfinished until a Copied tells of it.
type Claim struct {
	Step int `json:"step"`
	// Path is the name, which is the step's target or where it came from.
	Path string `json:"path"`
	safefs.Claim
}

// Copied says that a whole copy was made and is about to get its name, or has
// the one that was claimed for it.
type Copied struct {
	Step int             `json:"step"`
	ID   safefs.Identity `json:"id"`
	Hash string          `json:"hash"`
}

// Done says that the file is at its target.
type Done struct {
	Step int             `json:"step"`
	ID   safefs.Identity `json:"id"`
	Hash string          `json:"hash,omitempty"`
	// Born is when the file at the target was made, as of safefs.Info.
	Born int64 `json:"born,omitempty"`
}

// Failed says that the file stays where it was, and why in words.
type Failed struct {
	Step int    `json:"step"`
	Why  string `json:"why"`
	// Code is Why for programs, where it is known.
	Code chat.Code `json:"code,omitempty"`
	// Stopped says that the step was never tried.
	Stopped bool `json:"stopped,omitempty"`
	// Conflict says that what is on the disk fits no step of the move, so that
	// nothing was touched.
	Conflict bool `json:"conflict,omitempty"`
}

// Close ends a page, or an undo, with what was counted from the disk.
type Close struct {
	Receipt files.Receipt `json:"receipt"`
	// Undo says that the receipt is of an undo.
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

// line is a record as it is written. Seq counts from 0, so that a line that was
// doubled or lost is seen.
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

// readers decode records, by their kind.
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
