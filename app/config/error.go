package config

import (
	"fmt"
	"strings"
)

// Error is why the configuration is invalid, or cannot be written, as data; words are
// made where it is shown.
type Error struct {
	// File is config.toml and Line the place in it, from 1; empty and 0 if unknown.
	File string
	Line int
	Code Code
	// Key and Text are details, as the code's comment says.
	Key, Text string
	// Err is the cause; may be nil.
	Err error
}

// Code is what is wrong with the configuration.
type Code string

// What can be wrong with the configuration.
const (
	Unreadable  Code = "unreadable"    // Text, a line
	NoKey       Code = "no_key"        // there is no such Key
	BadValue    Code = "bad_value"     // of Key: Err is a *SettingError
	BadChain    Code = "bad_chain"     // neither a list of models nor Auto
	BadWindows  Code = "bad_windows"   // not numbers by model name
	NoModelName Code = "no_model_name" // Text is not a model name
	Twice       Code = "twice"         // Text is in Key twice
	NoAddress   Code = "no_address"    // Text in Key, a setting or an environment variable, is not an address
	BadBackend  Code = "bad_backend"   // Key of the backend Text is invalid
	ManyRules   Code = "many_rules"    // there are more than MaxRules
	BadRule     Code = "bad_rule"      // the condition Text, Key in the list: Err is from package rule
	OtherForm   Code = "other_form"    // it is written in a form that only the user can edit
)

// Error returns all of it, for a log.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ": ")
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	b.WriteString(string(e.Code))
	for _, word := range []string{e.Key, e.Text} {
		if word != "" {
			fmt.Fprintf(&b, " %q", word)
		}
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }
