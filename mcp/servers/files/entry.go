package files

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/mcp/servers/files/find"
	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// entry is one name in a folder.
type entry struct {
	Path     string          `json:"path"`
	Name     string          `json:"name"`
	Type     string          `json:"type" jsonschema_description:"file, folder, link or other"`
	Size     int64           `json:"size" jsonschema_description:"bytes"`
	Mtime    string          `json:"mtime" jsonschema_description:"time of the last change, RFC 3339"`
	Hidden   bool            `json:"hidden"`
	Note     string          `json:"note,omitempty"`
	Flags    []string        `json:"flags,omitempty" jsonschema_description:"online_only, being_written, signed, hidden, package, project, unreadable_name, group:NAME"`
	Identity safefs.Identity `json:"identity"`
}

// unreadableName is the flag of a name that is not UTF-8. Its path is spelled, so
// that each such name is told apart from the others.
const unreadableName = "unreadable_name"

func newEntry(found find.Entry) entry {
	path, in := filename.Spell(found.Path), found.Info
	e := entry{
		Path: path, Name: filepath.Base(path), Type: find.TypeOf(in.Mode), Size: in.ID.Size,
		Mtime:    in.Mtime.Format(time.RFC3339),
		Hidden:   hidden(filepath.Base(path)),
		Identity: in.ID,
		Flags:    found.Flags,
	}
	switch {
	case path != found.Path:
		e.Note, e.Flags = "its name is not readable text: it is left alone", append(e.Flags, unreadableName)
	case e.Type == "link":
		e.Note = "links are left alone"
	case e.Type == "other":
		e.Note = "it is not an ordinary file"
	default:
		e.Note = recognise.Words(found.Flags)
	}
	return e
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") }
