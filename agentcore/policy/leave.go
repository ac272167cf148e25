package policy

import (
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Held is what a conversation holds that a call could carry elsewhere, as far as
// the results on record tell. It goes by where a result came from, never by what
// it says.
type Held struct {
	// Files reports a result of ours, which carries names or contents of files,
	// or a result of which nobody knows where it came from.
	Files bool
	// Servers are the foreign servers that results came from.
	Servers []chat.Source
}

// HeldIn returns what the messages of a conversation hold. They are the stored
// ones, all of them: a result that was shortened or summed up for a model was
// read all the same. Calls that failed, were denied or were cancelled hold
// nothing.
func HeldIn(messages []chat.Message) Held {
	var h Held
	for _, m := range messages {
		if m.Role == chat.RoleTool && m.Status == chat.StatusOK {
			h.Add(m.Source)
		}
	}
	return h
}

// Add puts a result of a source to what is held.
func (h *Held) Add(from chat.Source) {
	switch {
	case from.Own && from.Public:
	case from.Own || from.Server == "":
		h.Files = true
	case !slices.Contains(h.Servers, from):
		h.Servers = append(h.Servers, from)
	}
}

// Unanswered returns the calls of the round under way that have no result yet,
// without the one that has this ID.
func Unanswered(messages []chat.Message, callID string) []chat.ToolCall {
	answered := map[string]bool{callID: true}
	for _, m := range slices.Backward(messages) {
		switch m.Role {
		case chat.RoleTool:
			answered[m.CallID] = true
		case chat.RoleAssistant:
			return slices.DeleteFunc(slices.Clone(m.Calls), func(c chat.ToolCall) bool { return answered[c.ID] })
		}
	}
	return nil
}

// besides reports whether anything is held that the source did not say itself.
func (h Held) besides(from chat.Source) bool {
	return h.Files || slices.ContainsFunc(h.Servers, func(s chat.Source) bool { return s != from })
}

// Receiver is who would be sent something: the server of a tool that is called,
// or a server that waits for the answer to a question of its own (elicitation).
type Receiver struct {
	chat.Source
	// Local says that it is known to reach nothing beyond this computer. Of a
	// server that asks a question only the person's mark says so: it is no tool
	// that could have said so of itself.
	Local bool
}

// ReceiverOf returns who is sent the arguments of a tool.
func ReceiverOf(spec chat.ToolSpec) Receiver { return Receiver{spec.Source(), spec.Local} }

// Leaves reports whether what a conversation holds could leave this computer with
// what is sent to a receiver, without the person having allowed that for its
// server. Then each time is asked about, whatever the tool says of itself: an
// argument can carry anything that was read before.
func Leaves(to Receiver, held Held, grants []Grant) bool {
	if to.Own || to.Local || !held.besides(to.Source) {
		return false
	}
	return !slices.ContainsFunc(grants, func(g Grant) bool { return g.Receives(to.Source) })
}

// Receives reports whether g is the mark of a server that may be sent what was
// read here. The mark is void once the server is started in another way.
func (g Grant) Receives(to chat.Source) bool {
	return g.Scope == ScopeReceive && g.Server == to.Server && g.Definition == to.Hash
}
