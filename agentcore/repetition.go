package agentcore

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// What becomes of the same call made again and again: from the second time on
// it is not run, from nudgeAt on it is told so in plainer words, and at loopAt
// the turn ends.
const (
	nudgeAt = 3
	loopAt  = 4
)

// headRunes is how much of an earlier result is shown again to who asks again.
const headRunes = 500

// repetition remembers the calls of a turn whose answer would be the same
// again, because nothing was changed since. It belongs to one goroutine.
type repetition struct {
	seen map[string]*earlier
}

// earlier is a call that was made, and how often.
type earlier struct {
	call   chat.ToolCall
	times  int
	result chat.ToolResult
	done   chan struct{} // closed when result is there
}

// key is equal for calls that ask for the same, however their arguments are
// written.
func key(c chat.ToolCall) string {
	dec := json.NewDecoder(bytes.NewReader(c.Args))
	dec.UseNumber() // a long number keeps its digits
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

// changed forgets everything: after a change every answer may be another one.
func (r *repetition) changed() { clear(r.seen) }

// lasting reports whether a call which ended so would end so again.
func lasting(result chat.ToolResult, read bool) bool {
	switch chat.StatusOf(result) {
	case chat.StatusOK:
		return read
	case chat.StatusDenied, chat.StatusBlocked:
		return true
	}
	return false
}

// changes reports whether a call which ended so may have changed something.
func changes(result chat.ToolResult, read bool) bool {
	switch result.Failure.Class {
	case chat.ErrInvalidArgs, chat.ErrToolNotFound:
		return false
	}
	ended := chat.StatusOf(result)
	return !read && ended != chat.StatusDenied && ended != chat.StatusBlocked
}

// refusal is what a call is answered the times it was made by now.
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
