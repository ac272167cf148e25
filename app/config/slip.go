package config

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// slip says in words for a person what is wrong in a line of a configuration:
// what its key takes or, where the line is no key with a value, the line itself.
func slip(text []byte, err *toml.DecodeError) error {
	row, _ := err.Position()
	switch key := strings.Join(err.Key(), "."); {
	case key == "models.chain":
		return fmt.Errorf(`line %d: %s is a list of models, such as ["qwen3:8b"], or "auto"`, row, key)
	case strings.HasPrefix(key, "budget.model_windows"):
		return fmt.Errorf(`line %d: budget.model_windows has a number for each model, such as { "qwen3:8b" = 16384 }`, row)
	default:
		if k := keyOf(&Config{}, key); k.name != "" {
			return fmt.Errorf("line %d: %w", row, k.refused())
		}
	}
	lines := strings.Split(string(text), "\n")
	said := strings.TrimSpace(lines[min(max(row, 1), len(lines))-1])
	return fmt.Errorf("line %d cannot be read: %.80q. Text stands in quotes, a list in brackets, and each key is there once", row, said)
}
