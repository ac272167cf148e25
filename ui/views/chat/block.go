package chat

import (
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// blockKind is what a block of a conversation holds.
type blockKind int

const (
	blockRequest  blockKind = iota // the user's request
	blockText                      // the assistant's answer
	blockThinking                  // its thinking before the answer
	blockTool                      // one call of a tool
	blockLine                      // a small remark
)

// block is one item of a conversation, as shown.
type block struct {
	kind     blockKind
	index    int // among those of its turn; -1: its turn is not running
	text     string
	came     strings.Builder // the pieces of the text
	restarts int             // how often the text was reset
	open     bool            // more is to come
	grave    bool            // of a line: it is an error
	sent     bool            // of a request: shown, but its turn has not begun yet
	// retried is the model that is asked again, according to a line.
	retried string
	// failed is the model that did not answer and was not replaced, according to a line.
	failed string

	// Of thinking: whether the answer has begun, and how long it took.
	thought bool
	took    time.Duration

	// Of a tool: the call, its record once it has ended, its progress until then, and the
	// question to the user.
	call     chat.ToolCall
	record   chat.Message
	progress chat.Progress
	question *question
	form     *serverQuestion // the server's question to the user
	last     bool            // it belongs to the newest request
	request  string

	version int // incremented on each change
}

func (b *block) changed() { b.version++ }

// write appends a piece to the text, in time proportional to the piece.
func (b *block) write(piece string) {
	b.came.WriteString(piece)
	b.text = b.came.String()
}

// rewrite replaces the text.
func (b *block) rewrite(text string) {
	b.came = strings.Builder{}
	b.text = text
	b.restarts++
}

// waits reports whether the user is asked something about it.
func (b *block) waits() bool { return b.question != nil || b.form != nil }

// status returns the status of a call.
func (b *block) status() chat.Status {
	switch {
	case !b.open:
		return b.record.Status
	case b.waits():
		return chat.StatusAwaitingApproval
	}
	return chat.StatusRunning
}
