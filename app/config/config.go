package config

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/deskhand/deskhand/agentcore/regular"
	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/inference/backends"
)

//go:embed config.toml
var defaultText []byte

// Config is config.toml. config.toml next to this file holds the defaults and
// says what each key means.
type Config struct {
	Naming Naming `toml:"naming"`
	Window struct {
		Appearance string `toml:"appearance"`
		Language   string `toml:"language"`
	} `toml:"window"`
	Library struct {
		Keep           bool   `toml:"keep"`
		EmbeddingModel string `toml:"embedding_model"`
	} `toml:"library"`
	Models struct {
		// ChainText is the chain as it is written: a list, or Auto.
		ChainText any `toml:"chain"`
		// Chain is that list, empty with Auto: then the best installed model is
		// asked, once the person agreed to that by writing the word themselves.
		Chain        []string `toml:"-"`
		Auto         bool     `toml:"-"`
		Agreed       bool     `toml:"-"`
		MaxRetries   int      `toml:"max_retries"`
		RetryDelay   duration `toml:"retry_delay"`
		RetryBackoff float64  `toml:"retry_backoff"`
		Temperature  float64  `toml:"temperature"`
		Think        string   `toml:"think"`
		Parallel     int      `toml:"parallel"`
		KeepAlive    duration `toml:"keep_alive"`
		AllowCloud   bool     `toml:"allow_cloud"`
		OllamaHost   string   `toml:"ollama_host"`
		OllamaKeyEnv string   `toml:"ollama_key_env"`
		AllowRemote  []string `toml:"allow_remote"`
	} `toml:"models"`
	Budget struct {
		Window                   int            `toml:"window"`
		ModelWindows             map[string]int `toml:"model_windows"`
		DefaultWindow            int            `toml:"default_window"`
		InputTokens              int            `toml:"input_tokens"`
		ToolResultChars          int            `toml:"tool_result_chars"`
		ToolResultRetentionChars int            `toml:"tool_result_retention_chars"`
		DefinitionsShare         float64        `toml:"definitions_share"`
	} `toml:"budget"`
	Limits struct {
		Rounds       int      `toml:"rounds"`
		ToolTimeout  duration `toml:"tool_timeout"`
		ToolFailures int      `toml:"tool_failures"`
	} `toml:"limits"`
	// Backends are servers of models besides the Ollama server of this computer.
	Backends []backends.Config `toml:"backend"`
	// RuleTexts are the person's own rules as they are written, and Rules what they
	// mean.
	RuleTexts []RuleText  `toml:"rule"`
	Rules     []rule.Rule `toml:"-"`

	// Dropped are the keys of the file that a former version knew and that mean
	// nothing any more.
	Dropped []string `toml:"-"`
}

// Temperature is the one that the person set; nil: they set none.
func (c *Config) Temperature() *float64 {
	if c.Models.Temperature < 0 {
		return nil
	}
	return &c.Models.Temperature
}

// dropped are the keys of former versions.
var dropped = []string{"budget.offered_tools"}

// RuleText is a rule as it is written.
type RuleText struct {
	When string `toml:"when"`
	Name string `toml:"name"`
	Into string `toml:"into"`
}

// Naming is how files are named, and which.
type Naming struct {
	Template   string `toml:"template"`
	Subfolders bool   `toml:"subfolders"`
	Languages  string `toml:"languages"`
	// DateOrder is how 05/12/2026 is read where a document does not tell, and how the
	// window writes dates: DayFirst or MonthFirst; empty: it is asked.
	DateOrder string `toml:"date_order"`
}

// The orders of day and month.
const (
	DayFirst   = "day-first"
	MonthFirst = "month-first"
)

// DaysFirst reports whether the day comes first; nil where it is asked.
func (n Naming) DaysFirst() *bool {
	if n.DateOrder == "" {
		return nil
	}
	first := n.DateOrder == DayFirst
	return &first
}

// Take takes the value of one of its keys that was kept.
func (n *Naming) Take(key, value string) {
	switch value = strings.TrimSpace(value); key {
	case SettingNaming:
		n.Template = value
	case SettingLanguages:
		n.Languages = value
	case SettingSubfolders:
		n.Subfolders = value == "true"
	case SettingDateOrder:
		n.DateOrder = value
	}
}

// duration is a time.Duration written as "120s".
type duration time.Duration

// UnmarshalText reads "120s", "2m".
func (d *duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is not a time such as 120s: %w", text, err)
	}
	*d = duration(v)
	return nil
}

