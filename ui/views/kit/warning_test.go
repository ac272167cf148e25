package kit

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestEachWarningHasWords(t *testing.T) {
	for _, code := range []chat.WarningCode{
		chat.WarningServerDown, chat.WarningServerChanged, chat.WarningRequestCut, chat.WarningClaimed, chat.WarningClaimedNow, chat.WarningClaimedNever,
		chat.WarningUnknownFiles, chat.WarningOldestDropped, chat.WarningResultCut, chat.WarningCallsDropped, chat.WarningWindowGuessed,
		chat.WarningModelsSilent, chat.WarningModelsStopped, chat.WarningFitUnread, chat.WarningFitUnsaved, chat.WarningCountUnsaved,
		chat.WarningAnswerUnsaved, chat.WarningHabitsUnsaved, chat.WarningUnrecorded, chat.WarningFolderChanging, chat.WarningLink, chat.WarningProject,
	} {
		if WarningWords(chat.Warning{Code: code, Args: []string{"renamed", "unfit"}, Done: []string{"files_move"}, Path: "/x"}) == "" {
			t.Errorf("%s has no words", code)
		}
	}
	if got := WarningWords(chat.Warning{Text: "As it was said."}); got != "As it was said." {
		t.Errorf("a warning of an earlier version says %q", got)
	}
}
