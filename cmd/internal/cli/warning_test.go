package cli

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestAWarningIsSaidFromItsData(t *testing.T) {
	for _, row := range []struct {
		warning chat.Warning
		want    string
	}{
		{chat.Warning{Code: chat.WarningServerChanged, Name: "notes"}, "The server notes was not started: it has changed since you approved it. Check it with: deskhand servers trust notes"},
		{chat.Warning{Code: chat.WarningClaimed, Args: []string{"moved", "deleted"}, Done: []string{"files_move", "other_do"}}, "The answer claims that files were moved and deleted, but no call did that. What was done: moved, other_do."},
		{chat.Warning{Code: chat.WarningClaimedNever, Args: []string{"moved"}}, "The answer claims that files were moved, but no call did that. No file changes were made."},
		{chat.Warning{Code: chat.WarningModelsSilent, Args: []string{"a", "too_slow", "b", ""}}, "No model answers (a took too long for one file, b): names come only from the built-in rules."},
		{chat.Warning{Code: chat.WarningLink, Path: "/x/a"}, "/x/a: This is a link; it is left alone."},
		{chat.Warning{Text: "As it was said."}, "As it was said."},
	} {
		if got := warningWords(row.warning); got != row.want {
			t.Errorf("%q\nwant %q", got, row.want)
		}
	}
}
