package kit

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// WarningWords describe a warning.
func WarningWords(w chat.Warning) string {
	for _, words := range []func(chat.Warning) string{modelWarning, answerWarning, placeWarning} {
		if said := words(w); said != "" {
			return said
		}
	}
	return inert.Text(w.Text)
}

// modelWarning says what a model does not see, or that none answers.
func modelWarning(w chat.Warning) string {
	switch w.Code {
	case chat.WarningRequestCut:
		return locale.L("Your message is too long for {{.Model}}: it sees {{.Shown}} of {{.Of}} characters at once. Ask \"Read all of my message in parts, then answer it\", or choose a model with a larger context window.",
			"Model", inert.Line(w.Name), "Shown", w.Shown, "Of", w.Of)
	case chat.WarningOldestDropped:
		return locale.L("The oldest part of this conversation is too long to be summed up, so the model no longer sees it.")
	case chat.WarningResultCut:
		return locale.L("The latest results are too long for the model, so it sees only a part of them.")
	case chat.WarningCallsDropped:
		return locale.N("{{.N}} call doesn't fit into the model's context window and isn't shown to it.", "{{.N}} calls don't fit into the model's context window and aren't shown to it.", w.Of)
	case chat.WarningWindowGuessed:
		return locale.L("The context window of {{.Model}} isn't known, so it gets the default of {{.N}} tokens. If you know its size, set it in config.toml: budget.model_windows.",
			"Model", inert.Line(w.Name), "N", w.Of)
	case chat.WarningModelsSilent:
		return locale.L("No model answers ({{.Models}}), so names come from the built-in rules alone.", "Models", faultsWords(w.Args))
	case chat.WarningModelsStopped:
		return locale.L("The model no longer answers ({{.Models}}), so the other names come from the built-in rules alone.", "Models", faultsWords(w.Args))
	}
	return ""
}

// faultsWords list models and their faults.
func faultsWords(args []string) string {
	var said []string
	for pair := range slices.Chunk(args, 2) {
		words := inert.Line(pair[0])
		switch chat.FaultCode(pair[len(pair)-1]) {
		case chat.FaultTooSlow:
			words = locale.L("{{.Model}} took too long for one file", "Model", words)
		case chat.FaultUnfit:
			words = locale.L("{{.Model}} doesn't fill in a form", "Model", words)
		}
		said = append(said, words)
	}
	return strings.Join(said, ", ")
}

// answerWarning says what is wrong with an answer or with its storage.
func answerWarning(w chat.Warning) string {
	switch w.Code {
	case chat.WarningClaimed:
		done := make([]string, len(w.Done))
		for i, tool := range w.Done {
			done[i] = inert.Line(DoneWords(tool))
		}
		return locale.L("{{.Claim}} What was done: {{.Done}}.", "Claim", claimWords(w.Args), "Done", strings.Join(done, ", "))
	case chat.WarningClaimedNow:
		return locale.L("{{.Claim}} No file changes were made in this turn.", "Claim", claimWords(w.Args))
	case chat.WarningClaimedNever:
		return locale.L("{{.Claim}} No file changes were made.", "Claim", claimWords(w.Args))
	case chat.WarningUnknownFiles:
		return locale.L("The summary names files that no tool mentioned, so don't rely on it: {{.Files}}.", "Files", inert.Line(strings.Join(w.Args, ", ")))
	}
	return unsavedWarnings.Of(w.Code)
}

// unsavedWarnings are the warnings of what could not be stored.
var unsavedWarnings = locale.Table[chat.WarningCode]{
	chat.WarningFitUnread:     "The record of how this conversation was shortened couldn't be saved; it will be shortened again.",
	chat.WarningFitUnsaved:    "The record of how this conversation was shortened couldn't be saved; it will be shortened again.",
	chat.WarningCountUnsaved:  "This model's token ratio couldn't be saved; it's measured again after the next start.",
	chat.WarningAnswerUnsaved: "The unfinished answer couldn't be saved.",
	chat.WarningHabitsUnsaved: "Your corrections couldn't be saved for next time.",
	chat.WarningUnrecorded:    "The record of what was done couldn't be written.",
}

func claimWords(kinds []string) string {
	said := make([]string, len(kinds))
	for i, kind := range kinds {
		switch kind {
		case "renamed":
			said[i] = locale.L("renamed")
		case "moved":
			said[i] = locale.L("moved")
		case "deleted":
			said[i] = locale.L("deleted")
		default:
			said[i] = locale.L("tidied")
		}
	}
	return locale.L("The answer says that files were {{.Kinds}}, but no call did that.", "Kinds", strings.Join(said, locale.L(" and ")))
}

// placeWarning says what is wrong with a server, a file or a folder.
func placeWarning(w chat.Warning) string {
	switch w.Code {
	case chat.WarningServerDown:
		return locale.L("The server {{.Name}} isn't running, so its tools aren't available.", "Name", inert.Line(w.Name))
	case chat.WarningServerChanged:
		return locale.L("The server {{.Name}} has changed since you approved it, so it wasn't started. Review it on the Servers page.", "Name", inert.Line(w.Name))
	case chat.WarningFolderChanging:
		return locale.L("{{.Folder}} changed while it was being read. Read it again to see the rest.", "Folder", inert.Line(filepath.Base(w.Path)))
	case chat.WarningLink:
		return locale.L("{{.File}} is a link to another place, so it's left alone.", "File", inert.Line(filepath.Base(w.Path)))
	case chat.WarningProject:
		return locale.L("{{.Folder}} is a project: its files belong together and are left alone.", "Folder", inert.Line(filepath.Base(w.Path)))
	}
	return ""
}
