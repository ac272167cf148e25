package toolcall

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// InText rewrites a conversation with tools for a model that takes none: definitions go
// into the system prompt, calls and results into text.
func InText(list []chat.Message, specs []chat.ToolSpec) []chat.Message {
	if len(specs) == 0 && !usesTools(list) {
		return list
	}
	out := make([]chat.Message, 0, len(list)+1)
	if guide := Guide(specs); guide != "" {
		if len(list) > 0 && list[0].Role == chat.RoleSystem {
			guide, list = list[0].Text+"\n\n"+guide, list[1:]
		}
		out = append(out, chat.Message{Role: chat.RoleSystem, Text: guide})
	}
	for _, m := range list {
		switch {
		case m.Role == chat.RoleTool:
			m = chat.Message{Role: chat.RoleUser, Text: "Result of " + m.Tool + ":\n" + m.Text, Images: m.Images}
		case len(m.Calls) > 0:
			m.Text = strings.TrimSpace(m.Text + "\n" + Write(m.Calls))
			m.Calls, m.Thinking = nil, ""
		}
		out = append(out, m)
	}
	return out
}

func usesTools(list []chat.Message) bool {
	return slices.ContainsFunc(list, func(m chat.Message) bool { return m.Role == chat.RoleTool || len(m.Calls) > 0 })
}
