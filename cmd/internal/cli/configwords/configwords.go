package configwords

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/app/config"
)

// Problem says why the configuration cannot be used, in whole sentences, with its
// file and line.
func Problem(e *config.Error) string {
	place := e.File
	if e.Line > 0 {
		place += fmt.Sprintf(", line %d", e.Line)
	}
	if place != "" {
		place += ": "
	}
	return place + problem(e)
}

func problem(e *config.Error) string {
	switch e.Code {
	case config.NoKey:
		return "there is no key " + e.Key + "."
	case config.BadValue:
		var bad *config.SettingError
		errors.As(e.Err, &bad)
		if e.Text != "" {
			return strconv.Quote(e.Text) + ": " + Setting(bad)
		}
		return Setting(bad)
	case config.BadChain:
		return `models.chain is a list of models, such as ["qwen3:8b"], or "auto".`
	case config.BadWindows:
		return `budget.model_windows has a number for each model, such as { "qwen3:8b" = 16384 }.`
	case config.NoModelName:
		return fmt.Sprintf("%.200q is not the name of a model.", e.Text)
	case config.Twice:
		return fmt.Sprintf("%s has %s twice.", e.Key, strconv.Quote(e.Text))
	case config.NoAddress:
		return fmt.Sprintf("%s: %.200q is not an address.", e.Key, e.Text)
	case config.BadBackend:
		return "backend " + strconv.Quote(e.Text) + ": " + backend(e.Key)
	case config.ManyRules:
		return fmt.Sprintf("there are more than %d rules.", config.MaxRules)
	case config.BadRule:
		return fmt.Sprintf("rule %s (%.80q): %s", e.Key, e.Text, Rule(e.Err))
	case config.OtherForm:
		return "only you can edit its form."
	}
	if e.Text == "" {
		return "it cannot be read."
	}
	return fmt.Sprintf("this cannot be read: %.80q. Put text in quotes and lists in brackets, and use each key once.", e.Text)
}

// backend says what a key of a backend has to be.
func backend(key string) string {
	switch key {
	case "name":
		return "its name may have lower-case letters, digits and -."
	case "kind":
		return `its kind is "openai" or "ollama".`
	case "key_env":
		return "key_env is the name of an environment variable, never the key itself."
	}
	return `its url is a list of addresses, such as ["http://127.0.0.1:8000/v1"], and a single one with "ollama".`
}

// Setting says what a setting takes.
func Setting(e *config.SettingError) string {
	plain := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
	switch e.Kind {
	case config.SettingTemplate:
		return e.Key + ": " + Template(e.Cause)
	case config.SettingYesNo:
		return e.Key + " must be true or false."
	case config.SettingChoice:
		return fmt.Sprintf("%s must be one of %q.", e.Key, e.Choices)
	case config.SettingLanguage:
		return e.Key + ` names languages as tesseract does, such as "eng+deu", or "".`
	case config.SettingAddress:
		return e.Key + ` is an address, such as "192.168.1.5:11434", or "".`
	case config.SettingVariable:
		return e.Key + ` is the name of a variable of the environment, never the key, or "".`
	case config.SettingModel:
		return e.Key + ` is the name of a model, such as "embeddinggemma", or "".`
	case config.SettingTime:
		return fmt.Sprintf("%s must be a time from %gs to %gs, such as \"90s\".", e.Key, e.Least, e.Most)
	}
	return fmt.Sprintf("%s must be a number from %s to %s.", e.Key, plain(e.Least), plain(e.Most))
}

// Rule says why a rule cannot be used.
func Rule(err error) string {
	var bad *rule.Error
	switch {
	case errors.As(err, &bad):
		return condition(bad)
	case errors.Is(err, rule.ErrEmpty):
		return "it needs a name, or a folder that files go into."
	case errors.Is(err, rule.ErrInto):
		return "into must be a relative folder, such as Energy/{year}."
	case errors.Is(err, rule.ErrName):
		return "a name cannot contain a folder; use into for that."
	}
	return Template(err)
}

// condition says where a condition cannot be used, and why.
func condition(e *rule.Error) string {
	what := fmt.Sprintf("%q (character %d)", e.Text, e.At+1)
	switch e.Problem {
	case rule.NoSuchField:
		return what + " is not a field; " + meant(e.Meant, rule.Known)
	case rule.NoComparison:
		return what + " is not a comparison; use ~ = != < <= > or >=."
	case rule.NoValue:
		return what + " is not a value; put text in quotes, such as 'Stadtwerke'."
	case rule.NotClosed:
		return what + " is not closed."
	case rule.NotOrdered:
		return what + " works only with date and amount."
	case rule.NoDate:
		return what + " is not a date such as 2026-03-04, 2026-03 or 2026."
	case rule.NoAmount:
		return what + " is not an amount such as 12.60."
	case rule.TooMuch:
		return what + " is unexpected."
	}
	return "it is incomplete, such as after “and”."
}

// Template says where a template of names cannot be used, and why.
func Template(err error) string {
	var e *template.Error
	if !errors.As(err, &e) {
		return "it cannot be used."
	}
	what := fmt.Sprintf("%s (character %d)", strconv.QuoteToGraphic(e.Text), e.At+1)
	switch e.Problem {
	case template.NoSuchPart:
		return what + " is not a part; " + meant(e.Meant, e.Choices())
	case template.NoSuchFilter:
		return what + " is not a filter; " + meant(e.Meant, e.Choices())
	case template.BadArgument:
		return fmt.Sprintf("%s cannot be used. Write |max:40 with a number up to %d or, for {date}, |date:DD.MM.YYYY.", what, filename.AimRunes)
	case template.NotClosed:
		return what + " is not closed."
	case template.NotOpened:
		return what + " has no opening bracket; double it to use it as text."
	case template.Nested:
		return fmt.Sprintf("brackets cannot be nested (character %d).", e.At+1)
	case template.SlashInGroup:
		return fmt.Sprintf("a folder cannot start inside brackets (character %d).", e.At+1)
	case template.NoFolderName:
		return what + " is not a valid name of a folder or file."
	case template.OddCharacter:
		return what + " is not allowed in a name."
	case template.TooLong:
		return fmt.Sprintf("it is longer than %d characters.", template.Most)
	}
	if e.Text == "" {
		return "it has no part such as {date} or {issuer}."
	}
	return what + " has no part such as {date} in it."
}

// meant says what may have been meant, or what there is.
func meant(one string, all []string) string {
	if one != "" {
		return "did you mean " + one + "?"
	}
	return "there are " + strings.Join(all, " ") + "."
}
