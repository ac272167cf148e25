package files

import "github.com/deskhand/deskhand/agentcore/wire"

// Entry is one name in a folder.
type Entry struct {
	Path  string   `json:"path"`
	Type  string   `json:"type"` // TypeFile and the others
	Size  int64    `json:"size"` // bytes
	Note  string   `json:"note,omitempty"`
	Flags []string `json:"flags,omitempty"`
}

// The types of an Entry.
const (
	TypeFile   = "file"
	TypeFolder = "folder"
	TypeLink   = "link"
	TypeOther  = "other"
)

// Listing is the result of list and find.
type Listing struct {
	Path    string  `json:"path"`
	Entries []Entry `json:"entries"`
	// Files and Folders count those past the limit too.
	Files     int  `json:"files"`
	Folders   int  `json:"folders"`
	Truncated bool `json:"truncated"`
}

// Reduced keeps the counts and the first entries.
func (l Listing) Reduced(rows int) any {
	l.Truncated = l.Truncated || len(l.Entries) > rows
	l.Entries = wire.First(l.Entries, rows)
	return l
}

// Change is one before and after pair.
type Change struct {
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	Note string `json:"note,omitempty"`
}

// Receipt is counted from the disk after a batch.
type Receipt struct {
	Batch           string `json:"batch"`
	FilesIn         int    `json:"files_in"`
	FilesOut        int    `json:"files_out"`
	Moved           int    `json:"moved"`
	Skipped         int    `json:"skipped"`
	Failed          int    `json:"failed"`
	ContentsChanged int    `json:"contents_changed"`
	Stopped         bool   `json:"stopped"`
}

// Changed is the result of move, copy, make_folder, write_text, trash, restore
// and finish: of a dry run it holds neither batch nor receipt.
type Changed struct {
	Batch   string   `json:"batch,omitempty"`
	Receipt *Receipt `json:"receipt,omitempty"`
}

// Reduced keeps the batch and its receipt.
func (c Changed) Reduced(int) any { return c }

// Undone is the result of undo.
type Undone struct {
	Batch    string `json:"batch"`
	Restored int    `json:"restored"`
	// Kept could not be taken back and stay undoable; Noted came back with edits
	// or beside another file.
	Kept    []Change `json:"kept"`
	Noted   []Change `json:"noted,omitempty"`
	Receipt *Receipt `json:"receipt,omitempty"`
}

// Reduced keeps the first files that were kept or noted.
func (u Undone) Reduced(rows int) any {
	u.Kept, u.Noted = wire.First(u.Kept, rows), wire.First(u.Noted, rows)
	return u
}

// Batch is one batch of the history.
type Batch struct {
	Batch string `json:"batch"`
	When  string `json:"when"` // RFC 3339
	Done  int    `json:"done"`
	Of    int    `json:"of"`
	// Undone counts those of Done that were taken back since.
	Undone int    `json:"undone,omitempty"`
	State  string `json:"state"`
	Folder string `json:"folder"`
}

// History is the result of history, newest first.
type History struct {
	Batches []Batch `json:"batches"`
}

// Reduced keeps the newest batches, without their moves.
func (h History) Reduced(rows int) any {
	h.Batches = wire.First(h.Batches, rows)
	return h
}

// Duplicates is the result of duplicates.
type Duplicates struct {
	// Groups are those that are listed, of Total; Files is how many files were
	// compared.
	Groups []Same `json:"groups"`
	Total  int    `json:"groups_total"`
	Files  int    `json:"files"`
	Wasted int64  `json:"wasted"` // bytes
}

// Same are files with the same contents.
type Same struct {
	Size  int64   `json:"size"` // bytes of each
	Files []Entry `json:"files"`
}

// Reduced keeps the counts and the first groups that are whole within rows files.
func (d Duplicates) Reduced(rows int) any {
	for i, g := range d.Groups {
		if rows -= len(g.Files); rows < 0 {
			d.Groups = d.Groups[:i]
			break
		}
	}
	return d
}
