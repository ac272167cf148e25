package files

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/mcp/servers/files/mover"
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
	Flags    []string        `json:"flags,omitempty" jsonschema_description:"online_only, being_written, signed, hidden, package, project, group:NAME"`
	Identity safefs.Identity `json:"identity"`
}

func newEntry(found mover.Listed) entry {
	path, in := found.Path, found.Info
	e := entry{
		Path: path, Name: filepath.Base(path), Type: mover.TypeOf(in.Mode), Size: in.ID.Size,
		Mtime:    in.Mtime.Format(time.RFC3339),
		Hidden:   hidden(filepath.Base(path)),
		Identity: in.ID,
		Flags:    found.Flags,
	}
	switch {
	case !utf8.ValidString(path):
		e.Note = "its name is no readable text: it is left alone"
	case e.Type == "link":
		e.Note = "links are left alone"
	case e.Type == "other":
		e.Note = "it is not an ordinary file"
	default:
		e.Note = recognise.Words(found.Flags)
	}
	return e
}

// shown gives a name for a reader: one that holds line ends, or marks that
// change how the rest is read, is quoted.
func shown(name string) string {
	for _, r := range name {
		if !unicode.IsPrint(r) {
			return strconv.Quote(name)
		}
	}
	return name
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") }
