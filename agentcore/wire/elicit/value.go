package elicit

import (
	"math"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Problem says why what was typed is no value of a field. The zero value means
// that it is one.
type Problem struct {
	Code Code
	// Bound is what the code speaks of.
	Bound float64
}

// Code is why a value was refused.
type Code string

// Why a value was refused.
const (
	Missing   Code = "missing"
	NoNumber  Code = "no_number"
	NoInteger Code = "no_integer"
	Under     Code = "under" // Bound is the least
	Over      Code = "over"  // Bound is the most
	TooShort  Code = "too_short"
	TooLong   Code = "too_long"
	TooFew    Code = "too_few"
	TooMany   Code = "too_many"
	NoEmail   Code = "no_email"
	NoAddress Code = "no_address"
	NoDate    Code = "no_date"
	NoTime    Code = "no_time"
	NoOption  Code = "no_option"
)

// maxTyped is how many characters of a text are sent.
const maxTyped = 10_000

// Value returns what was typed, or chosen, as the server gets it; nil when nothing
// was and nothing has to be.
func (f Field) Value(typed []string) (any, Problem) {
	switch {
	case f.Kind == Several:
		return f.several(typed)
	case len(typed) == 0 || typed[0] == "":
		if f.Required {
			return nil, Problem{Code: Missing}
		}
		return nil, Problem{}
	}
	switch text := typed[0]; f.Kind {
	case Integer, Number:
		return f.number(strings.TrimSpace(text))
	case YesNo:
		yes, err := strconv.ParseBool(text)
		if err != nil {
			return nil, Problem{Code: NoOption}
		}
		return yes, Problem{}
	case One:
		if !f.has(text) {
			return nil, Problem{Code: NoOption}
		}
		return text, Problem{}
	default:
		return text, f.text(text)
	}
}

func (f Field) has(value string) bool {
	return slices.ContainsFunc(f.Options, func(o Option) bool { return o.Value == value })
}

func (f Field) several(chosen []string) (any, Problem) {
	if len(chosen) == 0 && !f.Required {
		return nil, Problem{}
	}
	if slices.ContainsFunc(chosen, func(c string) bool { return !f.has(c) }) {
		return nil, Problem{Code: NoOption}
	}
	if chosen == nil {
		chosen = []string{}
	}
	return chosen, f.within(float64(len(chosen)), TooFew, TooMany)
}

func (f Field) number(text string) (any, Problem) {
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsInf(n, 0) || math.IsNaN(n):
		return nil, Problem{Code: NoNumber}
	case f.Kind == Number:
		return n, f.within(n, Under, Over)
	}
	whole, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil, Problem{Code: NoInteger}
	}
	return whole, f.within(n, Under, Over)
}

func (f Field) text(text string) Problem {
	length := utf8.RuneCountInString(text)
	if length > maxTyped {
		return Problem{Code: TooLong, Bound: maxTyped}
	}
	if p := f.within(float64(length), TooShort, TooLong); p.Code != "" {
		return p
	}
	switch f.Format {
	case "email":
		if at, err := mail.ParseAddress(text); err != nil || at.Address != text {
			return Problem{Code: NoEmail}
		}
	case "uri":
		if u, err := url.Parse(text); err != nil || !u.IsAbs() {
			return Problem{Code: NoAddress}
		}
	case "date":
		if _, err := time.Parse(time.DateOnly, text); err != nil {
			return Problem{Code: NoDate}
		}
	case "date-time":
		if _, err := time.Parse(time.RFC3339, text); err != nil {
			return Problem{Code: NoTime}
		}
	}
	return Problem{}
}

func (f Field) within(n float64, under, over Code) Problem {
	switch {
	case f.Least != nil && n < *f.Least:
		return Problem{Code: under, Bound: *f.Least}
	case f.Most != nil && n > *f.Most:
		return Problem{Code: over, Bound: *f.Most}
	}
	return Problem{}
}
