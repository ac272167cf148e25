package history

import (
	"slices"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
)

// Input is a conversation and the room that it is to fit into. Sizes are in
// tokens where nothing else is said.
type Input struct {
	// Messages are the stored conversation, oldest first. The last message of
	// the person is the current request.
	Messages []chat.Message
	Count    budget.Counter
	// Room is the most that the projection may take.
	Room int
	// Threshold is what it may take before it is compacted, Reported what the
	// model said that the last request took of it; 0: not known.
	Threshold, Reported int
	// Retention is how many characters are kept of an older result.
	Retention int
	// Request is the most that a message of the person is shown of in full.
	Request int
	// State is how far the conversation was compacted before.
	State chat.Compaction
	// Memo makes it quicker to fit the same conversation again; may be nil.
	Memo *Memo
}

// Projection is what a model is to see of a conversation.
type Projection struct {
	Messages []chat.Message
	Tokens   int
	// Least is what the current request takes with a summary of all the rest.
	Least int
	// Request is how many characters of the current request are shown; 0: all.
	Request int
	// State is to be kept and given to the next Fit.
	State chat.Compaction
	// Steps are the steps of compaction that this Fit took.
	Steps []Step
	// Gap is set when a part of the conversation must give way to a summary:
	// then the projection is not finished. The caller makes the summary, puts it
	// into State by Gap.Filled and calls Fit again, which leaves no second Gap.
	Gap *Gap
	// Warnings tell the person what a model does not get to see.
	Warnings []chat.Warning
}

// Step is one step of compaction with the tokens before and after it.
type Step struct{ Number, Before, After int }

// The steps of compaction.
const (
	StepShorten   = 1 // older results are shortened
	StepSummarise = 2 // the oldest turns and rounds give way to a summary
	StepPanic     = 3 // the largest texts are cut, the newest result among them
)

// Gap is the part of a conversation that a summary is needed for.
type Gap struct {
	// Earlier is the summary so far; the new one stands for it as well.
	Earlier string
	// Messages are what it stands for besides, oldest first.
	Messages []chat.Message
	// Request is the current request, which stays in sight.
	Request string

	covered int
}

// Filled is the state after a summary was made of the gap.
func (g Gap) Filled(state chat.Compaction, summary string) chat.Compaction {
	state.Covered, state.Summary = g.covered, summary
	return state
}

// Fit projects a conversation into its room, in time linear in its length. A
// level that was reached stays, and what fits is left alone, so that fitting a
// second time changes nothing. The current request and the calls of its newest
// round with their results are always in the projection, and no call is ever
// parted from its result. Only where not even their bare names fit are calls of
// the newest round left out, each with its result.
func Fit(in Input) Projection {
	f := newFitting(in)
	if max(f.size, in.Reported) > f.threshold() {
		f.step(StepShorten, f.shortenOlder)
	}
	if f.size > f.threshold() {
		if gap := f.gap(); gap != nil {
			return Projection{Tokens: f.size, State: f.state, Steps: f.steps, Gap: gap}
		}
	}
	if f.size > in.Room {
		f.step(StepPanic, f.panicCut)
	}
	p := Projection{
		Messages: f.messages(), Tokens: f.size, State: f.state, Steps: f.steps, Warnings: f.warnings, Least: f.summaryLimit(),
	}
	if f.request >= 0 {
		u := f.units[f.request]
		p.Least += u.tokens
		if _, shown := f.requestText(u.stored[0]); shown < runeCount(u.stored[0].Text) {
			p.Request = shown
		}
	}
	return p
}

// fitting is a conversation while it is made to fit.
type fitting struct {
	in       Input
	state    chat.Compaction
	units    []unit
	request  int // the unit of the current request; -1: none
	first    int // the first unit that the summary does not stand for
	summary  []chat.Message
	size     int // tokens of everything that is shown
	steps    []Step
	warnings []chat.Warning
}

func newFitting(in Input) *fitting {
	f := &fitting{in: in, state: in.State, units: parse(in.Messages), request: -1}
	for i := range f.units {
		if f.units[i].kind == unitRequest {
			f.request = i
		}
		f.units[i].turn = f.request
	}
	for f.first < len(f.units) && f.units[f.first].start < f.state.Covered {
		f.first++
	}
	if f.state.Covered == 0 { // a model's view starts with the person
		for f.first < len(f.units) && f.units[f.first].kind != unitRequest {
			f.first++
		}
	}
	f.renderAll()
	return f
}

// threshold is what may be taken before compaction; never more than the room.
func (f *fitting) threshold() int { return min(f.in.Threshold, f.in.Room) }

// shown returns the units in sight: those from first on, under the request of the
// turn that they begin in.
func (f *fitting) shown() []*unit {
	var out []*unit
	if h := f.head(f.first); h >= 0 {
		out = append(out, &f.units[h])
	}
	for i := f.first; i < len(f.units); i++ {
		out = append(out, &f.units[i])
	}
	return out
}

// head is the request that stays in sight when the view begins at unit i in the
// middle of a turn; -1 when it begins with a request.
func (f *fitting) head(i int) int {
	switch {
	case i == len(f.units):
		return f.request
	case f.units[i].kind == unitRequest:
		return -1
	}
	return f.units[i].turn
}

func (f *fitting) messages() []chat.Message {
	views := [][]chat.Message{f.summary}
	for _, u := range f.shown() {
		views = append(views, u.view)
	}
	return slices.Concat(views...)
}

// renderAll makes the view of everything in sight and counts it.
func (f *fitting) renderAll() {
	f.size = 0
	f.summary = f.renderSummary()
	f.size += f.in.Count.Messages(f.summary)
	for _, u := range f.shown() {
		f.render(u)
		f.size += u.tokens
	}
}

// step takes a step of compaction and notes it if it made a difference.
func (f *fitting) step(number int, take func()) {
	before := f.size
	take()
	if f.size != before {
		f.steps = append(f.steps, Step{Number: number, Before: before, After: f.size})
	}
}

// shortenOlder cuts the results of all rounds but the newest to what is
// retained.
func (f *fitting) shortenOlder() {
	for i := len(f.units) - 1; i >= 0; i-- {
		if f.units[i].kind == unitRound {
			f.state.Shortened = max(f.state.Shortened, f.units[i].start)
			break
		}
	}
	f.renderAll()
}
