package agentcore

import (
	"encoding/json"
	"slices"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/offer"
)

// offered chooses the tools that the model is told of, and returns the others too. A tool
// that is not offered can still be called. The same request in the same conversation gets
// the same tools, so that a server can reuse its prompt cache.
func (t *turn) offered() offer.Offer {
	tools, finder := withoutFinder(t.agent.Tools.Specs())
	if t.candidate.Rules {
		return offer.Offer{Tools: tools} // it reads no definitions
	}
	room := budget.ForTools(t.candidate.Window, t.agent.Config.DefinitionsShare)
	if t.tight {
		room /= 2
	}
	count := t.counter()
	return t.indexOf(tools).Choose(offer.Input{
		Request: t.in.Text, Wanted: t.wanted(), Core: t.agent.Config.CoreTools, Room: room, Finder: finder,
		Cost: func(s chat.ToolSpec) int { return count.Definitions([]chat.ToolSpec{s}) },
	})
}

// indexOf returns the index of the tools, rebuilt when they change.
func (t *turn) indexOf(tools []chat.ToolSpec) *offer.Index {
	same := func(a, b chat.ToolSpec) bool { return a.Name == b.Name && a.Description == b.Description }
	if t.index == nil || !slices.EqualFunc(t.indexed, tools, same) {
		t.index, t.indexed = offer.NewIndex(tools), tools
	}
	return t.index
}

// wanted returns the tools that the conversation has found or called, latest first.
func (t *turn) wanted() []string {
	var names []string
	for _, m := range slices.Backward(t.history) {
		if m.Role != chat.RoleTool || m.Status != chat.StatusOK {
			continue
		}
		names = lists.AddNew(names, append(hitsIn(m), m.Tool)...)
	}
	return names
}

// hitsIn returns the tools found according to a message.
func hitsIn(m chat.Message) []string {
	var found foundTools
	if m.Tool != ToolFindTools || json.Unmarshal(m.Data, &found) != nil {
		return nil
	}
	return found.Tools
}

// withoutFinder separates the tool that finds tools from the others. It is empty if there
// is none.
func withoutFinder(live []chat.ToolSpec) (tools []chat.ToolSpec, finder chat.ToolSpec) {
	at := slices.IndexFunc(live, func(s chat.ToolSpec) bool { return s.Name == ToolFindTools })
	if at < 0 {
		return live, finder
	}
	return slices.Delete(slices.Clone(live), at, at+1), live[at]
}
