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

// offersOf turns a server's list into offers, in its order. What a server that is
// not ours says of a tool's effect is a claim, and not taken over.
func offersOf(s Server, n namer, tools []mcp.Tool) []offer {
	bare := make([]string, len(tools))
	for i, t := range tools {
		bare[i] = t.Name
	}
	offers := make([]offer, 0, len(tools))
	for i, full := range n.names(bare) {
		if full == "" {
			continue
		}
		spec := chat.ToolSpec{
			Name:        full,
			Description: tools[i].Description,
			Parameters:  parameters(tools[i], s.hidden(tools[i])),
			Server:      s.Name,
			Own:         s.Own,
		}
		if s.Own {
			spec.Effect, spec.Previews = effect(tools[i]), previews(tools[i])
		}
		offers = append(offers, offer{spec: spec, bare: bare[i]})
	}
	return offers
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
