package files

import (
	"time"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire"
)

// Listing is the result of list and find.
type Listing struct {
	Path    string  `json:"path"`
	Entries []Entry `json:"entries"`
	// Files and Folders count those past the limit too.
	Files     int  `json:"files" jsonschema_description:"how many files there are, those past the limit too"`
	Folders   int  `json:"folders"`
	Truncated bool `json:"truncated"`
}

// Reduced keeps the counts and the first entries, without names, times and
// identities.
func (l Listing) Reduced(rows int) any {
	l.Truncated = l.Truncated || len(l.Entries) > rows
	l.Entries = reduced(wire.First(l.Entries, rows))
	return l
}

// Info is the result of info.
type Info struct {
	Entry
	MIME   string `json:"mime,omitempty" jsonschema_description:"what the contents are, whatever the name says"`
	SHA256 string `json:"sha256,omitempty" jsonschema_description:"of files up to 64 MiB"`
}

// Duplicates is the result of duplicates.
type Duplicates struct {
	Groups    []Group  `json:"groups" jsonschema_description:"files with the same contents, byte for byte; those that waste most first"`
	Total     int      `json:"groups_total" jsonschema_description:"how many groups there are, those that are not listed too"`
	Files     int      `json:"files" jsonschema_description:"how many files were compared"`
	Wasted    int64    `json:"wasted" jsonschema_description:"bytes that one file of each group would save"`
	Unread    []Change `json:"unread" jsonschema_description:"files that could not be read"`
	Truncated bool     `json:"truncated"`
}

// Group is files with the same contents.
type Group struct {
	Size   int64   `json:"size" jsonschema_description:"bytes of each file"`
	SHA256 string  `json:"sha256"`
	Files  []Entry `json:"files"`
}

// Reduced keeps the counts and the first groups that are whole within rows files,
// without names, times and identities.
func (d Duplicates) Reduced(rows int) any {
	all := d.Groups
	d.Groups, d.Unread = []Group{}, []Change{}
	for _, g := range all {
		if rows -= len(g.Files); rows < 0 {
			d.Truncated = true
			break
		}
		d.Groups = append(d.Groups, Group{Size: g.Size, SHA256: g.SHA256, Files: reduced(g.Files)})
	}
	return d
}

// reduced returns entries without what only code needs that works on all of them.
func reduced(entries []Entry) []Entry {
	kept := lists.Map(entries, func(e Entry) Entry {
		return Entry{Path: e.Path, Type: e.Type, Size: e.Size, Note: e.Note, Flags: e.Flags}
	})
	return kept
}

// Trashed is a file in the trash.
type Trashed struct {
	Path string `json:"path" jsonschema_description:"where it is in the trash"`
	Was  string `json:"was" jsonschema_description:"where it was"`
	When string `json:"when" jsonschema_description:"when it was put there, RFC 3339"`
}

// TrashListing is the result of list_trash.
type TrashListing struct {
	Entries   []Trashed `json:"entries"`
	Truncated bool      `json:"truncated"`
}

// Preview is what a dry run answers.
type Preview struct {
	Summary string   `json:"summary,omitempty" jsonschema_description:"dry run: the effect in a few words"`
	Effect  []Change `json:"effect,omitempty" jsonschema_description:"dry run: before and after"`
	Folders int      `json:"folders,omitempty" jsonschema_description:"dry run: how many folders are made for it"`
	Hash    string   `json:"hash,omitempty" jsonschema_description:"dry run: give it as plan_hash to do just this"`
}

// Changed is the result of move, copy, write_text, trash and restore: of a dry
// run it holds the preview alone.
type Changed struct {
	Preview
	Batch   string    `json:"batch,omitempty"`
	Moved   []Outcome `json:"moved,omitempty" jsonschema_description:"what became of each file"`
	Receipt *Receipt  `json:"receipt,omitempty"`
}

// Reduced keeps the batch, the counts of its receipt, and where the first files went. It
// is for make_folder and finish too.
func (c Changed) Reduced(rows int) any {
	moved := lists.Map(wire.First(c.Moved, rows), func(o Outcome) Outcome { return Outcome{From: o.From, To: o.To, Status: o.Status} })
	return Changed{Batch: c.Batch, Receipt: counts(c.Receipt), Moved: moved}
}

