package cli

import (
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/cmd/internal/cli/failurewords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// warningWords say a warning, and what can be done about it at a terminal.
func warningWords(w chat.Warning) string {
	words, claim := w.Text, "The answer claims that files were "+strings.Join(w.Args, " and ")+", but no call did that. "
	switch w.Code {
	case chat.WarningServerDown:
		words = "The server " + w.Name + " is not running; its tools are unavailable."
	case chat.WarningServerChanged:
		words = fmt.Sprintf("The server %s was not started: it has changed since you approved it. Check it with: deskhand servers trust %s", w.Name, w.Name)
	case chat.WarningRequestCut:
		words = fmt.Sprintf("Your message is too long for %s, which sees %d of %d characters at once. To have it read in parts: "+
			"deskhand ask --continue \"Read all of my message in parts, then answer it.\"", w.Name, w.Shown, w.Of)
	case chat.WarningClaimed:
		done := make([]string, len(w.Done))
		for i, tool := range w.Done {
			done[i] = tool
			if verbs, own := ownTools()[tool]; own {
				done[i] = strings.ToLower(verbs.done)
			}
		}
		words = claim + "What was done: " + strings.Join(done, ", ") + "."
	case chat.WarningClaimedNow:
		words = claim + "No file changes were made in this turn."
	case chat.WarningClaimedNever:
		words = claim + "No file changes were made."
	case chat.WarningUnknownFiles:
		words = "The summary names files that no tool mentioned, so don't rely on it: " + spelled(w.Args) + "."
	case chat.WarningCallsDropped:
		words = termtext.Count(w.Of, "tool call") + " more than fit into the model's context window; it does not see them."
	case chat.WarningWindowGuessed:
		words = fmt.Sprintf("The context window of %s is unknown, so the default of %d tokens is used. "+
			"Set it in config.toml: budget.model_windows.", w.Name, w.Of)
	case chat.WarningModelsSilent:
		words = "No model answers (" + failurewords.Faults(w.Args) + "): names come only from the built-in rules."
	case chat.WarningModelsStopped:
		words = "The model no longer answers (" + failurewords.Faults(w.Args) + "): the other names come only from the built-in rules."
	default:
		if said := failurewords.Warnings[w.Code]; said != "" {
			words = said
		}
	}
	if w.Path != "" {
		return w.Path + ": " + words
	}
	return words
}
