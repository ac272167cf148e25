package backends

import "regexp"

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

// KeyURL is the key of a server's addresses.
const KeyURL = "url"

// The kinds of servers.
const (
	OpenAI = "openai"
	Ollama = "ollama"
)

// serverName is what a server may be called.
var serverName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// variableName is what a variable of the environment may be called.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// IsVariable reports whether text can be the name of the variable that holds a key;
// empty: there is none.
func IsVariable(text string) bool { return text == "" || variableName.MatchString(text) }

// Unfit returns the key that cannot be used as it is; empty when all can.
func (c Config) Unfit() string {
	switch {
	case !serverName.MatchString(c.Name):
		return "name"
	case c.Kind != OpenAI && c.Kind != Ollama:
		return "kind"
	case len(c.URL) == 0, c.Kind == Ollama && len(c.URL) != 1:
		return KeyURL
	case !IsVariable(c.KeyEnv):
		return "key_env"
	}
	return ""
}
