package rules

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// The tools for earlier changes.
const (
	toolUndo    = "files_undo"
	toolHistory = "files_history"
)

// undo undoes the last batch.
func (t *turn) undo() chat.Reply {
	last, reply := t.last(toolUndo)
	if last.tool == "" {
		return reply
	}
	u, ok := dataOf[files.Undone](last)
	if !ok {
		return t.say("taken_back")
	}
	return say(t.in.restored(u))
}

// restored describes the result of an undo.
func (s *speech) restored(u files.Undone) string {
	var b strings.Builder
	b.WriteString(s.count("restored", u.Restored, "batch", u.Batch) + "\n")
	if len(u.Noted) > 0 {
		b.WriteString("\n" + s.bullets(s.changeRows(u.Noted), len(u.Noted), shown))
	}
	if len(u.Kept) > 0 {
		b.WriteString("\n" + s.text("not_restored") + "\n\n" + s.bullets(s.changeRows(u.Kept), len(u.Kept), shown))
	}
	return b.String()
}

func (s *speech) changeRows(changes []files.Change) []string {
	rows := make([]string, len(changes))
	for i, c := range changes {
		rows[i] = filename.Shown(filepath.Base(c.From)) + " → " + filename.Shown(filepath.Base(c.To))
		if why := s.text(causes[c.Code]); why != "" {
			rows[i] += " (" + strings.TrimSuffix(why, ".") + ")"
		}
	}
	return rows
}

// states name the state of a batch.
var states = map[files.BatchState]string{
	files.BatchDone: "state_done", files.BatchStopped: "state_stopped", files.BatchInterrupted: "state_interrupted",
	files.BatchUndone: "state_undone", files.BatchDamaged: "state_damaged",
}

// history describes what was done.
func (t *turn) history() chat.Reply {
	last, reply := t.last(toolHistory)
	if last.tool == "" {
		return reply
	}
	h, ok := dataOf[files.History](last)
	switch {
	case !ok:
		return t.say("history_too_long")
	case len(h.Batches) == 0:
		return t.say("nothing_done")
	}
	var rows []string
	for _, past := range h.Batches {
		rows = append(rows, t.in.text("batch", "when", past.When.Format(time.RFC3339), "done", past.Done, "files", t.in.count("files", past.Of),
			"folder", filename.Shown(past.Folder), "state", t.in.text(states[past.State]), "batch", past.ID))
	}
	return say(t.in.bullets(rows, len(rows), shown))
}

// last returns the newest result of a tool without arguments, if it succeeded; otherwise
// a result without a tool, and the reply: a call of the tool, or why it failed.
func (t *turn) last(tool string) (result, chat.Reply) {
	answered := t.answers(tool)
	if len(answered) == 0 {
		return result{}, t.call(tool, map[string]any{})
	}
	last := answered[len(answered)-1]
	if last.status != chat.StatusOK {
		return result{}, say(t.in.trouble(last))
	}
	return last, chat.Reply{}
}
