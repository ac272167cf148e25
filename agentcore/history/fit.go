package history

import (
	"slices"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
)

// Input is a conversation and the room to fit it into. Sizes are in tokens unless noted.
type Input struct {
	// Messages are the stored conversation, oldest first. The last message of the user is
	// the current request.
	Messages []chat.Message
	Count    budget.Counter
	// Room is the most that the projection may take.
	Room int
	// Threshold is what it may take before compaction, Reported what the model reported
	// for the last request; 0 if unknown.
	Threshold, Reported int
	// Retention is how many characters are kept of an older result.
	Retention int
	// Request is the most that a message of the user is shown in full.
	Request int
	// State is the state of compaction so far.
	State chat.Compaction
	// Memo caches the work of fitting the same conversation again; may be nil.
	Memo *Memo
}

// Projection is what a model sees of a conversation.
type Projection struct {
	Messages []chat.Message
	Tokens   int
	// Least is the size of the current request with a summary of all the rest.
	Least int
	// Request is how many characters of the current request are shown; 0 means all.
	Request int
	// State must be stored and passed to the next Fit.
	State chat.Compaction
	// Steps are the steps of compaction that this Fit took.
	Steps []Step
	// Gap is set if a part of the conversation must be replaced by a summary: then the
	// projection is unfinished. The caller makes the summary, adds it to State by
	// Gap.Filled and calls Fit again, which leaves no second Gap.
	Gap *Gap
	// Warnings tell the user what a model does not see.
	Warnings []chat.Warning
}

// Step is one step of compaction with the tokens before and after it.
type Step struct{ Number, Before, After int }

// The steps of compaction.
const (
	StepShorten   = 1 // older results are shortened
	StepSummarise = 2 // the oldest turns and rounds are replaced by a summary
	StepPanic     = 3 // the largest texts are cut, even the newest result
)

// Gap is the part of a conversation that a summary is needed for.
type Gap struct {
	// Earlier is the summary so far, which the new one includes.
	Earlier string
	// Messages are the rest of what it covers, oldest first.
	Messages []chat.Message
	// Request is the current request, which stays visible.
	Request string

	covered int
}

// Filled returns the state after a summary of the gap.
func (g Gap) Filled(state chat.Compaction, summary string) chat.Compaction {
	state.Covered, state.Summary = g.covered, summary
	return state
}

// Fit projects a conversation into its room, in linear time. Compaction is never
// reverted, and what fits is left alone, so that fitting twice changes nothing. The
// projection always has the current request and the calls of its newest round with their
// results, and no call is separated from its result. Only if not even their bare names
// fit are calls of the newest round left out, each with its result.
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

// fitting is a conversation being fitted.
type fitting struct {
	in       Input
	state    chat.Compaction
	units    []unit
	request  int // the unit of the current request; -1: none
	first    int // the first unit that the summary does not cover
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
	if f.state.Covered == 0 { // a view must start with the user
		for f.first < len(f.units) && f.units[f.first].kind != unitRequest {
			f.first++
		}
	}
	f.renderAll()
	return f
}

// threshold returns the size before compaction, at most the room.
func (f *fitting) threshold() int { return min(f.in.Threshold, f.in.Room) }

// shown returns the visible units: those from first on, preceded by the request of their
// turn.
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

// head returns the request to keep visible if the view begins at unit i within a turn; -1
// if it begins with a request.
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

// renderAll renders and counts everything visible.
func (f *fitting) renderAll() {
	f.size = 0
	f.summary = f.renderSummary()
	f.size += f.in.Count.Messages(f.summary)
	for _, u := range f.shown() {
		f.render(u)
		f.size += u.tokens
	}
}

// step takes a step of compaction and records it if it made a difference.
func (f *fitting) step(number int, take func()) {
	before := f.size
	take()
	if f.size != before {
		f.steps = append(f.steps, Step{Number: number, Before: before, After: f.size})
	}
}

// shortenOlder cuts the results of all rounds but the newest to the retention size.
func (f *fitting) shortenOlder() {
	for i := len(f.units) - 1; i >= 0; i-- {
		if f.units[i].kind == unitRound {
			f.state.Shortened = max(f.state.Shortened, f.units[i].start)
			break
		}
	}
	f.renderAll()
}
