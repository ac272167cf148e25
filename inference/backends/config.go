package backends

import "regexp"

// Config is a server whose models have its name as a prefix: "office/qwen3-32b".
type Config struct {
	Name string `toml:"name"`
	// Kind is its protocol: OpenAI or Ollama.
	Kind string `toml:"kind"`
	// URL are its addresses; of several the least busy one is asked.
	URL []string `toml:"url"`
	// Models may be asked; none means those that the server lists.
	Models []string `toml:"models"`
	// KeyEnv names the environment variable of its key; the key is never in the file.
	KeyEnv string `toml:"key_env"`
	// Remote means that the user agreed that requests leave this computer.
	Remote bool `toml:"remote"`
}

// KeyURL is the key of a server's addresses.
const KeyURL = "url"

// The kinds of servers.
const (
	OpenAI = "openai"
	Ollama = "ollama"
)

// serverName matches a valid server name.
var serverName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// variableName matches a valid variable name.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// IsVariable reports whether text can name the variable that holds a key; empty means no
// key.
func IsVariable(text string) bool { return text == "" || variableName.MatchString(text) }

// Unfit returns the key of an invalid setting; empty if all are valid.
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
