package cli

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/cmd/internal/cli/failurewords"
)

// failureWords return what failed, on which file, and what to do next, for a terminal.
// They use class, code and advice, or the failure's own message if those are empty.
func failureWords(f chat.Failure) string {
	if f.Path == "" {
		if words := failurewords.Record(f.Code); words != "" {
			return words
		}
	}
	words, known := failurewords.Of[f.Code]
	switch {
	case known:
	case f.Advice.Code == chat.AdviseDoctor:
		words = "The server " + strings.Join(f.Advice.Args, " and ") + " did not start. See why with: deskhand doctor."
	default:
		words = strings.TrimSpace(capitalized(visible(f.Message)) + " " + nextWords(f))
	}
	if f.Path == "" {
		return words
	}
	return filename.Shown(f.Path) + ": " + words
}

// nextWords say what to do next on a command line; empty if nothing is known to help.
func nextWords(f chat.Failure) string {
	switch f.Advice.Code {
	case chat.AdviseOneOf:
		return "Name one of: " + spelled(f.Advice.Args) + "."
	case chat.AdviseOpenFolder:
		return "Name the folder with --in or --root."
	case chat.AdviseOtherPlace:
		return "Choose another folder, or change who may use this one."
	case chat.AdviseRetryLater:
		return "Try again later."
	case chat.AdviseDataFolder:
		return "See what is wrong with: deskhand doctor."
	case chat.AdviseInstallReader:
		return documents.InstallReader()
	case chat.AdviseInstallLanguage:
		return documents.InstallLanguage()
	}
	switch {
	case len(f.Suggestions) > 0:
		return "Did you mean " + spelled(f.Suggestions) + "?"
	case f.Class == chat.ErrInvalidArgs && f.Path != "":
		return "Check the name; it may have been moved or renamed."
	}
	return ""
}

// notDoneWords say why a file of a batch was not done. The file itself is named before.
func notDoneWords(f plan.Failure) string {
	if words := failurewords.Of[f.Kind]; words != "" {
		return words
	}
	if f.Message == "" {
		return "It failed, and no reason was given."
	}
	return capitalized(visible(f.Message))
}
