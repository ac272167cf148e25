package names

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/filename"
)

// Safe makes the name that a file gets out of the one that is asked for.
// A name that it has already stays as it is, and so does its extension.
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

// common reports whether ext is one that people and models write after a name
// without thinking: it is dropped for the file's own.
func common(ext string) bool {
	switch strings.ToLower(ext) {
	case ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".webp", ".heic", ".bmp", ".svg",
		".doc", ".docx", ".odt", ".rtf", ".txt", ".md", ".csv", ".xls", ".xlsx", ".ods", ".ppt", ".pptx", ".odp",
		".eml", ".html", ".htm", ".xml", ".json", ".zip", ".mp3", ".mp4", ".mov", ".wav", ".exe":
		return true
	}
	return false
}
