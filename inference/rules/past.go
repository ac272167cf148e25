package rules

import (
	"github.com/deskhand/deskhand/agentcore/chat"
)

// The tools for what was done before.
const (
	toolUndo    = "files_undo"
	toolHistory = "files_history"
)

// undo takes the last batch back.
func (t *turn) undo() chat.Reply { return t.relay(toolUndo) }

// history tells what was done.
func (t *turn) history() chat.Reply { return t.relay(toolHistory) }

// relay calls a tool that needs no arguments and tells its answer as it is.
func (t *turn) relay(tool string) chat.Reply {
	answered := t.answers(tool)
	if len(answered) == 0 {
		return t.call(tool, map[string]any{})
	}
	last := answered[len(answered)-1]
	if last.status != chat.StatusOK {
		return say(trouble(last))
	}
	body, more := beginning(last.text, listRunes)
	if more {
		body += "\n\nThere is more than is shown here."
	}
	if body == "" {
		body = "The tool " + tool + " has finished and had nothing to say."
	}
	return say(body)
}
