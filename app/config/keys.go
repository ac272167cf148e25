package config

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/backends"
)

// settingOf returns the TOML for what the user typed, and its effect.
func settingOf(key, value string) (literal string, change func(*Config), err error) {
	k := keyOf(&Config{}, key)
	if k.name == "" {
		return "", nil, fmt.Errorf("%w: %s", ErrNoSetting, key)
	}
	if err := k.take(value); err != nil {
		return "", nil, err
	}
	return k.literal(), func(c *Config) { keyOf(c, key).value.Set(k.value) }, nil
}

// field is one key of a configuration.
type field struct {
	name  string // table and key: "limits.rounds"
	value reflect.Value
}

// keysOf returns the keys of c, except the chain and the other computers that may be
// asked, which are set in other ways, and the windows of single models, which only the
// file has.
func keysOf(c *Config) []field {
	var keys []field
	tables := reflect.ValueOf(c).Elem()
	for i := range tables.NumField() {
		table := tables.Field(i)
		if table.Kind() != reflect.Struct {
			continue
		}
		for j := range table.NumField() {
			kind, tag := table.Field(j).Kind(), table.Type().Field(j).Tag.Get("toml")
			if kind != reflect.Slice && kind != reflect.Map && kind != reflect.Interface && tag != "-" {
				name := tables.Type().Field(i).Tag.Get("toml") + "." + table.Type().Field(j).Tag.Get("toml")
				keys = append(keys, field{name, table.Field(j)})
			}
		}
	}
	return keys
}

func keyOf(c *Config, name string) field {
	for _, k := range keysOf(c) {
		if k.name == name {
			return k
		}
	}
	return field{}
}

func (k field) kind() SettingKind {
	switch {
	case k.value.Type() == reflect.TypeFor[duration]():
		return SettingTime
	case choices[k.name] != nil:
		return SettingChoice
	case k.name == SettingLanguages:
		return SettingLanguage
	case k.name == SettingOllamaHost:
		return SettingAddress
	case k.name == SettingOllamaKey:
		return SettingVariable
	case k.name == SettingEmbedding:
		return SettingModel
	case k.value.Kind() == reflect.String:
		return SettingTemplate
	case k.value.Kind() == reflect.Bool:
		return SettingYesNo
	case k.value.Kind() == reflect.Float64:
		return SettingNumber
	default:
		return SettingWhole
	}
}

// take sets the key to a value that the user typed.
func (k field) take(typed string) error {
	typed = strings.TrimSpace(typed)
	var err error
	switch k.kind() {
	case SettingTemplate, SettingChoice, SettingLanguage, SettingAddress, SettingVariable, SettingModel:
		k.value.SetString(typed)
	case SettingTime:
		var d duration
		if err = d.UnmarshalText([]byte(typed)); err == nil {
			k.value.SetInt(int64(d))
		}
	case SettingYesNo:
		var yes bool
		if yes, err = strconv.ParseBool(typed); err == nil {
			k.value.SetBool(yes)
		}
	case SettingNumber:
		var n float64
		if n, err = strconv.ParseFloat(typed, 64); err == nil {
			k.value.SetFloat(n)
		}
	case SettingWhole:
		var n int64
		if n, err = strconv.ParseInt(typed, 10, 64); err == nil {
			k.value.SetInt(n)
		}
	}
	if err != nil {
		return k.refused()
	}
	return k.check()
}

// check returns an error if the value is invalid.
func (k field) check() error {
	text, fits := k.value.String(), true
	switch k.kind() {
	case SettingTemplate:
		if err := triage.CheckTemplate(text); err != nil {
			return &SettingError{Key: k.name, Kind: SettingTemplate, Cause: err}
		}
	case SettingChoice:
		fits = slices.Contains(choices[k.name], text)
	case SettingLanguage:
		fits = strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_+") == ""
	case SettingAddress:
		_, err := backends.HostOf(text)
		fits = err == nil
	case SettingVariable:
		fits = backends.IsVariable(text)
	case SettingModel:
		fits = text == "" || IsModelName(text)
	case SettingTime: // a number without a unit would be nanoseconds
		fits = k.value.Int() <= 0 || k.value.Int() >= int64(time.Millisecond)
	}
	n := k.number()
	if b, bounded := bounds[k.name]; !fits || bounded && (n < b.least || n > b.most || math.IsNaN(n)) {
		return k.refused()
	}
	return nil
}

