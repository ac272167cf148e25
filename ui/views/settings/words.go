package settings

import (
	"errors"
	"fmt"
	"time"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// settingWords say what a setting is for.
type settingWords struct{ key, label, help string }

// settingGroup is what stands on one card.
type settingGroup struct {
	title, detail string
	rows          []settingWords
}

// settingGroups are the settings that a person may want; the file has the rest.
func settingGroups() []settingGroup {
	const later = "These hold from the next start of Deskhand on."
	return []settingGroup{
		{"Names", "Holds at once.", []settingWords{
			{app.SettingNaming, "Names like", "The parts are {date} {issuer} {kind} {amount} {title} and {name}, the present name. What is not known of a file is left out."},
		}},
		{"What a model is given", later, []settingWords{
			{"budget.window", "Largest context window", "In tokens. A larger one lets a model remember more, and takes more memory."},
			{"budget.input_tokens", "Shorten older parts above", "In tokens. 0: only what does not fit into the window."},
			{"budget.tool_result_chars", "Longest result of a tool", "In characters. The whole result is kept beside it."},
			{"budget.offered_tools", "Tools that a model is told of", "Deskhand's own come first, then those that a request seems to be about."},
			{"models.temperature", "How freely a model writes", "0 is always the same."},
			{"models.allow_cloud", "Models that run elsewhere", "Whether a model may be asked that Ollama runs on another computer. Then what is asked leaves this one."},
		}},
		{"Limits", later, []settingWords{
			{"limits.rounds", "Rounds of tool calls", "The most in one answer."},
			{"limits.tool_timeout", "Time for a tool", "How long one call may take without a sign of progress, such as 120s."},
			{"limits.tool_failures", "Failures in a row", "How often a tool may fail in one answer before it is left alone."},
		}},
	}
}

// settingRefusal says what a setting takes, when err is about that; otherwise is
// said of every other error that has no words of its own.
func settingRefusal(err error, otherwise string) string {
	var bad *app.SettingError
	if !errors.As(err, &bad) {
		return kit.Explain(err, otherwise)
	}
	switch bad.Kind {
	case app.SettingTemplate:
		return "Not kept: it takes one part at least, such as {date}, and no others than those above."
	case app.SettingYesNo:
		return "Not kept: it is yes or no."
	case app.SettingTime:
		return "Not kept: it takes a time of at most " + kit.Count(int(bad.Most/time.Hour.Seconds()), "hour") + ", such as 120s."
	case app.SettingWhole:
		return fmt.Sprintf("Not kept: it takes a whole number from %s to %s.", locale.Number(int(bad.Least)), locale.Number(int(bad.Most)))
	default:
		return fmt.Sprintf("Not kept: it takes a number from %g to %g.", bad.Least, bad.Most)
	}
}
