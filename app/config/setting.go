package config

import (
	"errors"
	"fmt"
)

// The settings that take effect at once; others do from the next start on: the template
// of names, whether subfolders are read too, the languages of documents, whether texts
// are kept and which model finds them by meaning, the look and language of the window,
// and Ollama's address and key.
const (
	SettingNaming     = "naming.template"
	SettingSubfolders = "naming.subfolders"
	SettingLanguages  = "naming.languages"
	SettingDateOrder  = "naming.date_order"
	SettingKeep       = "library.keep"
	SettingEmbedding  = "library.embedding_model"
	SettingAppearance = "window.appearance"
	SettingLocale     = "window.language"
	SettingOllamaHost = "models.ollama_host"
	SettingOllamaKey  = "models.ollama_key_env"
)

// Setting is a key of config.toml. Its values are written as a user would: texts without
// quotes, times as 120s, true or false.
type Setting struct {
	Key            string
	Value, Default string
}

// SettingKind is the type of a setting.
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
	SettingAddress  SettingKind = "address"
	SettingVariable SettingKind = "variable"
	SettingModel    SettingKind = "model"
)

// SettingError means that a value is invalid. Least and Most bound numbers, and times in
// seconds.
type SettingError struct {
	Key         string
	Kind        SettingKind
	Least, Most float64
	Choices     []string
	// Cause is what is wrong with a template; else nil.
	Cause error
}

// Unwrap returns Cause.
func (e *SettingError) Unwrap() error { return e.Cause }

// Error returns all of it, for a log.
func (e *SettingError) Error() string {
	return fmt.Sprintf("%s is no %s from %v to %v of %q: %v", e.Key, e.Kind, e.Least, e.Most, e.Choices, e.Cause)
}

// ErrNoSetting means that there is no such key.
var ErrNoSetting = errors.New("there is no such setting")

// Settings returns all keys except the chain and the computers that may be asked, in the
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
