package kit

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/ui/inert"
)

// PathWords names a file or folder as a person does: under their home with ~.
func PathWords(path string) string {
	if home, err := os.UserHomeDir(); err == nil {
		if rel, err := filepath.Rel(home, path); err == nil && filepath.IsAbs(path) {
			switch {
			case rel == ".":
				return "~"
			case rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)):
				return inert.Line(filepath.Join("~", rel))
			}
		}
	}
	return inert.Line(path)
}
