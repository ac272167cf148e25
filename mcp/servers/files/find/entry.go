package find

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// entry describes what is at path, with the flags of recognise. A name that is not UTF-8
// is escaped, so that such names remain distinct.
func entry(path string, in safefs.Info, flags []string) files.Entry {
	spelled := filename.Spell(path)
	e := files.Entry{
		Path: spelled, Name: filepath.Base(spelled), Type: TypeOf(in.Mode), Size: in.ID.Size,
		Mtime:    in.Mtime.Format(time.RFC3339),
		Hidden:   strings.HasPrefix(filepath.Base(spelled), "."),
		Identity: in.ID,
		Flags:    flags,
	}
	switch {
	case spelled != path:
		e.Note, e.Flags = "its name is not readable text: it is left alone", append(e.Flags, files.FlagUnreadable)
	case e.Type == files.TypeLink:
		e.Note = "links are left alone"
	case e.Type == files.TypeOther:
		e.Note = "it is not an ordinary file"
	default:
		e.Note = recognise.Words(flags)
	}
	return e
}
