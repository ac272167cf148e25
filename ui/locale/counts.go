package locale

// Files is a number of files: 1 file, 12 files.
func Files(n int) string { return N("{{.N}} file", "{{.N}} files", n) }
