package ollama

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// messages converts a conversation. Thinking is sent back with the calls that it led to.
func messages(list []chat.Message) []api.Message {
	out := make([]api.Message, 0, len(list))
	for _, m := range list {
		a := api.Message{Role: string(m.Role), Content: m.Text}
		for _, picture := range m.Images {
			a.Images = append(a.Images, picture)
		}
		if len(m.Calls) > 0 {
			a.Thinking = m.Thinking
		}
		for i, c := range m.Calls {
			a.ToolCalls = append(a.ToolCalls, api.ToolCall{
				ID: c.ID, Function: api.ToolCallFunction{Index: i, Name: c.Name, Arguments: replayed(c.Args)},
			})
		}
		if m.Role == chat.RoleTool {
			a.ToolName, a.ToolCallID = m.Tool, m.CallID
		}
		out = append(out, a)
	}
	return out
}

// replayed returns the arguments of an earlier call as the object that the protocol
// requires, with order and numbers preserved. Anything but an object is left out: a
// server refuses it, and a model would learn from it.
func replayed(raw json.RawMessage) api.ToolCallFunctionArguments {
	args := api.NewToolCallFunctionArguments()
	dec := json.NewDecoder(bytes.NewReader(raw))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') || !json.Valid(raw) {
		return args
	}
	for dec.More() {
		key, err := dec.Token()
		name, isName := key.(string)
		var value json.RawMessage
		if err != nil || !isName || dec.Decode(&value) != nil {
			return api.NewToolCallFunctionArguments()
		}
		args.Set(name, value)
	}
	return args
}

// arguments accepts the arguments of a call as an object or as one encoded in a string.
func arguments(raw json.RawMessage) json.RawMessage {
	var quoted string
	if json.Unmarshal(raw, &quoted) == nil && json.Valid([]byte(quoted)) {
		return json.RawMessage(quoted)
	}
	if len(raw) == 0 || string(raw) == "null" {
		return json.RawMessage("{}")
	}
	return bytes.Clone(raw)
}

// tools converts tool definitions. The protocol's types hold less than JSON schema; a
// property that they cannot hold is offered without its type, so that one odd tool does
// not fail a request.
func tools(specs []chat.ToolSpec) (api.Tools, error) {
	var list api.Tools
	for _, s := range specs {
		f := api.ToolFunction{Name: s.Name, Description: s.Description}
		if err := json.Unmarshal(s.Parameters, &f.Parameters); err != nil {
			loose, err := loosened(s.Parameters)
			if err != nil {
				return nil, fmt.Errorf("parameters of %s: %w", s.Name, err)
			}
			f.Parameters = loose
		}
		describe(&f, s.Parameters)
		f.Parameters.Type = cmp.Or(f.Parameters.Type, "object")
		if f.Parameters.Properties == nil {
			f.Parameters.Properties = api.NewToolPropertiesMap()
		}
		list = append(list, api.Tool{Type: "function", Function: f})
	}
	return list, nil
}

// shape is the part of a schema that the protocol's types cannot hold.
type shape struct {
	Required   []string         `json:"required"`
	Properties map[string]shape `json:"properties"`
	AnyOf      []shape          `json:"anyOf"`
	OneOf      []shape          `json:"oneOf"`
}

// describe adds to descriptions what the protocol's types cannot hold: alternative sets
// of arguments, and required fields of nested objects. Other forms of schema are ignored.
func describe(f *api.ToolFunction, raw json.RawMessage) {
	var s shape
	if json.Unmarshal(raw, &s) != nil {
		return
	}
	var sets []string
	for _, one := range slices.Concat(s.AnyOf, s.OneOf) {
		if names := slices.Concat(one.Required, slices.Sorted(maps.Keys(one.Properties))); len(names) > 0 {
			slices.Sort(names)
			sets = append(sets, strings.Join(slices.Compact(names), " and "))
		}
	}
	if len(sets) > 0 {
		f.Description = strings.TrimSpace(f.Description + " Arguments: either " + strings.Join(sets, ", or ") + ".")
	}
	f.Parameters.Properties = required(f.Parameters.Properties, s.Properties)
}

// required adds to the description of each object which of its fields are required.
func required(of *api.ToolPropertiesMap, shapes map[string]shape) *api.ToolPropertiesMap {
	if of.Len() == 0 {
		return of
	}
	out := api.NewToolPropertiesMap()
	for name, p := range of.All() {
		s := shapes[name]
		if len(s.Required) > 0 {
			p.Description = strings.TrimSpace(p.Description + " Required: " + strings.Join(s.Required, ", ") + ".")
		}
		p.Properties = required(p.Properties, s.Properties)
		out.Set(name, p)
	}
	return out
}

// loosened keeps the names of the properties, and of each what the types can hold.
func loosened(raw json.RawMessage) (api.ToolFunctionParameters, error) {
	p := api.ToolFunctionParameters{Type: "object", Properties: api.NewToolPropertiesMap()}
	if len(raw) == 0 {
		return p, nil
	}
	schema := struct {
		Required   []string                   `json:"required"`
		Properties map[string]json.RawMessage `json:"properties"`
	}{}
	if err := json.Unmarshal(raw, &schema); err != nil {
		return p, err
	}
	p.Required = schema.Required
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		var fitting api.ToolProperty
		if json.Unmarshal(schema.Properties[name], &fitting) != nil {
			fitting = api.ToolProperty{}
		}
		p.Properties.Set(name, fitting)
	}
	return p, nil
}
