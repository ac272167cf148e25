package manifest

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/mcp/lookalike"
)

// longest is how many letters a server's name may have.
const longest = 64

// Refused says in a sentence why an entry is not started; empty when it may be.
func (e Entry) Refused() string {
	if why := nameRefused(e.Name); why != "" {
		return why
	}
	switch {
	case strings.TrimSpace(e.Command) == "":
		return "It names no command."
	case e.Timeout < 0:
		return "Its timeout is less than nothing."
	case e.Dir != "" && !filepath.IsAbs(e.Dir) && !strings.HasPrefix(e.Dir, "~/"):
		return "Its cwd must be a folder named from the root, or from ~/."
	}
	for _, text := range append(e.Argv(), e.Dir) {
		if strings.ContainsRune(text, 0) {
			return "Its command holds a character that no command can hold."
		}
	}
	return e.refusedVariable()
}

// nameRefused says why a server cannot have a name; empty when it can.
func nameRefused(name string) string {
	own := lookalike.Server(name)
	switch {
	case strings.TrimSpace(name) == "":
		return "It has no name."
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "Its name holds a character that cannot be shown."
	case len(name) > longest:
		return fmt.Sprintf("Its name is longer than %d letters.", longest)
	case own != "" && strings.EqualFold(own, name):
		return "The name " + name + " belongs to a part of Deskhand; choose another."
	case own != "":
		return fmt.Sprintf("The name %+q looks like %s, which belongs to a part of Deskhand; choose another.", name, own)
	}
	return ""
}
