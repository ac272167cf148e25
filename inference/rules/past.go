package rules

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// The tools for what was done before.
const (
	toolUndo    = "files_undo"
	toolHistory = "files_history"
)

// undo takes the last batch back.
func (t *turn) undo() chat.Reply {
	last, reply := t.last(toolUndo)
	if last.tool == "" {
		return reply
	}
	u, ok := dataOf[files.Undone](last)
	if !ok {
		return say("It was taken back. The history shows what was done.")
	}
	return say(restored(u))
}

// restored tells what an undo brought back.
func restored(u files.Undone) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Restored %s of batch %s.\n", count(u.Restored, "file", "files"), u.Batch)
	if len(u.Noted) > 0 {
		b.WriteString("\n" + bullets(changeRows(u.Noted), len(u.Noted), shown))
	}
	if len(u.Kept) > 0 {
		b.WriteString("\nCould not be taken back, and can be tried again:\n\n" + bullets(changeRows(u.Kept), len(u.Kept), shown))
	}
	return b.String()
}

func changeRows(changes []files.Change) []string {
	rows := make([]string, len(changes))
	for i, c := range changes {
		rows[i] = filename.Shown(filepath.Base(c.From)) + " → " + filename.Shown(filepath.Base(c.To))
		if c.Note != "" {
			rows[i] += " (" + c.Note + ")"
		}
	}
	return rows
}

// history tells what was done.
func (t *turn) history() chat.Reply {
	last, reply := t.last(toolHistory)
	if last.tool == "" {
		return reply
	}
	h, ok := dataOf[files.History](last)
	switch {
	case !ok:
		return say("The history is too long to be shown here.")
	case len(h.Batches) == 0:
		return say("Nothing has been moved yet.")
	}
	var rows []string
	for _, past := range h.Batches {
		rows = append(rows, fmt.Sprintf("%s: %d of %s in %s, %s (batch %s)",
			past.When, past.Done, count(past.Of, "file", "files"), filename.Shown(past.Folder), past.State, past.Batch))
	}
	return say(bullets(rows, len(rows), shown))
}

// last is the newest result of a tool that takes no arguments, if that is good;
// else it has no tool, and the reply is what to do: call it, or say why it
// failed.
func (t *turn) last(tool string) (result, chat.Reply) {
	answered := t.answers(tool)
	if len(answered) == 0 {
		return result{}, t.call(tool, map[string]any{})
	}
	last := answered[len(answered)-1]
	if last.status != chat.StatusOK {
		return result{}, say(trouble(last))
	}
	return last, chat.Reply{}
}
