package history

import (
	"github.com/deskhand/deskhand/agentcore/chat"
)

// panicRunes is the length of results below which the summary, answers and arguments are
// cut too.
const panicRunes = 1500

// closely is the precision of a cut, as a fraction of what is kept.
const closely = 16

// charsPerToken is more than any readable text has: no longer cut is tried.
const charsPerToken = 8

// panicCut cuts the largest texts as little as possible for everything to fit: first only
// results, then the summary, answers and arguments too.
func (f *fitting) panicCut() {
	most := min(f.longest(), f.in.Room*charsPerToken)
	if f.state.Ceiling > 0 && f.first < len(f.units) && f.units[f.first].start < f.state.Capped {
		most = min(most, f.state.Ceiling)
	}
	f.state.Capped = len(f.in.Messages)
	fits := most
	for ; fits > 0 && !f.capAt(fits); fits /= 2 {
		most = fits
	}
	for fits > 0 && most-fits > max(1, fits/closely) {
		if between := (most + fits) / 2; f.capAt(between) {
			fits = between
		} else {
			most = between
		}
	}
	if fits > 0 {
		f.capAt(fits)
	}
	f.warn(chat.Warning{Code: chat.WarningResultCut})
	if f.size > f.in.Room {
		f.dropCalls()
	}
}

// longest returns the length of the longest visible text, in characters.
func (f *fitting) longest() int {
	most := len(f.state.Summary)
	for _, u := range f.shown() {
		for _, m := range u.stored {
			most = max(most, runeCount(m.Text))
			for _, c := range m.Calls {
				most = max(most, len(c.Args))
			}
		}
	}
	return most
}

// capAt cuts texts to so many characters and reports whether everything fits then.
func (f *fitting) capAt(ceiling int) bool {
	f.state.Ceiling = ceiling
	f.renderAll()
	return f.size <= f.in.Room
}

// dropCalls leaves out the first calls of the visible rounds, each with its result, until
// the rest fits. The summary goes last.
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
		f.warn(chat.Warning{Code: chat.WarningCallsDropped, Of: dropped})
	}
}

// dropFrom leaves out enough of the first calls of a round to save over tokens, and the
// whole round with the last of them. It returns how many.
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

func (f *fitting) warn(w chat.Warning) { f.warnings = append(f.warnings, w) }
