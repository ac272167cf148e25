package mcp

import (
	"encoding/json"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// offer is one tool of a server: what a model is told, and what the server calls
// it.
type offer struct {
	spec chat.ToolSpec
	bare string
}

// offersOf turns a server's list into offers, in its order and without names.
// What a server says of a tool's effect is a claim: it is taken over from our
// own, and where the person chose to believe.
func offersOf(s Server, tools []mcp.Tool) []offer {
	offers := make([]offer, len(tools))
	for i, t := range tools {
		spec := chat.ToolSpec{
			Description: t.Description,
			Parameters:  parameters(t, s.hidden(t)),
			Server:      s.Name,
			Own:         s.Own,
			ServerHash:  s.Hash,
		}
		if s.Own || s.TrustAnnotations {
			spec.Effect = effect(t)
		}
		spec.Previews = s.Own && previews(t)
		offers[i] = offer{spec: spec, bare: t.Name}
	}
	return offers
}

// named gives the offers of a server their names; one that is listed twice is
// left out the second time.
func named(offers []offer, n namer) []offer {
	bare := make([]string, len(offers))
	for i, o := range offers {
		bare[i] = o.bare
	}
	all := make([]offer, 0, len(offers))
	for i, full := range n.names(bare) {
		if full != "" {
			o := offers[i]
			o.spec.Name = full
			all = append(all, o)
		}
	}
	return all
}

func effect(t mcp.Tool) chat.Effect {
	if hint := t.Annotations.ReadOnlyHint; hint != nil && *hint {
		return chat.EffectRead
	}
	return chat.EffectChange
}

// previews tells that a tool can be asked what it would do and be held to it.
func previews(t mcp.Tool) bool {
	_, dry := t.InputSchema.Properties["dry_run"]
	_, hash := t.InputSchema.Properties["plan_hash"]
	return dry && hash
}

// parameters is the input schema without the hidden arguments.
func parameters(t mcp.Tool, hidden []string) json.RawMessage {
	schema := t.InputSchema
	props := make(map[string]any, len(schema.Properties))
	for name, prop := range schema.Properties {
		if !slices.Contains(hidden, name) {
			props[name] = prop
		}
	}
	isHidden := func(name string) bool { return slices.Contains(hidden, name) }
	schema.Properties = props
	schema.Required = slices.DeleteFunc(slices.Clone(schema.Required), isHidden)
	if schema.Type == "" {
		schema.Type = "object"
	}
	raw, err := json.Marshal(schema)
	if err != nil { // what was decoded from JSON encodes again
		return json.RawMessage(`{"type":"object"}`)
	}
	return raw
}
