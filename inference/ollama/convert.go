package ollama

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/ollama/ollama/api"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// messages converts a conversation. Thinking is not sent back.
func messages(list []chat.Message) []api.Message {
	out := make([]api.Message, 0, len(list))
	for _, m := range list {
		a := api.Message{Role: string(m.Role), Content: m.Text}
		for _, picture := range m.Images {
			a.Images = append(a.Images, picture)
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

// replayed returns the arguments of an earlier call as the object that the
// protocol wants, their order and numbers as they were. What is no object is
// not sent back: a server refuses it, and a model would learn from it.
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

// arguments takes the arguments of a call as they came: an object, or one that
// was put into a string.
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

// tools converts tool definitions. The types of the protocol hold less than
// JSON schema does; a property that they cannot hold is offered without its
// type, so that one odd tool of a foreign server does not spoil a request.
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
		if f.Parameters.Type == "" {
			f.Parameters.Type = "object"
		}
		if f.Parameters.Properties == nil {
			f.Parameters.Properties = api.NewToolPropertiesMap()
		}
		list = append(list, api.Tool{Type: "function", Function: f})
	}
	return list, nil
}

// loosened keeps the names of the properties, and of each what fits.
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
