package cli

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestAFailureIsSaidFromItsDataInTheMannerOfATerminal(t *testing.T) {
	const forModel = "Call files_list again"
	for _, row := range []struct {
		name    string
		failure chat.Failure
		want    string
	}{
		{
			"a cause",
			chat.Failure{Class: chat.ErrExecution, Code: chat.CodeReadOnly, Path: "/x/a.pdf"},
			"/x/a.pdf: Its folder or disk is read-only. Allow changes there, or choose another folder.",
		},
		{
			"a server that is down",
			chat.Failure{Class: chat.ErrServerDown, Advice: chat.Advice{Code: chat.AdviseDoctor, Args: []string{"files"}}},
			"The server files did not start. See why with: deskhand doctor.",
		},
		{
			"nothing is open",
			chat.Failure{Class: chat.ErrPermissionDenied, Message: "No folder is open.", Advice: chat.Advice{Code: chat.AdviseOpenFolder}},
			"No folder is open. Name the folder with --in or --root.",
		},
		{
			"a name that others are like",
			chat.Failure{Class: chat.ErrInvalidArgs, Path: "/x/scna", Message: "It is not there.", Suggestions: []string{"/x/scan", "/x/sca\nn"}},
			`/x/scna: It is not there. Did you mean /x/scan, "/x/sca\nn"?`,
		},
		{
			"a name",
			chat.Failure{Class: chat.ErrInvalidArgs, Path: "/x/gone", Message: "It is not there."},
			"/x/gone: It is not there. Check the name; it may have been moved or renamed.",
		},
		{
			"a name that is the beginning of another",
			chat.Failure{Class: chat.ErrInvalidArgs, Path: "/x/sca", Message: "It is not there.", Suggestions: []string{"/x/scan"}},
			"/x/sca: It is not there. Did you mean /x/scan?",
		},
		{
			"our own disk",
			chat.Failure{Class: chat.ErrBlocked, Code: chat.CodeDiskFull},
			"The disk with Deskhand's records is full, so it stopped. Free some space, then try again.",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			row.failure.Advice.Text = forModel
			if code, got := Verdict(&row.failure); got != row.want || code != exitFailed || strings.Contains(got, forModel) {
				t.Errorf("exit %d, %q\nwant %q", code, got, row.want)
			}
		})
	}
}
