package kit

import (
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// ConfigWords say why config.toml is invalid, and where.
func ConfigWords(e *config.Error) string {
	what, file := configWords(e), inert.Line(filepath.Base(e.File))
	switch {
	case e.File == "":
		return what
	case e.Line > 0:
		return locale.L("{{.File}}, line {{.Line}}: {{.What}}", "File", file, "Line", e.Line, "What", what)
	}
	return locale.L("{{.File}}: {{.Why}}", "File", file, "Why", what)
}

func configWords(e *config.Error) string {
	text := Short(inert.Exact(e.Text), 80)
	switch e.Code {
	case config.NoKey:
		return locale.L("There's no key {{.Key}}.", "Key", inert.Exact(e.Key))
	case config.BadValue:
		var bad *config.SettingError
		if errors.As(e.Err, &bad) {
			return locale.L("{{.Key}}: {{.What}}", "Key", strings.TrimSpace(bad.Key+" "+text), "What", SettingWords(bad))
		}
	case config.BadChain:
		return locale.L(`models.chain is a list of models, such as ["qwen3:8b"], or "auto".`)
	case config.BadWindows:
		return locale.L(`budget.model_windows has a number for each model, such as { "qwen3:8b" = 16384 }.`)
	case config.NoModelName:
		return locale.L("“{{.Text}}” isn't the name of a model.", "Text", text)
	case config.Twice:
		return locale.L("{{.Key}} has {{.Text}} twice.", "Key", e.Key, "Text", text)
	case config.NoAddress:
		return locale.L("{{.Key}}: “{{.Text}}” isn't an address.", "Key", e.Key, "Text", text)
	case config.BadBackend:
		return locale.L("Backend {{.Name}}: {{.What}}", "Name", text, "What", backendWords(e.Key))
	case config.ManyRules:
		return locale.L("There are more than {{.N}} rules.", "N", locale.Number(config.MaxRules))
	case config.BadRule:
		return locale.L("Rule {{.N}} ({{.Rule}}): {{.What}}", "N", e.Key, "Rule", text, "What", ruleWords(e.Err))
	case config.OtherForm:
		return locale.L("It's written in a form that only you can edit.")
	}
	if e.Text == "" {
		return locale.L("It can't be understood.")
	}
	return locale.L("“{{.Text}}” can't be read. Text goes in quotes, a list in brackets, and each key may appear once.", "Text", text)
}

// backendWords say what a key of a backend has to be.
func backendWords(key string) string {
	switch key {
	case "name":
		return locale.L("Its name must be lowercase letters, digits and hyphens.")
	case "kind":
		return locale.L(`Its kind is "openai" or "ollama".`)
	case "key_env":
		return locale.L("key_env is the name of an environment variable, never the key.")
	}
	return locale.L(`Its url is a list of addresses, such as ["http://127.0.0.1:8000/v1"], and a single one with "ollama".`)
}

// SettingWords say what values a setting accepts.
func SettingWords(e *config.SettingError) string {
	switch e.Kind {
	case config.SettingTemplate:
		return Explain(e.Cause, locale.L("It can't be understood."))
	case config.SettingLanguage:
		return locale.L("Enter languages as Tesseract calls them, such as eng+deu.")
	case config.SettingAddress:
		return locale.L("Enter an address, such as 192.168.1.5:11434.")
	case config.SettingVariable:
		return locale.L("Enter the name of an environment variable, never the key itself.")
	case config.SettingModel:
		return locale.L("Enter the name of a model, such as embeddinggemma.")
	case config.SettingYesNo:
		return locale.L("Choose yes or no.")
	case config.SettingChoice:
		return locale.L("Choose one of these: {{.Choices}}.", "Choices", strings.Join(e.Choices, " "))
	case config.SettingTime:
		return locale.N("Enter a time of at most {{.N}} hour, such as 120s.", "Enter a time of at most {{.N}} hours, such as 120s.", int(e.Most/time.Hour.Seconds()))
	case config.SettingWhole:
		return locale.L("Enter a whole number from {{.Least}} to {{.Most}}.", "Least", locale.Number(int(e.Least)), "Most", locale.Number(int(e.Most)))
	}
	return locale.L("Enter a number from {{.Least}} to {{.Most}}.", "Least", e.Least, "Most", e.Most)
}

// ruleWords say why a rule of the user is invalid.
func ruleWords(err error) string {
	var bad *rule.Error
	switch {
	case errors.As(err, &bad):
		return conditionWords(bad)
	case errors.Is(err, rule.ErrEmpty):
		return locale.L("It needs a name, or a folder that files go into.")
	case errors.Is(err, rule.ErrInto):
		return locale.L("Its folder must be below the one that the files go to, such as Energy/{year}.")
	case errors.Is(err, rule.ErrName):
		return locale.L("Its name can't have a folder in it; use into for that.")
	}
	var pattern *template.Error
	if errors.As(err, &pattern) {
		return templateWords(pattern)
	}
	return locale.L("It can't be understood.")
}

// conditionWords say where a condition is invalid, and why.
func conditionWords(e *rule.Error) string {
	what, place := inert.Line(e.Text), e.At+1
	switch e.Problem {
	case rule.NoSuchField:
		if e.Meant != "" {
			return locale.L("{{.What}} (character {{.Place}}) isn't known. Did you mean {{.Meant}}?", "What", what, "Place", place, "Meant", e.Meant)
		}
		return locale.L("{{.What}} (character {{.Place}}) isn't known. There are {{.Choices}}.", "What", what, "Place", place, "Choices", strings.Join(rule.Known, " "))
	case rule.NoComparison:
		return locale.L("{{.What}} (character {{.Place}}) isn't known. There are {{.Choices}}.", "What", what, "Place", place, "Choices", "~ = != < <= > >=")
	case rule.NoValue:
		return locale.L("{{.What}} (character {{.Place}}) isn't a value. Text goes in quotes, such as 'Stadtwerke'.", "What", what, "Place", place)
	case rule.NotClosed:
		return locale.L("{{.What}} (character {{.Place}}) isn't closed.", "What", what, "Place", place)
	case rule.NotOrdered:
		return locale.L("{{.What}} (character {{.Place}}) can only compare date and amount.", "What", what, "Place", place)
	case rule.NoDate:
		return locale.L("{{.What}} (character {{.Place}}) isn't a date such as 2026-03-04, 2026-03 or 2026.", "What", what, "Place", place)
	case rule.NoAmount:
		return locale.L("{{.What}} (character {{.Place}}) isn't an amount such as 12.60.", "What", what, "Place", place)
	case rule.TooMuch:
		return locale.L("{{.What}} (character {{.Place}}) is unexpected.", "What", what, "Place", place)
	}
	return locale.L("It's incomplete, such as after “and”.")
}
