package mcp

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// catalog is a snapshot of all tools that can be called.
type catalog struct {
	at    uint64 // value of Host.changes when it was built
	specs []chat.ToolSpec
	tools map[string]listing
}

// listing is the server and offer of a tool.
type listing struct {
	server *server
	offer  offer
}

// catalog returns the current snapshot, rebuilding it only after a server has changed, so
// that a call does not pay for the tools of all servers.
func (h *Host) catalog() *catalog {
	at := h.changes.Load()
	if known := h.known.Load(); known != nil && known.at == at {
		return known
	}
	c := &catalog{at: at, tools: map[string]listing{}}
	for _, s := range h.all() {
		for _, o := range s.offers() {
			if _, taken := c.tools[o.spec.Name]; !taken && o.problem.Code == "" && !o.disabled {
				c.tools[o.spec.Name] = listing{s, o}
				c.specs = append(c.specs, o.spec)
			}
		}
	}
	h.known.Store(c)
	return c
}

// Specs returns the tools that can be called: servers in configuration order, tools in
// the order of their server. A server that is restarting keeps its tools, a quarantined
// one has none. The slice is shared and must not be modified.
func (h *Host) Specs() []chat.ToolSpec {
	specs := h.catalog().specs
	return specs[:len(specs):len(specs)]
}

// find returns the server and the offer of a tool.
func (h *Host) find(name string) (*server, offer, bool) {
	l, ok := h.catalog().tools[name]
	return l.server, l.offer, ok
}

// Tool is a server's tool as shown to a person.
type Tool struct {
	// Bare is the server's own name for it.
	Bare string
	// Spec is what models are told; its Name is empty if the tool is not offered because
	// of Problem.
	Spec    chat.ToolSpec
	Problem entry.Problem
	// Disabled marks a tool that the user switched off.
	Disabled bool
}

// Tools returns the tools of a server in its order; nil if it is not up.
func (h *Host) Tools(server string) []Tool {
	s := h.named(server)
	if s == nil {
		return nil
	}
	return lists.Map(s.offers(), func(o offer) Tool {
		return Tool{Bare: o.bare, Spec: o.spec, Problem: o.problem, Disabled: o.disabled}
	})
}
