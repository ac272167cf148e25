package toolcall

import (
	"encoding/json"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// guide tells a model how to call a tool in text.
const guide = `You can use the tools below. To use one, write this on lines of its own and then stop:
<tool_call>
{"name": "the tool's name", "arguments": {"its": "arguments"}}
</tool_call>
The result comes with the next message. Never make up a result.

Tools:`

// Guide describes tools to a model that takes no definitions; empty without tools.
func Guide(tools []chat.ToolSpec) string {
	if len(tools) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(guide)
	for _, t := range tools {
		definition, err := json.Marshal(t)
		if err != nil { // its schema is not JSON: it cannot be offered
			continue
		}
		b.WriteByte('\n')
		b.Write(definition)
	}
	return b.String()
}

// Write writes calls as text, in the format of Guide. Arguments that are not an object
// are left out: a model would learn from them.
func Write(calls []chat.ToolCall) string {
	var b strings.Builder
	for _, c := range calls {
		args := c.Args
		if !Object(args) {
			args = json.RawMessage("{}")
		}
		call, err := json.Marshal(struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}{c.Name, args})
		if err != nil {
			continue
		}
		b.WriteString(tagOpen + "\n")
		b.Write(call)
		b.WriteString("\n" + tagClose + "\n")
	}
	return b.String()
}
