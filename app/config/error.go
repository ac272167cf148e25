package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Error says why the configuration cannot be used, or written. It is data: words for
// a person are made where it is shown.
type Error struct {
	// File is config.toml, and Line the place in it; empty and 0 where that is not
	// known. Lines count from 1.
	File string
	Line int
	Code Code
	// Key and Text are what the code speaks of, as its comment says.
	Key, Text string
	// Err is what else is known; may be nil.
	Err error
}

// Code is what is wrong with the configuration.
type Code string

// What can be wrong with the configuration.
const (
	Unreadable  Code = "unreadable"    // Text, which is a line
	NoKey       Code = "no_key"        // there is no such Key
	BadValue    Code = "bad_value"     // of Key: Err is a *SettingError
	BadChain    Code = "bad_chain"     // it is neither a list of models nor Auto
	BadWindows  Code = "bad_windows"   // they are no numbers by the names of models
	NoModelName Code = "no_model_name" // Text is no name of a model
	Twice       Code = "twice"         // Text is in Key twice
	NoAddress   Code = "no_address"    // Text in Key, a setting or a variable of the environment, is none
	BadBackend  Code = "bad_backend"   // Key of the backend Text cannot be used
	ManyRules   Code = "many_rules"    // there are more than MaxRules
	BadRule     Code = "bad_rule"      // the condition Text, Key in the list: Err is what package rule returns
	OtherForm   Code = "other_form"    // it is written in a form that only the person can edit
)

// Error returns what is known: for a log.
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

// badRule refuses the i-th rule.
func badRule(text []byte, i int, when string, err error) *Error {
	return &Error{Line: lineOfTable(text, "rule", i), Code: BadRule, Key: strconv.Itoa(i + 1), Text: when, Err: err}
}
