package page

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// What a till slip is called is a kind of trade: without a day or a shop it is looked at.
func TestTillSlipsAreOfTrade(t *testing.T) {
	for _, s := range slips {
		if role, next, ok := KindAt(lex.Tokenise(s.kind), 0); !ok || !role.IsTrade() || next != lex.CountWords(lex.Tokenise(s.kind)) {
			t.Errorf("%s is of role %v", s.kind, role)
		}
	}
}
