package config

import "regexp"

// modelName is what Ollama takes for a name: host, namespace, name and tag.
var modelName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,199}$`)

// IsModelName reports whether Ollama would take this for the name of a model. Whether
// there is one is another matter.
func IsModelName(name string) bool { return modelName.MatchString(name) }
