package cli

import (
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/app"
)

// mostChanges is how many changes are told one by one; the files are all listed
// with what is in them.
const mostChanges = 3

// trustNotes are what a person should know before a server is started, next to
// its command: why it is asked about again, and what it downloads.
func trustNotes(s app.ServerInfo) (notes []string) {
	for i, c := range s.Changes {
		if i == mostChanges {
			notes = append(notes, fmt.Sprintf("And %s more.", countOf(len(s.Changes)-i, "change")))
			break
		}
		notes = append(notes, changeWords(c))
	}
	if s.Fetches != nil && !s.Fetches.Pinned {
		notes = append(notes, s.Fetches.Runner+" downloads and runs the newest version; its contents cannot be pinned.")
	}
	return notes
}

// changeWords says why a server that was agreed to is asked about again.
func changeWords(c app.ServerChange) string {
	switch c.Kind {
	case app.ServerChangedForm:
		return "You agreed to start it before the contents of its files counted. Look at it once more."
	case app.ServerChangedContents:
		return visible(c.Path) + " has changed since you agreed to start it."
	case app.ServerChangedPlace:
		return visible(c.Path) + " is another file than the one you agreed to start."
	case app.ServerChangedGone:
		return visible(c.Path) + " was there when you agreed to start it, and is not any more."
	default:
		return "Its entry in mcp.json has changed since you agreed to start it."
	}
}

// contentWords says what a file of a server is known by.
func contentWords(f app.ServerFile) string {
	kind, hash, _ := strings.Cut(f.Content, ":")
	switch {
	case kind == "sha256":
		return "sha256 " + hash
	case f.Content == app.ServerDatabase:
		return "a database: what is in it may change"
	default:
		return "not read: known by its size and times"
	}
}
