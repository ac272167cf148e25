package config

import (
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// slip returns what is wrong in a line of a configuration: its key or, if the line has
// none, the line itself.
func slip(text []byte, err *toml.DecodeError) *Error {
	row, _ := err.Position()
	switch key := strings.Join(err.Key(), "."); {
	case key == "models.chain":
		return &Error{Line: row, Code: BadChain}
	case strings.HasPrefix(key, "budget.model_windows"):
		return &Error{Line: row, Code: BadWindows}
	default:
		if k := keyOf(&Config{}, key); k.name != "" {
			return &Error{Line: row, Code: BadValue, Key: key, Err: k.refused()}
		}
	}
	lines := strings.Split(string(text), "\n")
	return &Error{Line: row, Code: Unreadable, Text: strings.TrimSpace(lines[min(max(row, 1), len(lines))-1])}
}