// checkWindows checks that windows are valid: by model name, each model once.
func checkWindows(windows map[string]int) error {
	const key = "budget.model_windows"
	b := bounds["budget.window"]
	names := slices.Sorted(maps.Keys(windows))
	for i, name := range names {
		if !IsModelName(name) {
			return &Error{Code: NoModelName, Key: key, Text: name}
		}
		if n := float64(windows[name]); n < b.least || n > b.most {
			return &Error{Code: BadValue, Key: key, Text: name, Err: &SettingError{Key: key, Kind: SettingWhole, Least: b.least, Most: b.most}}
		}
		if slices.ContainsFunc(names[:i], func(other string) bool { return backend.SameModel(other, name) }) {
			return &Error{Code: Twice, Key: key, Text: name}
		}
	}
	return nil
}

func (k field) refused() error {
	b := bounds[k.name]
	return &SettingError{Key: k.name, Kind: k.kind(), Least: b.least, Most: b.most, Choices: choices[k.name]}
}

// choices are the keys with a fixed set of values; the empty one means the model's, or
// the system's, default.
var choices = map[string][]string{
	"models.think":    {"", "on", "off", "low", "medium", "high"},
	SettingAppearance: {"", "light", "dark"},
	SettingLocale:     {"", "en", "de"},
	SettingDateOrder:  {"", DayFirst, MonthFirst},
}

// number returns the value of a number, or of a time in seconds.
func (k field) number() float64 {
	switch k.kind() {
	case SettingTime:
		return time.Duration(k.value.Int()).Seconds()
	case SettingNumber:
		return k.value.Float()
	case SettingWhole:
		return float64(k.value.Int())
	default:
		return 0
	}
}

// bounds of numbers; times are in seconds. Beyond them nothing works, or nothing ever
// ends.
var bounds = map[string]struct{ least, most float64 }{
	"models.max_retries":                 {0, 100},
	"models.retry_delay":                 {0, 3600},
	"models.retry_backoff":               {1, 100},
	"models.temperature":                 {-1, 2},
	"models.parallel":                    {1, 64},
	"models.keep_alive":                  {1, 7 * 24 * 3600},
	"budget.window":                      {512, 16 << 20},
	"budget.default_window":              {512, 16 << 20},
	"budget.input_tokens":                {0, 16 << 20},
	"budget.tool_result_chars":           {100, 10 << 20},
	"budget.tool_result_retention_chars": {0, 10 << 20},
	"budget.definitions_share":           {0.01, 0.5},
	"limits.rounds":                      {1, 10_000},
	"limits.tool_timeout":                {0.001, 24 * 3600},
	"limits.tool_failures":               {1, 10_000},
}

// written returns a value as the user would write it.
func written(v reflect.Value) string {
	if v.Type() != reflect.TypeFor[duration]() {
		return fmt.Sprint(v.Interface())
	}
	d := time.Duration(v.Int())
	if d%time.Second == 0 {
		return fmt.Sprintf("%ds", d/time.Second)
	}
	return d.String()
}

// literal returns the value as TOML.
func (k field) literal() string {
	switch k.kind() {
	case SettingTemplate, SettingTime, SettingChoice, SettingLanguage, SettingAddress, SettingVariable, SettingModel:
		return strconv.Quote(written(k.value))
	case SettingNumber:
		text := strconv.FormatFloat(k.value.Float(), 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text
	default:
		return written(k.value)
	}
}
