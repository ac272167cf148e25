package agentcore

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// toolMessage makes the record of a call that enters the conversation: its
// text, capped, with a handle to the full one where it was cut.
func (t *turn) toolMessage(ctx context.Context, d *deed) (m chat.Message, truncated bool, err error) {
	text := resultText(d.result)
	capped, truncated := Cap(text, t.agent.Config.ResultChars)
	m = chat.Message{
		Role: chat.RoleTool, Text: capped, CallID: d.call.ID, Tool: d.call.Name,
		Status: chat.StatusOf(d.result), ErrorType: d.result.ErrorType,
		MS: d.result.Duration.Round(time.Millisecond).Milliseconds(),
	}
	if truncated {
		m.Shown, m.Chars = t.agent.Config.ResultChars, utf8.RuneCountInString(text)
		m.Handle, err = t.agent.Transcript.KeepFull(context.WithoutCancel(ctx), t.in.Conversation, text)
		if err != nil {
			return m, truncated, fmt.Errorf("keep the full result of %s: %w", d.call.Name, err)
		}
		m.Text += " [handle " + m.Handle + "]"
	}
	return m, truncated, nil
}

// resultText is what a model reads of a result: its text, or on failure which
// kind of failure, what failed, on which path and what may be done next.
func resultText(r chat.ToolResult) string {
	if r.OK {
		return r.Text
	}
	parts := []string{fmt.Sprintf("%s: %s", r.ErrorType, r.Error)}
	if r.Path != "" {
		parts = append(parts, "Path: "+r.Path)
	}
	if r.Advice != "" {
		parts = append(parts, r.Advice)
	}
	return strings.Join(parts, "\n")
}

// Cap cuts text to limit characters and says how much there was. A text that
// would not get shorter by it stays as it is.
func Cap(text string, limit int) (capped string, truncated bool) {
	n := utf8.RuneCountInString(text)
	notice := fmt.Sprintf("\n[... truncated: showing first %d of %d chars]", limit, n)
	if n <= limit+utf8.RuneCountInString(notice) {
		return text, false
	}
	return string([]rune(text)[:limit]) + notice, true
}

// account tells from the records alone what a turn did: the answer where no
// model gave one.
func account(current []chat.Message) string {
	var b strings.Builder
	for _, m := range current {
		if m.Role == chat.RoleTool {
			first, _, _ := strings.Cut(m.Text, "\n")
			fmt.Fprintf(&b, "- %s (%s): %s\n", m.Tool, m.Status, first)
		}
	}
	if b.Len() == 0 {
		return "I was unable to complete the task."
	}
	return "I stopped before I was done. This is what was done:\n" + b.String()
}
