package find

import "github.com/deskhand/deskhand/mcp/servers/files/folders"

// Finder looks at what is in the folders of a scope. Nothing is changed. It may
// be called from several goroutines.
type Finder struct {
	folders *folders.Opener
	totals  totals
}

// New looks through the folders that folders opens.
func New(folders *folders.Opener) *Finder { return &Finder{folders: folders} }

// Progress is told how much of total is done, and at which file; total is 0 where it is
// not known. It may be nil.
type Progress func(done, total int, what string)
