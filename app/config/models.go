package config

import "strings"

// maxModelName is the longest name of a model, in letters.
const maxModelName = 200

// IsModelName reports whether Ollama would accept this as the name of a model: host,
// namespace, name and tag. The model need not exist.
func IsModelName(name string) bool {
	const marks = "._:/@-"
	strange := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune(marks, r)
	}
	return name != "" && len(name) <= maxModelName && !strings.ContainsAny(name[:1], marks) && !strings.ContainsFunc(name, strange)
}
