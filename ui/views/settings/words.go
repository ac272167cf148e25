package settings

import (
	"errors"

	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// settingWords are the label and help of a setting.
type settingWords struct{ key, label, help string }

// settingGroup is the contents of one card.
type settingGroup struct {
	title, detail string
	rows          []settingWords
}

// The settings that have words here and no name in app.
const (
	settingWindow      = "budget.window"
	settingInput       = "budget.input_tokens"
	settingResult      = "budget.tool_result_chars"
	settingShare       = "budget.definitions_share"
	settingTemperature = "models.temperature"
	settingKeepAlive   = "models.keep_alive"
	settingCloud       = "models.allow_cloud"
	settingRounds      = "limits.rounds"
	settingTimeout     = "limits.tool_timeout"
	settingFailures    = "limits.tool_failures"
)

// The values of a boolean setting.
const yes, no = "true", "false"

// settingGroups are the settings for everybody, advancedGroups those that few need; the
// file has the rest.
func settingGroups() []settingGroup {
	return []settingGroup{
		{locale.L("Window"), "", []settingWords{
			{config.SettingAppearance, locale.L("Appearance"), locale.L("Takes effect immediately.")},
			{config.SettingLocale, locale.L("Language"), locale.L("Takes effect immediately, or after a restart while work is running.")},
		}},
		{locale.L("Names"), locale.L("Takes effect immediately."), []settingWords{
			{config.SettingNaming, locale.L("Names like"), locale.L("Available: {date} {year} {month} {day} {issuer} {kind} {title} {number} {amount} {currency} {person} {name} (the current name) {ext} {parent} {seq}. A slash makes a folder. Anything unknown is left out.")},
			{config.SettingSubfolders, locale.L("Include subfolders"), locale.L("Also read the folders inside a folder you drop.")},
			{config.SettingDateOrder, locale.L("Dates such as 05/12/2026"), locale.L("How ambiguous dates are read, and how dates are shown here. Names always have 2026-12-05.")},
			{config.SettingKeep, locale.L("Keep what was read"), locale.L("Lets you search documents by their text. It stays on this computer.")},
			{config.SettingLanguages, locale.L("Languages in scans"), locale.L("Tesseract's names, such as eng+deu. Empty: all installed ones.")},
		}},
	}
}

func advancedGroups() []settingGroup {
	later := locale.L("Takes effect after a restart.")
	return []settingGroup{
		{locale.L("Models"), later, []settingWords{
			{settingWindow, locale.L("Largest context window"), locale.L("In tokens. A larger one lets a model remember more, but needs more memory.")},
			{settingInput, locale.L("Shorten older messages above"), locale.L("In tokens. 0: only what doesn't fit in the window.")},
			{settingResult, locale.L("Maximum tool result"), locale.L("In characters. The full result is kept as well.")},
			{settingShare, locale.L("Share for tool definitions"), locale.L("Of the context window. A model finds the tools that don't fit when it needs them.")},
			{settingTemperature, locale.L("Creativity (temperature)"), locale.L("0 = same answer each time. -1 = as the model's maker set it.")},
			{settingKeepAlive, locale.L("Keep a model in memory"), locale.L("After an answer, such as 15m or 2h. Models shows which one is in memory.")},
			{settingCloud, locale.L("Models on another computer"), locale.L("Allow models that Ollama runs on another computer. Your requests will leave this computer.")},
		}},
		{locale.L("Ollama"), locale.L("Takes effect immediately."), []settingWords{
			{config.SettingOllamaHost, locale.L("Address of Ollama"), locale.L("Such as 192.168.1.5:11434. Empty: OLLAMA_HOST, or this computer. Another computer is used only after you allow it on the Models page.")},
			{config.SettingOllamaKey, locale.L("Key variable"), locale.L("The name of the environment variable that holds its key, if it needs one. The key itself is never stored.")},
		}},
		{locale.L("Find"), locale.L("Takes effect immediately."), []settingWords{
			{config.SettingEmbedding, locale.L("Model for search by meaning"), locale.L("Such as embeddinggemma, if Ollama has it. Documents are then also found by meaning. Empty: only by words.")},
		}},
		{locale.L("Limits"), later, []settingWords{
			{settingRounds, locale.L("Rounds of tool calls"), locale.L("The most in one answer.")},
			{settingTimeout, locale.L("Tool timeout"), locale.L("How long a call may take without a sign of progress, such as 120s.")},
			{settingFailures, locale.L("Failures in a row"), locale.L("How often a tool may fail in one answer before it's no longer used.")},
		}},
	}
}

// choicesOf returns the possible values of a setting, each with its words; nil if it is
// typed.
func choicesOf(key string) [][2]string {
	switch key {
	case settingCloud, config.SettingSubfolders, config.SettingKeep:
		return [][2]string{{no, locale.L("No")}, {yes, locale.L("Yes")}}
	case config.SettingAppearance:
		return [][2]string{{"", locale.L("System")}, {theme.AppearanceLight, locale.L("Light")}, {theme.AppearanceDark, locale.L("Dark")}}
	case config.SettingDateOrder:
		return [][2]string{{"", locale.L("Ask me")}, {config.DayFirst, locale.L("5 December")}, {config.MonthFirst, locale.L("May 12")}}
	case config.SettingLocale:
		return [][2]string{{"", locale.L("System")}, {"en", "English"}, {"de", "Deutsch"}}
	}
	return nil
}

// settingRefusal says what values a setting accepts, if err is about that, else otherwise
// for an error without words of its own.
func settingRefusal(err error, otherwise string) string {
	var bad *config.SettingError
	if !errors.As(err, &bad) {
		return kit.Explain(err, otherwise)
	}
	return locale.L("Not saved. {{.Why}}", "Why", kit.SettingWords(bad))
}
