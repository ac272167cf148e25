package kit

import (
	"os"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/ui/inert"
)

// PathWords names a file or folder as a person does: under their home with ~.
func PathWords(path string) string {
	if home, err := os.UserHomeDir(); err == nil {
		if rel, inside := filename.Inside(home, path); inside {
			return inert.Line(filepath.Join("~", rel))
		}
	}
	return inert.Line(path)
}
