package history

import (
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// panicRunes is the most characters that a result keeps when the room is too
// small for the newest results: the first 1,000 and the last 500. It is halved
// until everything fits.
const panicRunes = 1500

// panicCut cuts the largest texts until everything fits: at first results alone,
// then the summary, answers and arguments too.
func (f *fitting) panicCut() {
	ceiling := panicRunes
	if f.state.Ceiling > 0 && f.first < len(f.units) && f.units[f.first].start < f.state.Capped {
		ceiling = min(ceiling, f.state.Ceiling)
	}
	f.state.Capped = len(f.in.Messages)
	for ; ceiling > 0 && f.size > f.in.Room; ceiling /= 2 {
		f.state.Ceiling = ceiling
		f.renderAll()
	}
	f.warn("What the tools returned last does not fit into the model's context window: the model sees a part of it.")
	if f.size > f.in.Room {
		f.dropCalls()
	}
}

// dropCalls leaves out the first calls of the rounds in sight, each with its
// result, until the rest fits: no cut makes so many fit. The summary goes last.
func (f *fitting) dropCalls() {
	dropped := 0
	for _, u := range f.shown() {
		for u.kind == unitRound && len(u.view) > 0 && f.size > f.in.Room {
			before := u.tokens
			dropped += f.dropFrom(u, f.size-f.in.Room)
			f.size -= before - u.tokens
		}
	}
	if f.size > f.in.Room && f.request >= 0 {
		f.onlyRequest()
	}
	if dropped > 0 {
		f.warn(fmt.Sprintf("%d tool calls do not fit into the model's context window and are not shown to it.", dropped))
	}
}

// dropFrom leaves out as many of the first calls of a round as make up for over
// tokens, and the whole round with the last of them. It says how many.
func (f *fitting) dropFrom(u *unit, over int) (n int) {
	calls := u.view[0].Calls
	for n < len(calls) && over > 0 {
		with, without := chat.Message{Calls: calls[n : n+1]}, chat.Message{}
		over -= f.in.Count.Message(u.view[1+n]) + f.in.Count.Message(with) - f.in.Count.Message(without)
		n++
	}
	if n == len(calls) {
		u.view, u.tokens = nil, 0
		return n
	}
	u.view = append([]chat.Message{u.view[0]}, u.view[1+n:]...)
	u.view[0].Calls = calls[n:]
	u.tokens = f.in.Count.Messages(u.view)
	return n
}

// onlyRequest leaves nothing but the current request.
func (f *fitting) onlyRequest() {
	f.summary = nil
	for _, u := range f.shown() {
		if u != &f.units[f.request] {
			u.view, u.tokens = nil, 0
		}
	}
	f.size = f.units[f.request].tokens
}

func (f *fitting) warn(text string) { f.warnings = append(f.warnings, text) }
