package chat

import (
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// blockKind says what a block of a conversation holds.
type blockKind int

const (
	blockRequest  blockKind = iota // what the person asked
	blockText                      // what the assistant answered
	blockThinking                  // what it thought before
	blockTool                      // one call of a tool
	blockLine                      // a quiet remark besides all that
)

// block is one thing in a conversation, as it is shown.
type block struct {
	kind     blockKind
	index    int // among those of its turn; -1: it is of no turn that runs
	text     string
	came     strings.Builder // what text was made of, piece by piece
	restarts int             // how often the text was taken back and begun again
	open     bool            // more of it is to come
	grave    bool            // of a line: something went wrong
	sent     bool            // of a request: it is shown, but its turn has not begun yet
	// retried is the model that a line says is asked again.
	retried string
	// failed is the model that a line says did not answer, and that none stood in for.
	failed string

	// Of a thought: that the answer has begun, and how long it took.
	thought bool
	took    time.Duration

	// Of a tool: the call, what is on record of it once it has ended, how far it
	// has come until then, and what the person is asked about it.
	call     chat.ToolCall
	record   chat.Message
	progress chat.Progress
	question *question
	form     *serverQuestion // what its server asks the person for
	last     bool            // it belongs to the newest request
	request  string

	version int // grows with each change
}

func (b *block) changed() { b.version++ }

// write adds a piece to the text; it costs what the piece costs.
func (b *block) write(piece string) {
	b.came.WriteString(piece)
	b.text = b.came.String()
}

// rewrite makes the text another one.
func (b *block) rewrite(text string) {
	b.came = strings.Builder{}
	b.text = text
	b.restarts++
}

// waits reports whether the person is asked something about it.
func (b *block) waits() bool { return b.question != nil || b.form != nil }

// status is where a call stands.
func (b *block) status() chat.Status {
	switch {
	case !b.open:
		return b.record.Status
	case b.waits():
		return chat.StatusAwaitingApproval
	}
	return chat.StatusRunning
}
