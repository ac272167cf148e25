package mcp

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// catalog is all that can be called at one moment.
type catalog struct {
	at    uint64 // Host.changes when it was made
	specs []chat.ToolSpec
	tools map[string]listing
}

// listing is where a tool lives.
type listing struct {
	server *server
	offer  offer
}

// catalog returns the present one. It is made again only after something has
// happened to a server, so that a call does not pay for the tools of all others.
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

// Specs lists the tools that can be called: servers in the order of the
// configuration, their tools as they list them. A server that is being restarted
// keeps its tools; one that is left alone has none. The list is shared: it must
// not be written to.
func (h *Host) Specs() []chat.ToolSpec {
	specs := h.catalog().specs
	return specs[:len(specs):len(specs)]
}

// find returns the server and the offer of a tool.
func (h *Host) find(name string) (*server, offer, bool) {
	l, ok := h.catalog().tools[name]
	return l.server, l.offer, ok
}

// Tool is one tool of a server, for a person to look at.
type Tool struct {
	// Bare is what the server calls it.
	Bare string
	// Spec is what is told of it to models; its Name is empty when it is not
	// offered, for Problem.
	Spec    chat.ToolSpec
	Problem entry.Problem
	// Disabled: the person switched it off.
	Disabled bool
}

// Tools lists what a server has, in its order; nil when it is not up.
func (h *Host) Tools(server string) []Tool {
	s := h.named(server)
	if s == nil {
		return nil
	}
	var tools []Tool
	for _, o := range s.offers() {
		tools = append(tools, Tool{Bare: o.bare, Spec: o.spec, Problem: o.problem, Disabled: o.disabled})
	}
	return tools
}
