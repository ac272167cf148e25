package policy

import (
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Held is what a conversation holds that a call could carry elsewhere, according to the
// recorded results. It depends on where a result came from, never on its contents.
type Held struct {
	// Files reports a result of ours, which has names or contents of files, or one of
	// unknown source.
	Files bool
	// Servers are the foreign servers that results came from.
	Servers []chat.Source
}

// HeldIn returns what the messages of a conversation hold. They must be all of the stored
// ones: a result that was shortened or summed up for a model was read all the same. Calls
// that failed, were denied or were cancelled hold nothing.
func HeldIn(messages []chat.Message) Held {
	var h Held
	for _, m := range messages {
		if m.Role == chat.RoleTool && m.Status == chat.StatusOK {
			h.Add(m.Source)
		}
	}
	return h
}

// Add adds a result of a source.
func (h *Held) Add(from chat.Source) {
	switch {
	case from.Own && from.Public:
	case from.Own || from.Server == "":
		h.Files = true
	case !slices.Contains(h.Servers, from):
		h.Servers = append(h.Servers, from)
	}
}

// Unanswered returns the calls of the current round without a result, except the one with
// this ID.
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

// besides reports whether there is anything from another source.
func (h Held) besides(from chat.Source) bool {
	return h.Files || slices.ContainsFunc(h.Servers, func(s chat.Source) bool { return s != from })
}

// Receiver is who would receive data: the server of a tool that is called, or a server
// that waits for the answer to its own question (elicitation).
type Receiver struct {
	chat.Source
	// Local means that it is known to reach nothing beyond this computer. For a server
	// that asks a question only the user's setting counts, since no tool annotation
	// applies.
	Local bool
}

// ReceiverOf returns the receiver of a tool's arguments.
func ReceiverOf(spec chat.ToolSpec) Receiver { return Receiver{spec.Source(), spec.Local} }

// Leaves reports whether what a conversation holds could leave this computer with data
// sent to a receiver, without the user having allowed that for its server. Each such call
// is asked about, whatever the tool says about itself: an argument can carry anything
// read before.
func Leaves(to Receiver, held Held, grants []Grant) bool {
	if to.Own || to.Local || !held.besides(to.Source) {
		return false
	}
	return !slices.ContainsFunc(grants, func(g Grant) bool { return g.Receives(to.Source) })
}

// Receives reports whether g allows sending what was read here to a server. It is void
// once the server is started differently.
func (g Grant) Receives(to chat.Source) bool {
	return g.Scope == ScopeReceive && g.Server == to.Server && g.Definition == to.Hash
}
