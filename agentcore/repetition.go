package agentcore

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// A repeated call is not run again; from nudgeAt times on the answer is blunter, and at
// loopAt the turn ends.
const (
	nudgeAt = 3
	loopAt  = 4
)

// headRunes is how much of the earlier result a repeated call gets.
const headRunes = 500

// repetition records the calls of a turn whose result would be the same again, because
// nothing has changed since. It belongs to one goroutine.
type repetition struct {
	seen map[string]*earlier
}

// earlier is a call that was made, and how often.
type earlier struct {
	call   chat.ToolCall
	times  int
	result chat.ToolResult
	done   chan struct{} // closed when result is set
}

// key is equal for equal calls, however their arguments are written.
func key(c chat.ToolCall) string {
	dec := json.NewDecoder(bytes.NewReader(c.Args))
	dec.UseNumber() // keeps the digits of long numbers
	var args any
	if dec.Decode(&args) != nil {
		return c.Name + " " + string(c.Args)
	}
	canonical, err := json.Marshal(args)
	if err != nil {
		return c.Name + " " + string(c.Args)
	}
	return c.Name + " " + string(canonical)
}

// changed forgets everything: after a change every result may differ.
func (r *repetition) changed() { clear(r.seen) }

// lasting reports whether a repetition of a call with this result would give the same.
func lasting(result chat.ToolResult, read bool) bool {
	switch chat.StatusOf(result) {
	case chat.StatusOK:
		return read
	case chat.StatusDenied, chat.StatusBlocked:
		return true
	}
	return false
}

// changes reports whether a call with this result may have changed something.
func changes(result chat.ToolResult, read bool) bool {
	switch result.Failure.Class {
	case chat.ErrInvalidArgs, chat.ErrToolNotFound:
		return false
	}
	ended := chat.StatusOf(result)
	return !read && ended != chat.StatusDenied && ended != chat.StatusBlocked
}

// refusal is the answer to a repetition, by the number of times.
func (e *earlier) refusal() chat.ToolResult {
	message := fmt.Sprintf("This call was made before in this turn, as %s, and nothing has changed since.", e.call.ID)
	advice := "It was not made again: use its result, which begins like this:"
	if !e.result.OK {
		advice = "It was not made again: it would be answered the same, " + string(e.result.Failure.Class) + "."
	}
	switch {
	case e.times >= loopAt:
		advice = "The turn ends here."
	case e.times >= nudgeAt:
		advice = "Stop repeating it. Do something else, or answer with what you have."
	}
	r := chat.Failed(e.call.Name, chat.ErrRepetition, message).Advised(advice)
	if e.times < nudgeAt && e.result.OK {
		r.Text, _ = Cap(e.result.Text, headRunes)
	}
	return r
}