// FolderMade is the result of make_folder.
type FolderMade struct {
	Preview
	Created []string `json:"created" jsonschema_description:"the folders that were missing, the outermost first"`
	Batch   string   `json:"batch,omitempty"`
}

// AnyChange is what the results of all changing tools tell of: Changed, and the
// folders of FolderMade.
type AnyChange struct {
	Changed
	Created []string `json:"created"`
}

// Finished is the result of finish.
type Finished struct {
	Changed
	Missing int `json:"missing" jsonschema_description:"operations of the batch that were never handed over, so that nobody knows them"`
}

// Undone is the result of undo.
type Undone struct {
	Preview
	Batch    string `json:"batch"`
	Restored int    `json:"restored"`
	Of       int    `json:"of" jsonschema_description:"how many files were to be brought back"`
	Unknown  int    `json:"unknown,omitempty" jsonschema_description:"of how many of them the record is lost: nothing can be done about those"`
	Adds     bool   `json:"adds,omitempty" jsonschema_description:"the files were made by the batch, and are gone again"`
	// Kept could not be taken back and stay undoable; Noted came back with edits,
	// or under a name with a number.
	Kept    []Change  `json:"kept" jsonschema_description:"moves that could not be taken back: they stay undoable"`
	Noted   []Change  `json:"noted,omitempty" jsonschema_description:"files that came back with edits, or next to another one"`
	Moved   []Outcome `json:"moved,omitempty" jsonschema_description:"what became of each file, the first thousand"`
	Receipt *Receipt  `json:"receipt,omitempty"`
}

// Reduced keeps the counts and the first files that were kept or noted.
func (u Undone) Reduced(rows int) any {
	return Undone{
		Batch: u.Batch, Restored: u.Restored, Of: u.Of, Unknown: u.Unknown, Receipt: counts(u.Receipt),
		Kept: wire.First(u.Kept, rows), Noted: wire.First(u.Noted, rows),
	}
}

// BatchState says where a batch stands.
type BatchState string

// The states of a batch.
const (
	BatchDone        BatchState = "done"
	BatchStopped     BatchState = "stopped"
	BatchInterrupted BatchState = "interrupted"
	BatchUndone      BatchState = "undone"
	// BatchDamaged is one whose record is not whole: an undo takes back what can
	// be found.
	BatchDamaged BatchState = "damaged"
)

// Batch is one batch of the history.
type Batch struct {
	ID   string    `json:"batch"`
	When time.Time `json:"when" jsonschema_description:"RFC 3339"`
	// Done of Of operations were carried out.
	Done int `json:"done"`
	Of   int `json:"of"`
	// Undone counts those of Done that were taken back since, and Lost files of a
	// batch that was cut short that are at neither of their places.
	Undone int        `json:"undone,omitempty" jsonschema_description:"how many of those done were taken back since"`
	Lost   int        `json:"lost,omitempty" jsonschema_description:"cut short: how many files are at neither of their places"`
	State  BatchState `json:"state" jsonschema_description:"done, stopped, interrupted, undone, or damaged: its record is not whole"`
	Adds   bool       `json:"adds,omitempty" jsonschema_description:"it only made files that were not there before"`
	// Folder is the one that most of the files were in.
	Folder string   `json:"folder"`
	Moves  []Change `json:"moves" jsonschema_description:"the first hundred"`
	// Receipt is what was counted from the disk when it ended; nil when it did not.
	Receipt *Receipt `json:"receipt,omitempty"`
}

// History is the result of history, newest first.
type History struct {
	Batches []Batch `json:"batches"`
}

// Reduced keeps the newest batches, without their moves and receipts.
func (h History) Reduced(rows int) any {
	h.Batches = append([]Batch{}, wire.First(h.Batches, rows)...)
	for i := range h.Batches {
		h.Batches[i].Moves, h.Batches[i].Receipt = []Change{}, nil
	}
	return h
}
