package config

import "strings"

// maxModelName is how many letters the name of a model may have.
const maxModelName = 200

// IsModelName reports whether Ollama would take this for the name of a model: host,
// namespace, name and tag. Whether there is one is another matter.
func IsModelName(name string) bool {
	const marks = "._:/@-"
	strange := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune(marks, r)
	}
	return name != "" && len(name) <= maxModelName && !strings.ContainsAny(name[:1], marks) && !strings.ContainsFunc(name, strange)
}
