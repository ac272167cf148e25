package mcp

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/lookalike"
	"github.com/deskhand/deskhand/mcp/schema"
)

// definition is a tool as its server lists it.
type definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Title       string          `json:"title"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Annotations struct {
		Title        string `json:"title"`
		ReadOnlyHint bool   `json:"readOnlyHint"`
		// OpenWorldHint: it reaches beyond this computer. Missing means true.
		OpenWorldHint *bool `json:"openWorldHint"`
	} `json:"annotations"`
	Execution struct {
		TaskSupport string `json:"taskSupport"`
	} `json:"execution"`
	// problem is why it cannot be used; zero if it can.
	problem entry.Problem
	// extra is set for a tool of ours: the MCP request that it makes.
	extra string
	// prompts are the prompts that it gets, if it gets prompts.
	prompts []Prompt
}

const (
	// maxToolName is the longest tool name, in bytes, as in the protocol.
	maxToolName = 128
	// maxTitle is the longest title, in bytes.
	maxTitle = 256
	// maxDescription is the longest description, in bytes: a model reads it with each
	// request.
	maxDescription = 16 << 10
)

// define decodes one tool of a list. A malformed one does not affect the others.
func define(raw json.RawMessage) definition {
	var d definition
	if err := json.Unmarshal(raw, &d); err != nil {
		var name struct{ Name string }
		_ = json.Unmarshal(raw, &name) // whatever can be decoded
		return leftOut(name.Name, entry.Problem{Code: entry.ToolForm})
	}
	switch {
	case d.Name == "":
		return leftOut("", entry.Problem{Code: entry.NoName})
	case len(d.Name) > maxToolName:
		return leftOut(d.Name, entry.Problem{Code: entry.ToolLongName, Detail: strconv.Itoa(maxToolName)})
	case d.Execution.TaskSupport == string(mcp.TaskSupportRequired):
		return leftOut(d.Name, entry.Problem{Code: entry.ToolTask})
	case len(d.Description) > maxDescription:
		return leftOut(d.Name, entry.Problem{Code: entry.ToolLongText, Detail: strconv.Itoa(maxDescription >> 10)})
	}
	return d
}

// title returns the tool's title for a person; empty if it is too long.
func (d definition) title() string {
	if title := cmp.Or(d.Title, d.Annotations.Title); len(title) <= maxTitle {
		return title
	}
	return ""
}

// leftOut returns a tool that is not offered.
func leftOut(name string, why entry.Problem) definition {
	return definition{Name: strings.ToValidUTF8(name[:min(len(name), maxToolName)], ""), problem: why}
}

// offer is one tool of a server: what a model is told, the server's own name, and the
// schema of its arguments.
type offer struct {
	spec chat.ToolSpec
	bare string
	args *schema.Schema
	// problem is why it is not offered; zero if it is.
	problem entry.Problem
	// disabled: the user switched it off.
	disabled bool
	// extra is the MCP request that it makes if it is not a tool of the server.
	extra string
	// prompts are the prompts that it gets, if it gets prompts.
	prompts []Prompt
}

// offersOf turns a server's list into offers, in order and without names. Annotations
// about a tool's effects are used only from our own servers and from those the user
// trusts. says is the server's instructions.
func offersOf(s Server, says string, tools []definition) []offer {
	compiled := map[string]*schema.Schema{} // many tools of a server share a schema
	offers := make([]offer, len(tools))
	for i, t := range tools {
		o := offer{bare: t.Name, problem: cmp.Or(t.problem, s.imitates(t.Name)), extra: t.extra, prompts: t.prompts}
		o.spec = chat.ToolSpec{Title: t.title(), Description: t.Description, Server: s.Name, Own: s.Own, ServerHash: s.Hash, Network: s.Network, Instructions: says}
		if o.args = compiled[string(t.InputSchema)]; o.args == nil && o.problem.Code == "" {
			var err error
			if o.args, err = schema.Compile(t.InputSchema); err != nil {
				o.problem = entry.Problem{Code: entry.ToolSchema, Detail: err.Error()}
			}
			compiled[string(t.InputSchema)] = o.args
		}
		if o.problem.Code == "" {
			s.describe(&o.spec, t)
		}
		offers[i] = o
	}
	return offers
}

// imitates returns which of our tool names this one resembles, zero if none: people and
// models would mistake it for ours.
func (s Server) imitates(tool string) entry.Problem {
	own := lookalike.Tool(tool)
	if s.Own || own == "" {
		return entry.Problem{}
	}
	return entry.Problem{Code: entry.ToolLikeOwn, Name: own}
}

// describe fills in what the schema and the annotations say.
func (s Server) describe(spec *chat.ToolSpec, t definition) {
	properties := propertiesOf(t.InputSchema)
	spec.Parameters = schema.ForModel(t.InputSchema, s.hidden(properties))
	if s.Own || s.TrustAnnotations {
		spec.Effect = chat.EffectChange
		if t.Annotations.ReadOnlyHint {
			spec.Effect = chat.EffectRead
		}
	}
	closed := t.Annotations.OpenWorldHint != nil && !*t.Annotations.OpenWorldHint
	spec.Local = !s.Own && (s.Local || s.TrustAnnotations && closed)
	// It has a dry run that the real call can be bound to.
	spec.Previews = s.Own && properties["dry_run"] && properties["plan_hash"]
}

// propertiesOf returns the names of a tool's arguments.
func propertiesOf(inputSchema json.RawMessage) map[string]bool {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	_ = json.Unmarshal(inputSchema, &s) // cannot fail: it was compiled
	names := make(map[string]bool, len(s.Properties))
	for name := range s.Properties {
		names[name] = true
	}
	return names
}

// without marks the offers of the disabled tools.
func without(off []string, offers []offer) []offer {
	offers = slices.Clone(offers)
	for i := range offers {
		offers[i].disabled = slices.Contains(off, offers[i].bare)
	}
	return offers
}

// named gives the offers their full names; the second of two equal ones is left out.
func named(offers []offer, n namer) []offer {
	bare := lists.Map(offers, func(o offer) string { return o.bare })
	all := make([]offer, 0, len(offers))
	for i, full := range n.names(bare) {
		o := offers[i]
		if full == "" && o.problem.Code == "" {
			continue
		}
		if o.problem.Code == "" {
			o.spec.Name = full
		}
		all = append(all, o)
	}
	return all
}
