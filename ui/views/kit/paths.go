package kit

import (
	"os"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/ui/inert"
)

// PathWords format a path for display: with ~ for the home.
func PathWords(path string) string {
	if home, err := os.UserHomeDir(); err == nil {
		if rel, inside := filename.Inside(home, path); inside {
			return inert.Line(filepath.Join("~", rel))
		}
	}
	return inert.Line(path)
}
