package compiled

import (
	"os"
	"path/filepath"
)

// Forget removes what is kept in a folder and nothing else in it: a process that
// was killed, or a full disk, may have left half of a file, which wazero refuses
// forever.
func Forget(folder string) {
	if folder == "" {
		return
	}
	kept, _ := filepath.Glob(filepath.Join(folder, "wazero-*"))
	for _, path := range kept {
		_ = os.RemoveAll(path) // what cannot be removed fails where it is used
	}
}
