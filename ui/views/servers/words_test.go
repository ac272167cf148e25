package servers

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/app"
)

func TestTheApprovalListsEverythingAServerIsTrustedWith(t *testing.T) {
	s := app.ServerInfo{Name: "a", Command: []string{"/bin/a"}, Program: "/bin/a"}
	if got := startWords(s); strings.Contains(got, "Trusted") || strings.Contains(got, "Can see") {
		t.Errorf("of one that is trusted with nothing: %q", got)
	}
	s.TrustAnnotations, s.ShareRoots = true, true
	if got := startWords(s); !strings.Contains(got, "Trusted      tools that claim") || !strings.Contains(got, "Can see      which folders are open") {
		t.Errorf("it says %q", got)
	}
}

func TestEachExitOfAServerHasWords(t *testing.T) {
	for _, row := range []struct {
		end  app.ServerEnd
		want string
	}{
		{app.ServerEnd{}, ""},
		{app.ServerEnd{Words: "waiting"}, "waiting"},
		{app.ServerEnd{Code: entry.EndClosed}, "it closed the connection"},
		{app.ServerEnd{Code: entry.EndExited}, "exit status 0"},
		{app.ServerEnd{Code: entry.EndKilled, Signal: 11}, "ended by signal 11"},
		{app.ServerEnd{Code: entry.EndExited, Exit: 3, Words: "\x1b[31mno licence\x1b[0m"}, "exit status 3: no licence"},
		{app.ServerEnd{Code: entry.EndUnreached, Detail: "connection refused"}, "it can't be reached: connection refused"},
		{app.ServerEnd{Code: entry.EndBarred}, "what it runs has changed since you approved it"},
		{app.ServerEnd{Code: entry.EndFailed, Detail: "no such program"}, "no such program"},
	} {
		if got := endWords(row.end); got != row.want {
			t.Errorf("%+v: %q", row.end, got)
		}
	}
}
