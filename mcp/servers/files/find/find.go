package find

import "github.com/deskhand/deskhand/mcp/servers/files/folders"

// Finder looks at the files of a scope and changes nothing. It may be used from several
// goroutines.
type Finder struct {
	folders *folders.Opener
	totals  totals
}

// New returns a Finder for folders that folders opens.
func New(folders *folders.Opener) *Finder { return &Finder{folders: folders} }

// Progress is called with the number done of total, and the current file; total is 0 if
// unknown. It may be nil.
type Progress func(done, total int, what string)
