package agentcore

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/excerpt"
	"github.com/deskhand/deskhand/agentcore/filename"
)

// toolMessage makes the recorded message of a call: its text, capped, with a handle to
// the full text if it was cut. Results are capped nowhere else.
func (t *turn) toolMessage(ctx context.Context, d *roundCall) (m chat.Message, truncated bool, err error) {
	whole, limit := resultText(d.result), t.resultChars()
	m = chat.Message{
		Role: chat.RoleTool, CallID: d.call.ID, Tool: d.call.Name,
		Status: chat.StatusOf(d.result), Failure: d.result.Failure.Record(),
		MS: d.result.Duration.Round(time.Millisecond).Milliseconds(), Source: d.result.Source,
	}
	if keep := t.agent.Config.Record; keep != nil && len(d.result.Data) > 0 {
		m.Data = keep(d.call.Name, d.result.Data)
	}
	if tailMatters(d) {
		m.Text, truncated = CapEnds(whole, limit)
	} else {
		m.Text, truncated = Cap(whole, limit)
	}
	var lines string
	m.Images, lines = t.pictures(d.result.Blobs)
	m.Text += lines
	switch {
	case truncated:
		m.Shown, m.Chars = limit, utf8.RuneCountInString(whole)
		t.named.add(whole)
	case utf8.RuneCountInString(d.earlier) > headRunes:
		whole = d.earlier
	default:
		return m, false, nil
	}
	m.Handle, err = t.agent.Transcript.KeepFull(context.WithoutCancel(ctx), t.in.Conversation, whole)
	if err != nil {
		return m, truncated, fmt.Errorf("keep the full result of %s: %w", d.call.Name, err)
	}
	return m, truncated, nil
}

// resultChars returns how many characters of a result enter the conversation.
func (t *turn) resultChars() int {
	return budget.ForResult(t.candidate.Window, t.agent.Config.ResultChars)
}

// tailMatters reports whether the end of a result matters as much as its beginning, as in
// errors and logs.
func tailMatters(d *roundCall) bool {
	return !d.result.OK || bytes.Contains(bytes.ToLower(d.call.Args), []byte(`.log"`))
}

// resultText returns what a model reads of a result: its text or else its data; for a
// failure its type, what failed, on which path, the advice, and what else the tool said.
func resultText(r chat.ToolResult) string {
	switch {
	case r.OK && r.Text == "":
		return string(r.Data)
	case r.OK:
		return r.Text
	}
	parts := []string{fmt.Sprintf("%s: %s", r.Failure.Class, r.Failure.Message)}
	if r.Failure.Path != "" {
		parts = append(parts, "Path: "+filename.Shown(r.Failure.Path))
	}
	if next := r.Failure.Next(); next != "" {
		parts = append(parts, next)
	}
	if more := besides(r); more != "" {
		parts = append(parts, more)
	}
	return strings.Join(parts, "\n")
}

// besides returns a failed tool's text without message, path and advice, which many texts
// begin with.
func besides(r chat.ToolResult) string {
	more := r.Text
	for _, said := range []string{r.Failure.Message, "Path: " + filename.Shown(r.Failure.Path), r.Failure.Next()} {
		rest, begins := strings.CutPrefix(more, said)
		if next := strings.TrimLeft(rest, " \n"); begins && (next != rest || next == "") {
			more = next
		}
	}
	return more
}

// Cap cuts text to its first limit characters and says how many there were. A text that
// would not get shorter is unchanged.
func Cap(text string, limit int) (capped string, truncated bool) {
	n := utf8.RuneCountInString(text)
	notice := fmt.Sprintf("\n[... truncated: showing first %d of %d chars]", limit, n)
	if n <= limit+utf8.RuneCountInString(notice) {
		return text, false
	}
	return excerpt.First(text, limit) + notice, true
}

// CapEnds cuts text to limit characters, a third of them from its end.
func CapEnds(text string, limit int) (capped string, truncated bool) {
	n, tail := utf8.RuneCountInString(text), limit/3
	head := limit - tail
	notice := fmt.Sprintf("\n[... truncated: showing first %d and last %d of %d chars]\n", head, tail, n)
	if n <= limit+utf8.RuneCountInString(notice) {
		return text, false
	}
	first, last := excerpt.Ends(text, head, tail)
	return first + notice + last, true
}
