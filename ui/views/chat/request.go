package chat

import (
	"slices"

	"github.com/deskhand/deskhand/agentcore/event"
)

// send shows a request before its turn has begun.
func (t *conversation) send(text string) {
	t.running = true
	t.ask(text)
	t.blocks[len(t.blocks)-1].sent = true
}

// started begins the turn of a request, which may be shown already.
func (t *conversation) started(e event.TurnStarted) {
	t.id = e.Session
	if b := t.waiting(); b != nil {
		b.sent = false
		return
	}
	t.ask(e.Request)
}

// waiting returns the request whose turn has not begun, or nil.
func (t *conversation) waiting() *block {
	if at := t.newest(); at >= 0 && t.blocks[at].sent {
		return t.blocks[at]
	}
	return nil
}

// newest returns the position of the newest request; -1 if there is none.
func (t *conversation) newest() int {
	for at, b := range slices.Backward(t.blocks) {
		if b.kind == blockRequest {
			return at
		}
	}
	return -1
}

// undoEdit removes a request whose turn never began, and reports whether there was one.
// The previous one is the newest again.
func (t *conversation) undoEdit() bool {
	if t.waiting() == nil {
		return false
	}
	at := t.newest()
	t.blocks = slices.Delete(t.blocks, at, at+1)
	t.request = ""
	if at = t.newest(); at < 0 {
		return true
	}
	t.request = t.blocks[at].text
	for _, b := range t.blocks[at:] {
		b.last = b.kind == blockTool
		b.changed()
	}
	return true
}

// waits reports whether a turn is running without visible output: a model is being
// loaded, or thinks.
func (t *conversation) waits() bool {
	if !t.running || len(t.blocks) == 0 {
		return false
	}
	last := t.blocks[len(t.blocks)-1]
	return !last.open || last.kind != blockTool && last.text == ""
}
