package guard_test

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/guard"
)

func TestAVariableIsShownAndASecretOnlyByItsBeginning(t *testing.T) {
	for _, row := range []struct{ name, value, want string }{
		{"API_KEY", "canary-secret", "cana***"},
		{"NOTES_KEY", "canary-secret", "cana***"},
		{"github-token", "canary-secret", "cana***"},
		{"PASSWORD", "ünsicher", "ünsi***"},
		{"PASSWORD", "abcde", "ab***"}, // never more than half of it
		{"PASSWORD", "", "***"},
		{"ANYTHING", "sk-abcdefghijklmnopqrst", "sk-a***"},
		{"DATABASE_URL", "postgres://me:canary@host/db", "postgres://me:***@host/db"},
		{"ZONE", "Europe/Berlin", "Europe/Berlin"},
		{"KEYBOARD", "de", "de"},
	} {
		if got := guard.MaskedValue(row.name, row.value); got != row.want {
			t.Errorf("%s=%s is shown as %q, want %q", row.name, row.value, got, row.want)
		}
	}
}
