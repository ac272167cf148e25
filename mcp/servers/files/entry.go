package files

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/filename"
	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/find"
	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
)

// newEntry tells of what was found. A name that is not UTF-8 is spelled, so that
// each such name is told apart from the others.
func newEntry(found find.Entry) wire.Entry {
	path, in := filename.Spell(found.Path), found.Info
	e := wire.Entry{
		Path: path, Name: filepath.Base(path), Type: find.TypeOf(in.Mode), Size: in.ID.Size,
		Mtime:    in.Mtime.Format(time.RFC3339),
		Hidden:   hidden(filepath.Base(path)),
		Identity: in.ID,
		Flags:    found.Flags,
	}
	switch {
	case path != found.Path:
		e.Note, e.Flags = "its name is not readable text: it is left alone", append(e.Flags, wire.FlagUnreadable)
	case e.Type == wire.TypeLink:
		e.Note = "links are left alone"
	case e.Type == wire.TypeOther:
		e.Note = "it is not an ordinary file"
	default:
		e.Note = recognise.Words(found.Flags)
	}
	return e
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") }
