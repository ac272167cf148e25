package mcp

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
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
		// OpenWorldHint says that it reaches beyond this computer; left out, it
		// does.
		OpenWorldHint *bool `json:"openWorldHint"`
	} `json:"annotations"`
	Execution struct {
		TaskSupport string `json:"taskSupport"`
	} `json:"execution"`
	// problem says why it cannot be understood; zero when it can.
	problem entry.Problem
	// extra is set where it is ours, for a request of the server other than a call.
	extra string
	// prompts are those that it gets, where it gets prompts.
	prompts []Prompt
}

const (
	// maxToolName is the longest name of a tool, in bytes: that of the protocol.
	maxToolName = 128
	// maxTitle is the longest title of one, in bytes.
	maxTitle = 256
	// maxDescription is the longest description of one, in bytes: a model has
	// to read it with each request.
	maxDescription = 16 << 10
)

// define reads one tool of a list. One that is odd does not spoil the others.
func define(raw json.RawMessage) definition {
	var d definition
	if err := json.Unmarshal(raw, &d); err != nil {
		var name struct{ Name string }
		_ = json.Unmarshal(raw, &name) // whatever can be told of it
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

// title is what the tool is called to a person; one that is no title for its
// length is left out.
func (d definition) title() string {
	if title := cmp.Or(d.Title, d.Annotations.Title); len(title) <= maxTitle {
		return title
	}
	return ""
}

// leftOut is what is kept of a tool that is not offered.
func leftOut(name string, why entry.Problem) definition {
	return definition{Name: strings.ToValidUTF8(name[:min(len(name), maxToolName)], ""), problem: why}
}

// offer is one tool of a server: what a model is told, what the server calls it,
// and what its arguments must be.
type offer struct {
	spec chat.ToolSpec
	bare string
	args *schema.Schema
	// problem says why it is not offered; zero when it is.
	problem entry.Problem
	// disabled: the person switched it off.
	disabled bool
	// extra is set where it is no tool of the server: it makes another request.
	extra string
	// prompts are those that it gets, where it gets prompts.
	prompts []Prompt
}

// offersOf turns a server's list into offers, in its order and without names.
// What a server says of a tool's effect is a claim: it is taken over from our
// own, and where the person chose to believe. says is what it says of how to use
// them.
func offersOf(s Server, says string, tools []definition) []offer {
	compiled := map[string]*schema.Schema{} // many tools of a server ask for the same
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

// imitates says which name of ours a tool's name looks like; zero when there is
// none. A person and a model would take it for ours.
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
	// It can be asked what it would do and be held to it.
	spec.Previews = s.Own && properties["dry_run"] && properties["plan_hash"]
}

// propertiesOf are the names of a tool's arguments.
func propertiesOf(inputSchema json.RawMessage) map[string]bool {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	_ = json.Unmarshal(inputSchema, &s) // it was compiled; none at all has none
	names := make(map[string]bool, len(s.Properties))
	for name := range s.Properties {
		names[name] = true
	}
	return names
}

// without marks the offers of the tools that are switched off.
func without(off []string, offers []offer) []offer {
	offers = slices.Clone(offers)
	for i := range offers {
		offers[i].disabled = slices.Contains(off, offers[i].bare)
	}
	return offers
}

// named returns the offers of a server their names; one that is listed twice is
// left out the second time.
func named(offers []offer, n namer) []offer {
	bare := make([]string, len(offers))
	for i, o := range offers {
		bare[i] = o.bare
	}
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
