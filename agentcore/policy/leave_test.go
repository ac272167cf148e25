package policy

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestAnAnswerToAServerIsHeldToTheSameRule(t *testing.T) {
	// A server that asks a question of its own is a receiver like a tool's.
	asks := chat.Source{Server: "asks", Hash: "h"}
	files, others, its := Held{Files: true}, Held{Servers: []chat.Source{{Server: "other"}}}, Held{Servers: []chat.Source{asks}}
	mark := Grant{Scope: ScopeReceive, Server: "asks", Definition: "h"}
	rows := []struct {
		name   string
		to     Receiver
		held   Held
		grants []Grant
		leaves bool
	}{
		{"where files were read", Receiver{Source: asks}, files, nil, true},
		{"where another server answered", Receiver{Source: asks}, others, nil, true},
		{"where nothing was read", Receiver{Source: asks}, Held{}, nil, false},
		{"where it alone answered", Receiver{Source: asks}, its, nil, false},
		{"of a server that is marked as local", Receiver{Source: asks, Local: true}, files, nil, false},
		{"of a server that may receive", Receiver{Source: asks}, files, []Grant{mark}, false},
		{"of a server that is started in another way by now", Receiver{Source: chat.Source{Server: "asks", Hash: "new"}}, files, []Grant{mark}, true},
		{"of a server whose tool has a standing yes", Receiver{Source: asks}, files, []Grant{{Scope: ScopeConversation, Server: "asks", Conversation: "c"}, {Scope: ScopeFolder, Server: "asks", Folders: []string{"/"}}}, true},
		{"to ours", Receiver{Source: chat.Source{Server: "files", Own: true}}, files, nil, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := Leaves(row.to, row.held, row.grants); got != row.leaves {
				t.Errorf("leaves: %v", got)
			}
		})
	}
}
