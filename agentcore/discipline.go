package agentcore

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// discipline filters the tool calls of one turn: it blocks tools that keep failing, and
// does not repeat a call that was just made. Code that works on a batch calls tools
// without it.
//
// admit belongs to one goroutine, so that calls are judged in order; the functions it
// returns may run on any.
type discipline struct {
	call    func(context.Context, chat.ToolCall) chat.ToolResult
	breaker *breaker
	again   repetition
	looped  bool
}

// newDiscipline returns the discipline of one turn; failures is how often in a row a tool
// may fail.
func newDiscipline(failures int, call func(context.Context, chat.ToolCall) chat.ToolResult) *discipline {
	return &discipline{call: call, breaker: newBreaker(failures), again: repetition{seen: map[string]*earlier{}}}
}

// admit decides on a call and returns a function that carries it out. It blocks while the
// decision depends on running calls; read means that the call changes nothing.
func (d *discipline) admit(ctx context.Context, c chat.ToolCall, read bool) func() verdict {
	k := key(c)
	if e := d.again.seen[k]; e != nil {
		<-e.done
		if lasting(e.result, read) {
			return d.refuse(e)
		}
	}
	e := &earlier{call: c, times: 1, done: make(chan struct{})}
	d.again.seen[k] = e
	if !d.breaker.enter(ctx, c.Name) {
		e.result = d.breaker.refusal(c.Name)
		close(e.done)
		return func() verdict { return verdict{result: e.result} }
	}
	return func() verdict {
		defer close(e.done)
		e.result = d.call(ctx, c)
		d.breaker.leave(c.Name, chat.StatusOf(e.result))
		return verdict{result: e.result}
	}
}

// verdict is the result of a call, and the full text of the earlier one that it refers
// to.
type verdict struct {
	result  chat.ToolResult
	earlier string
}

// refuse answers a repeated call.
func (d *discipline) refuse(e *earlier) func() verdict {
	e.times++
	d.looped = d.looped || e.times >= loopAt
	v := verdict{result: e.refusal()}
	if e.result.OK && e.times < nudgeAt {
		v.earlier = e.result.Text
	}
	if e.result.Failure.Class == chat.ErrCircuitBreaker { // its advice fits best
		v.result = e.result
	}
	return func() verdict { return v }
}

// ended records what a call did, in the order of the calls.
func (d *discipline) ended(result chat.ToolResult, read bool) {
	if changes(result, read) {
		d.again.changed()
	}
}
