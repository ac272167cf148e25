package names

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/filename"
)

// Safe returns the safe form of a requested name. An existing name is kept, and so is its
// extension.
func Safe(own, requested string) string {
	if own == requested {
		return own
	}
	_, ext := filename.Split(own)
	if n := len(requested) - len(ext); ext != "" && n > 0 && strings.EqualFold(requested[n:], ext) {
		return filename.Sanitise(requested[:n], requested[n:]) // the case of the extension may change
	}
	stem, claimed := filename.Split(requested)
	if !common(claimed) {
		stem = requested
	}
	return filename.Sanitise(stem, ext)
}

// common reports whether ext is one that people and models often append by mistake; the
// file's own replaces it.
func common(ext string) bool {
	switch strings.ToLower(ext) {
	case ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".webp", ".heic", ".bmp", ".svg",
		".doc", ".docx", ".odt", ".rtf", ".txt", ".md", ".csv", ".xls", ".xlsx", ".ods", ".ppt", ".pptx", ".odp",
		".eml", ".html", ".htm", ".xml", ".json", ".zip", ".mp3", ".mp4", ".mov", ".wav", ".exe":
		return true
	}
	return false
}
