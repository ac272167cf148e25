package backends

import (
	"fmt"
	"regexp"
)

// Config is a server of models whose names begin with its own: "office/qwen3-32b".
type Config struct {
	Name string `toml:"name"`
	// Kind is how it is spoken to: OpenAI or Ollama.
	Kind string `toml:"kind"`
	// URL are its addresses; of several the least busy one is asked.
	URL []string `toml:"url"`
	// Models may be asked; none: those that the server tells.
	Models []string `toml:"models"`
	// KeyEnv names the variable that holds its key; the key is never in the file.
	KeyEnv string `toml:"key_env"`
	// Remote says that the person agreed that requests leave this computer.
	Remote bool `toml:"remote"`
}

// The kinds of servers.
const (
	OpenAI = "openai"
	Ollama = "ollama"
)

// serverName is what a server may be called.
var serverName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// variableName is what a variable of the environment may be called.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Check says what of a server cannot be used.
func (c Config) Check() error {
	switch {
	case !serverName.MatchString(c.Name):
		return fmt.Errorf("backend: the name %q must be of small letters, digits and -", c.Name)
	case c.Kind != OpenAI && c.Kind != Ollama:
		return fmt.Errorf("backend %s: its kind is \"openai\" or \"ollama\"", c.Name)
	case len(c.URL) == 0, c.Kind == Ollama && len(c.URL) != 1:
		return fmt.Errorf("backend %s: its url is a list of addresses, such as [\"http://127.0.0.1:8000/v1\"], and a single one with \"ollama\"", c.Name)
	case c.KeyEnv != "" && !variableName.MatchString(c.KeyEnv):
		return fmt.Errorf("backend %s: key_env is the name of a variable of the environment, never the key", c.Name)
	}
	return nil
}
