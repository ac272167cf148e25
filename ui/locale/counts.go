package locale

import "strings"

// List joins several things: a, b and c.
func List(items []string) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return L("{{.Others}} and {{.Last}}", "Others", strings.Join(items[:last], ", "), "Last", items[last])
}

// Files formats a number of files: 1 file, 12 files.
func Files(n int) string { return N("{{.N}} file", "{{.N}} files", n) }

// Tools formats a number of tools.
func Tools(n int) string { return N("{{.N}} tool", "{{.N}} tools", n) }

// Folders formats a number of folders: 1 folder, 12 folders.
func Folders(n int) string { return N("{{.N}} folder", "{{.N}} folders", n) }
