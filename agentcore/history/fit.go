package history

import (
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
)

// retentionRunes is what is kept of an older round's tool result when room is
// short.
const retentionRunes = 500

// retentionNotice follows a tool result that was shortened for room.
const retentionNotice = "\n[truncated for context management]"

// Fit projects a conversation to at most room tokens: first the tool results
// before the newest round are shortened, then the oldest whole turns are left
// out. The turn of the current request always stays. It reports the tokens of
// what it returns.
func Fit(messages []chat.Message, room int) (projection []chat.Message, tokens int) {
	projection = Present(messages)
	if tokens = count(projection); tokens <= room {
		return projection, tokens
	}
	projection = Present(shorten(messages))
	tokens = count(projection)
	dropped := 0
	for _, next := range turnStarts(projection)[1:] {
		if tokens <= room {
			break
		}
		tokens -= count(projection[dropped:next])
		dropped = next
	}
	return projection[dropped:], tokens
}

func count(messages []chat.Message) int {
	n := 0
	for _, m := range messages {
		n += budget.Message(m)
	}
	return n
}

// turnStarts gives the places where turns begin: the start of the history, then
// each further user message.
func turnStarts(messages []chat.Message) []int {
	starts := []int{0}
	for i, m := range messages {
		if i > 0 && m.Role == chat.RoleUser {
			starts = append(starts, i)
		}
	}
	return starts
}

// shorten cuts the tool results of all rounds but the newest.
func shorten(messages []chat.Message) []chat.Message {
	newest := len(messages)
	for newest > 0 && messages[newest-1].Role == chat.RoleTool {
		newest--
	}
	out := make([]chat.Message, len(messages))
	copy(out, messages)
	for i := range out[:newest] {
		if out[i].Role == chat.RoleTool {
			out[i].Text = retain(out[i].Text)
		}
	}
	return out
}

// retain cuts a text to what is kept of an older result; one that would not get
// shorter stays as it is.
func retain(text string) string {
	runes := []rune(text)
	if len(runes) <= retentionRunes+len([]rune(retentionNotice)) {
		return text
	}
	return string(runes[:retentionRunes]) + retentionNotice
}
