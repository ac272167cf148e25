package policy

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestAResultThatTellsNothingOfFilesLetsCallsGoUnasked(t *testing.T) {
	result := func(s chat.Source) chat.Message {
		return chat.Message{Role: chat.RoleTool, Status: chat.StatusOK, Source: s}
	}
	public := chat.Source{Server: "deskhand", Own: true, Public: true}
	if HeldIn([]chat.Message{result(public)}).Files {
		t.Error("a list of tools counts as files")
	}
	if !HeldIn([]chat.Message{result(chat.Source{Server: "other", Public: true}), result(chat.Source{Own: true})}).Files {
		t.Error("a result of ours does not count as files")
	}
	if held := HeldIn([]chat.Message{result(chat.Source{Server: "other", Public: true})}); len(held.Servers) != 1 {
		t.Error("a server of others that calls itself public is believed")
	}
}

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
