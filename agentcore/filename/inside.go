package filename

import "path/filepath"

// Inside returns the path from folder to path, "." for the folder itself, and reports
// whether path is folder or below it. It compares strings and does not look at the disk;
// a relative path is inside no absolute folder.
func Inside(folder, path string) (rel string, inside bool) {
	rel, err := filepath.Rel(folder, path)
	return rel, err == nil && filepath.IsLocal(rel)
}
