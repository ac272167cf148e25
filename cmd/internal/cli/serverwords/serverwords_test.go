package serverwords_test

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
)

func TestEveryProblemHasWordsThatSteerNoTerminal(t *testing.T) {
	codes := []entry.Code{
		entry.NoObject, entry.Twice, entry.Syntax, entry.TooLong, entry.NoServers, entry.NoText, entry.NoList, entry.NoTexts, entry.OAuth, entry.NoSwitch, entry.NoTime, entry.TimeRange, entry.Transport,
		entry.Of, entry.BothWays, entry.Nothing, entry.Address, entry.Header, entry.NoName, entry.Hidden, entry.LongName, entry.OwnName,
		entry.LikeOwn, entry.Folder, entry.Nul, entry.Variable, entry.Dangerous, entry.Unset, entry.UnknownVar, entry.Input,
		entry.NoProgram, entry.NotOne, entry.Files, entry.ToolForm, entry.ToolLongName, entry.ToolLongText, entry.ToolLikeOwn, entry.ToolSchema,
	}
	seen := map[string]entry.Code{}
	for _, code := range codes {
		words := serverwords.Problem(entry.Problem{Code: code, Name: "a\x1b[2Jb", Detail: string(entry.DoesCode)})
		if !strings.HasSuffix(words, ".") || strings.Contains(words, "\x1b") || strings.HasPrefix(words, string(code)) {
			t.Errorf("%s: %q", code, words)
		}
		if other, twice := seen[words]; twice {
			t.Errorf("%s and %s: %q", code, other, words)
		}
		seen[words] = code
	}
	if words := serverwords.Problem(entry.Problem{}); words != "" {
		t.Errorf("nothing is wrong: %q", words)
	}
}

func TestTheEndOfAServerSaysItsCauseAndItsLastLines(t *testing.T) {
	for _, row := range []struct {
		end  entry.End
		want string
	}{
		{entry.End{}, ""},
		{entry.End{Code: entry.EndExited, Exit: 3, Words: "no licence"}, "the server ended (exit status 3): no licence"},
		{entry.End{Code: entry.EndKilled, Signal: 11}, "the server ended (signal 11)"},
		{entry.End{Code: entry.EndUnreached, Detail: "connection refused"}, "the server cannot be reached (connection refused)"},
		{entry.End{Code: entry.EndFailed, Detail: "no such program"}, "no such program"},
		{entry.End{Words: "waiting"}, "waiting"},
	} {
		if got := serverwords.End(row.end); got != row.want {
			t.Errorf("%+v: %q", row.end, got)
		}
	}
}
