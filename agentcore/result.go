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
	"github.com/deskhand/deskhand/agentcore/filename"
)

// toolMessage makes the record of a call that enters the conversation: its
// text, capped, with a handle to the full one where it was cut. This is the one
// place where results are capped.
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

// resultChars is how many characters of a result enter the conversation.
func (t *turn) resultChars() int {
	return budget.ForResult(t.candidate.Window, t.agent.Config.ResultChars)
}

// tailMatters reports whether the end of a result tells as much as its beginning:
// what went wrong, and what a log says last.
func tailMatters(d *roundCall) bool {
	return !d.result.OK || bytes.Contains(bytes.ToLower(d.call.Args), []byte(`.log"`))
}

// resultText is what a model reads of a result: its text or, where there is
// none, its data; on failure which
// kind of failure, what failed, on which path, what may be done next, and what
// the tool said besides.
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

// besides is what the words of a failed tool say behind what failed, on which
// path and what to do next: many begin with these.
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

// Cap cuts text to its first limit characters and says how much there was. A
// text that would not get shorter by it stays as it is.
func Cap(text string, limit int) (capped string, truncated bool) {
	n := utf8.RuneCountInString(text)
	notice := fmt.Sprintf("\n[... truncated: showing first %d of %d chars]", limit, n)
	if n <= limit+utf8.RuneCountInString(notice) {
		return text, false
	}
	return firstRunes(text, limit) + notice, true
}

// CapEnds cuts text to limit characters of which a third are its last ones.
func CapEnds(text string, limit int) (capped string, truncated bool) {
	n, tail := utf8.RuneCountInString(text), limit/3
	head := limit - tail
	notice := fmt.Sprintf("\n[... truncated: showing first %d and last %d of %d chars]\n", head, tail, n)
	if n <= limit+utf8.RuneCountInString(notice) {
		return text, false
	}
	return firstRunes(text, head) + notice + lastRunes(text, tail), true
}

// firstRunes returns the first n characters of a text that has more.
func firstRunes(text string, n int) string {
	for at := range text {
		if n == 0 {
			return text[:at]
		}
		n--
	}
	return text
}

// lastRunes returns the last n characters of a text that has more.
func lastRunes(text string, n int) string {
	at := len(text)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return text[at:]
}
