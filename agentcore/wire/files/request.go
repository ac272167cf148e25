package files

// A ListRequest asks what is in a folder.
type ListRequest struct {
	Path      string `json:"path"`
	Recursive bool   `json:"recursive,omitempty"`
	Hidden    bool   `json:"hidden,omitempty"`
	Limit     int    `json:"limit,omitempty"`
	After     string `json:"after,omitempty"`
}

// A FindRequest asks for entries of a folder.
type FindRequest struct {
	ListRequest
	Name    string `json:"name,omitempty"`
	Type    string `json:"type,omitempty"`
	Kind    string `json:"kind,omitempty"`
	MinSize int64  `json:"min_size,omitempty"`
	MaxSize int64  `json:"max_size,omitempty"`
	Since   string `json:"since,omitempty"`
	Before  string `json:"before,omitempty"`
}

// An InfoRequest asks what one file or folder is.
type InfoRequest struct {
	Path string `json:"path"`
}

// A DuplicatesRequest asks for files with the same contents.
type DuplicatesRequest struct {
	Paths []string `json:"paths"`
}

// Mode says how a change is made: only shown, only if nothing changed since it
// was shown, as a page of which batch.
type Mode struct {
	DryRun   bool   `json:"dry_run,omitempty"`
	PlanHash string `json:"plan_hash,omitempty"`
	Batch    string `json:"batch,omitempty"`
	Total    int    `json:"total,omitempty"`
}

// Subject is what the request of any tool is about: the arguments that say on which
// files it is done.
type Subject struct {
	Path   string   `json:"path"`
	Paths  []string `json:"paths"`
	Moves  []Move   `json:"moves"`
	Copies []Move   `json:"copies"`
	Name   string   `json:"name"`
}

// Move asks for one file to go from one path to another.
type Move struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// A MoveRequest asks for moves. Stay are files that keep their names and are
// counted too.
type MoveRequest struct {
	Moves []Move   `json:"moves"`
	Stay  []string `json:"stay,omitempty"`
	Mode
}

// A CopyRequest asks for copies.
type CopyRequest struct {
	Copies []Move `json:"copies"`
	Mode
}

// A FolderRequest asks for a folder to be made.
type FolderRequest struct {
	Path     string `json:"path"`
	DryRun   bool   `json:"dry_run,omitempty"`
	PlanHash string `json:"plan_hash,omitempty"`
	Batch    string `json:"batch,omitempty"`
}

// A WriteRequest asks for a new file of text.
type WriteRequest struct {
	Path string `json:"path"`
	Text string `json:"text"`
	Mode
}

// A TrashRequest asks for files to be put into the trash.
type TrashRequest struct {
	Paths []string `json:"paths"`
	Mode
}

// A RestoreRequest asks for files to be brought back from the trash.
type RestoreRequest struct {
	Entries []string `json:"entries"`
	Mode
}

// An UndoRequest asks for a batch to be taken back, or files of it.
type UndoRequest struct {
	Batch    string   `json:"batch,omitempty"`
	Paths    []string `json:"paths,omitempty"`
	DryRun   bool     `json:"dry_run,omitempty"`
	PlanHash string   `json:"plan_hash,omitempty"`
}

// A FinishRequest asks for what is left of a batch.
type FinishRequest struct {
	Batch    string `json:"batch"`
	DryRun   bool   `json:"dry_run,omitempty"`
	PlanHash string `json:"plan_hash,omitempty"`
}

// A HistoryRequest asks for the last batches, or for one.
type HistoryRequest struct {
	Limit int    `json:"limit,omitempty"`
	Batch string `json:"batch,omitempty"`
}
