package config

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/deskhand/deskhand/agentcore/regular"
	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/inference/backends"
)

//go:embed config.toml
var defaultText []byte

// Config is config.toml. The config.toml next to this file holds the defaults and
// documents the keys.
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
		// ChainText is the chain as written: a list, or Auto.
		ChainText any `toml:"chain"`
		// Chain is that list, empty with Auto, which means the best installed model. Only
		// the user writes that word, and thereby consents.
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
	// Backends are model servers besides Ollama.
	Backends []backends.Config `toml:"backend"`
	// RuleTexts are the user's own rules as written, Rules the same parsed.
	RuleTexts []RuleText  `toml:"rule"`
	Rules     []rule.Rule `toml:"-"`

	// Dropped are obsolete keys in the file.
	Dropped []string `toml:"-"`
}

// Temperature returns the configured one, or nil.
func (c *Config) Temperature() *float64 {
	if c.Models.Temperature < 0 {
		return nil
	}
	return &c.Models.Temperature
}

// dropped are the obsolete keys.
var dropped = []string{"budget.offered_tools"}

// RuleText is a rule as written.
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
	// DateOrder is how 05/12/2026 is read if the document does not tell, and how the
	// window writes dates: DayFirst or MonthFirst; empty means to ask.
	DateOrder string `toml:"date_order"`
}

// The orders of day and month.
const (
	DayFirst   = "day-first"
	MonthFirst = "month-first"
)

// DaysFirst reports whether the day comes first; nil means to ask.
func (n Naming) DaysFirst() *bool {
	if n.DateOrder == "" {
		return nil
	}
	first := n.DateOrder == DayFirst
	return &first
}

// Take sets one of its keys to a stored value.
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

// Load reads the defaults, then the user's settings. A missing file is created with the
// defaults in comments. An unknown key is an error: a misspelled limit would have no
// effect. An obsolete key is ignored and listed in Dropped. Invalid settings give an
// *Error.
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
	var alone Config // the user's settings without the defaults
	if err = parse(written, &alone); err == nil {
		err = parse(written, &c)
	}
	if err == nil {
		c.Models.Agreed = alone.Models.Auto
		err = c.check()
	}
	return c, in(file, err)
}

// in adds the file to err.
func in(file string, err error) error {
	var bad *Error
	if errors.As(err, &bad) {
		bad.File = file
	}
	return err
}

// check returns an error for the first invalid value.
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

// MaxRules is how many rules are allowed.
const MaxRules = 1000

// takeRules parses the rules.
func (c *Config) takeRules(text []byte) error {
	c.Rules = nil
	if len(c.RuleTexts) > MaxRules {
		return &Error{Code: ManyRules}
	}
	for i, written := range c.RuleTexts {
		r, err := rule.New(written.When, written.Name, written.Into)
		if err != nil {
			tables, _ := tablesOf(text, ruleTable)
			return &Error{Line: lineAt(text, tables[i].start), Code: BadRule, Key: strconv.Itoa(i + 1), Text: written.When, Err: err}
		}
		c.Rules = append(c.Rules, r)
	}
	return nil
}

// Auto, in place of a list, means the best installed model.
const Auto = "auto"

// takeChain parses the chain.
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
		return &Error{Line: lineAt(text, max(0, at.start)), Code: BadChain}
	}
	m.Chain, m.Auto = names, m.ChainText == Auto
	return nil
}

// unknown records obsolete keys, and rejects any other.
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

// writeDefaults creates the file for the user to edit.
func writeDefaults(file string) error {
	if err := os.WriteFile(file, commentedDefaults(), 0o600); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}

// commentedDefaults returns the defaults, each key commented out so that later defaults
// apply unless changed.
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
