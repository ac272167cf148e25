package config

import (
	"errors"
	"fmt"
	"strconv"
)

// The settings that hold at once; the others from the next start on: the template
// that files are named by, whether folders inside are read too, the languages of what
// is read, and how the window looks and speaks.
const (
	SettingNaming     = "naming.template"
	SettingSubfolders = "naming.subfolders"
	SettingLanguages  = "naming.languages"
	SettingAppearance = "window.appearance"
	SettingLocale     = "window.language"
)

// Setting is a key of config.toml. Its values are written as a person would:
// texts without quotes, times as 120s, true or false.
type Setting struct {
	Key            string
	Value, Default string
}

// SettingKind says what a setting takes.
type SettingKind string

// The kinds of settings.
const (
	SettingTemplate SettingKind = "template"
	SettingWhole    SettingKind = "whole"
	SettingNumber   SettingKind = "number"
	SettingTime     SettingKind = "time"
	SettingYesNo    SettingKind = "yesno"
	SettingChoice   SettingKind = "choice"
	SettingLanguage SettingKind = "languages"
)

// SettingError means that a setting cannot have a value. Least and Most bound
// numbers, and times in seconds.
type SettingError struct {
	Key         string
	Kind        SettingKind
	Least, Most float64
	Choices     []string
	// Cause says what is wrong with a template; else nil.
	Cause error
}

// Unwrap returns Cause.
func (e *SettingError) Unwrap() error { return e.Cause }

func (e *SettingError) Error() string {
	switch e.Kind {
	case SettingTemplate:
		return fmt.Sprintf("%s: %v", e.Key, e.Cause)
	case SettingYesNo:
		return e.Key + " is true or false"
	case SettingChoice:
		return fmt.Sprintf("%s is one of %q", e.Key, e.Choices)
	case SettingLanguage:
		return e.Key + ` names languages as tesseract does, such as "eng+deu", or ""`
	case SettingTime:
		return fmt.Sprintf("%s is a time from %gs to %gs, such as \"90s\"", e.Key, e.Least, e.Most)
	default:
		plain := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
		return fmt.Sprintf("%s is a number from %s to %s", e.Key, plain(e.Least), plain(e.Most))
	}
}

// ErrNoSetting means that there is no such key.
var ErrNoSetting = errors.New("there is no such setting")

// Settings are all keys but the chain and the computers that may be asked, in the
// order of the documented file.
func (c Config) Settings() ([]Setting, error) {
	var defaults Config
	if err := parse(defaultText, &defaults); err != nil {
		return nil, err
	}
	usual := keysOf(&defaults)
	var list []Setting
	for i, k := range keysOf(&c) {
		list = append(list, Setting{Key: k.name, Value: written(k.value), Default: written(usual[i].value)})
	}
	return list, nil
}