// Load reads the defaults, then what the person wrote over them. A file
// that is not there is written with the defaults, all of them as comments. An
// unknown key is refused by its name: a misspelled limit is not a limit. One that a
// former version knew is ignored and told in Dropped. What cannot be used is a *Error.
func Load(file string) (Config, error) {
	var c Config
	if err := parse(defaultText, &c); err != nil {
		return c, err
	}
	written, err := regular.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return c, writeDefaults(file)
	}
	if err != nil {
		return c, fmt.Errorf("read %s: %w", file, err)
	}
	var alone Config // what the person wrote, without the defaults
	if err = parse(written, &alone); err == nil {
		err = parse(written, &c)
	}
	if err == nil {
		c.Models.Agreed = alone.Models.Auto
		err = c.check()
	}
	return c, in(file, err)
}

// in returns err with the file that it is about.
func in(file string, err error) error {
	var bad *Error
	if errors.As(err, &bad) {
		bad.File = file
	}
	return err
}

// check reports whether every key can have its value.
func (c *Config) check() error {
	for _, k := range keysOf(c) {
		if err := k.check(); err != nil {
			return &Error{Code: BadValue, Key: k.name, Err: err}
		}
	}
	for _, host := range c.Models.AllowRemote {
		if _, err := backends.HostOf(host); err != nil {
			return &Error{Code: NoAddress, Key: "models.allow_remote", Text: host}
		}
	}
	for i, b := range c.Backends {
		if key := b.Unfit(); key != "" {
			return &Error{Code: BadBackend, Key: key, Text: b.Name}
		}
		if slices.ContainsFunc(c.Backends[:i], func(other backends.Config) bool { return other.Name == b.Name }) {
			return &Error{Code: Twice, Key: "backend", Text: b.Name}
		}
	}
	return checkWindows(c.Budget.ModelWindows)
}

func parse(text []byte, into *Config) error {
	err := toml.NewDecoder(strings.NewReader(string(text))).DisallowUnknownFields().Decode(into)
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) {
		err = into.unknown(unknown.Errors)
	}
	var syntax *toml.DecodeError
	if errors.As(err, &syntax) {
		return slip(text, syntax)
	}
	var other *Error
	if err != nil && !errors.As(err, &other) {
		return &Error{Code: Unreadable, Err: err}
	}
	if err != nil {
		return err
	}
	if err := into.takeRules(text); err != nil {
		return err
	}
	return into.takeChain(text)
}

// MaxRules is how many rules there are at most.
const MaxRules = 1000

// takeRules understands the rules as they are written.
func (c *Config) takeRules(text []byte) error {
	c.Rules = nil
	if len(c.RuleTexts) > MaxRules {
		return &Error{Code: ManyRules}
	}
	for i, written := range c.RuleTexts {
		r, err := rule.New(written.When, written.Name, written.Into)
		if err != nil {
			return badRule(text, i, written.When, err)
		}
		c.Rules = append(c.Rules, r)
	}
	return nil
}

// Auto, in place of a list, is the best model that is installed.
const Auto = "auto"

// takeChain understands the chain as it is written.
func (c *Config) takeChain(text []byte) error {
	m := &c.Models
	names := []string{}
	good := true
	switch written := m.ChainText.(type) {
	case nil:
		return nil
	case string:
		good = written == Auto
	case []any:
		for _, one := range written {
			name, isText := one.(string)
			names, good = append(names, name), good && isText
		}
	default:
		good = false
	}
	if !good {
		at := findKey(text, "models", "chain")
		return &Error{Line: 1 + bytes.Count(text[:max(0, at.start)], []byte("\n")), Code: BadChain}
	}
	m.Chain, m.Auto = names, m.ChainText == Auto
	return nil
}

// unknown notes the keys that a former version knew, and refuses any other.
func (c *Config) unknown(keys []toml.DecodeError) error {
	for _, k := range keys {
		name := strings.Join(k.Key(), ".")
		if !slices.Contains(dropped, name) {
			row, _ := k.Position()
			return &Error{Line: row, Code: NoKey, Key: name}
		}
		c.Dropped = append(c.Dropped, name)
	}
	return nil
}

// writeDefaults puts the defaults where the person can edit them.
func writeDefaults(file string) error {
	if err := os.WriteFile(file, commentedDefaults(), 0o600); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}

// commentedDefaults are the defaults, each key commented out so that later
// defaults reach those who changed nothing.
func commentedDefaults() []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(defaultText) {
		if t := bytes.TrimSpace(line); len(t) > 0 && t[0] != '#' && t[0] != '[' {
			b.WriteString("# ")
		}
		b.Write(line)
	}
	return b.Bytes()
}
