package cli

import (
	"os"

	"github.com/deskhand/deskhand/cmd/internal/cli/arguments"
)

// path is an argument that names a file or folder.
type path = arguments.Path

// allThere returns the error of the first path that does not exist or cannot be read.
func allThere(paths []path) error {
	for _, p := range paths {
		if _, err := os.Lstat(string(p)); err != nil {
			return err
		}
	}
	return nil
}
