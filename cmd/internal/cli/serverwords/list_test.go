package serverwords

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/app"
)

func TestNothingOfMCPJSONSteersTheTerminalInTheList(t *testing.T) {
	var out strings.Builder
	evil := "a\x1b[2J\n"
	PrintServer(&out, app.ServerInfo{Name: evil, Problem: app.ServerProblem{Code: "no_program", Name: evil}, Ignored: []string{evil}, State: app.ServerRefused})
	if strings.Contains(out.String(), "\x1b") || !strings.Contains(out.String(), `"a\x1b[2J\n"`) {
		t.Errorf("it prints %q", out.String())
	}
}
