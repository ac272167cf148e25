package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	chatpage "github.com/deskhand/deskhand/ui/views/chat"
	"github.com/deskhand/deskhand/ui/views/kit"
	planpage "github.com/deskhand/deskhand/ui/views/plan"
)

// state is what a window restores after a restart or a crash. The plan and its edits are
// recorded, and texts are cached by contents; the state refers to them.
type state struct {
	Width  float32         `json:"width"`
	Height float32         `json:"height"`
	Page   kit.PageName    `json:"page"`
	Job    jobState        `json:"job"`
	Chat   *chatpage.Place `json:"chat,omitempty"`
}

// jobState is the progress of the job from the drop to the receipt.
type jobState struct {
	Reading *readingState   `json:"reading,omitempty"`
	Plan    *planpage.Place `json:"plan,omitempty"`
	Queue   []string        `json:"queue,omitempty"`
}

// readingState are files that are being read, or were when that was paused.
type readingState struct {
	Request app.ProposeRequest `json:"request"`
	Done    int                `json:"done"`
	Total   int                `json:"total"`
}

// keeper stores the state of a window: it checks on each pulse whether it has changed.
type keeper struct {
	w     *Window
	keep  func([]byte) error
	pulse time.Duration
	final []byte // as it was when the window was closed
}

func newKeeper(w *Window, keep func([]byte) error, pulse time.Duration) *keeper {
	return &keeper{w: w, keep: keep, pulse: pulse}
}

// start stores the state until the window is closed.
func (k *keeper) start() {
	if k.keep == nil {
		return
	}
	k.w.work.Start(func(ctx context.Context) func() {
		var kept []byte
		put := func(now []byte) {
			if len(now) > 0 && !bytes.Equal(now, kept) && k.keep(now) == nil {
				kept = now
			}
		}
		look := time.NewTicker(k.pulse)
		defer look.Stop()
		for {
			select {
			case <-look.C:
			case <-ctx.Done():
				put(k.final)
				return func() {}
			}
			now := make(chan []byte, 1)
			k.w.work.Post(func() { now <- k.w.state() })
			select {
			case s := <-now:
				put(s)
			case <-ctx.Done():
			}
		}
	})
}

// last takes the state while the window still has it.
func (k *keeper) last() {
	if k.keep != nil && k.final == nil {
		k.final = k.w.state()
	}
}

// state returns the window's present state.
func (w *Window) state() []byte {
	size := w.win.Canvas().Size()
	s := state{Width: size.Width, Height: size.Height, Page: w.at.name, Job: w.flow.state(), Chat: w.place()}
	raw, err := json.Marshal(s)
	if err != nil {
		return nil
	}
	return raw
}

// place returns the place in the chat, even if the chat has not been shown yet.
func (w *Window) place() *chatpage.Place {
	if w.chat == nil {
		return w.chatPlace
	}
	p := w.chat.Place()
	return &p
}

// restore restores the window; what is invalid is left out.
func (w *Window) restore(kept []byte) {
	var s state
	if len(kept) == 0 || json.Unmarshal(kept, &s) != nil {
		return
	}
	least := w.win.Content().MinSize()
	if s.Width >= least.Width && s.Height >= least.Height && s.Width < maxSide && s.Height < maxSide {
		w.win.Resize(fyne.NewSize(s.Width, s.Height))
	}
	w.chatPlace = s.Chat
	w.flow.restore(s.Job)
	for _, p := range w.pages {
		if p.name == s.Page {
			w.visit(p.name)
		}
	}
}

// maxSide is longer than any screen, in Fyne's units.
const maxSide = 20_000

// state returns the job's state.
func (f *flow) state() jobState {
	switch s := f.Now.(type) {
	case *planpage.Reading:
		at := s.At()
		return jobState{Reading: &readingState{s.Request(), at.Done, at.Total}, Plan: s.Joins(), Queue: f.queue}
	case *planpage.Review:
		p := s.Place()
		return jobState{Plan: &p}
	case *opening:
		return s.state
	}
	return jobState{}
}

// opening is the stage while the plan under review is fetched.
type opening struct {
	*working
	state jobState
}

// restore continues the job. Nothing is read before the user says so.
func (f *flow) restore(s jobState) {
	if s.Plan == nil {
		f.rest(s, nil)
		return
	}
	var stop context.CancelFunc
	w := &opening{newWorking(openingWords(), "", "", func() { stop() }), s}
	f.Show(w)
	stop = f.Frame.Work.Start(func(ctx context.Context) func() {
		p, err := f.backend.Proposed(ctx, s.Plan.ID)
		return func() {
			if f.Now != kit.Stage(w) {
				return
			}
			waiting := f.queued()
			if err != nil { // it was carried out, or is no longer recorded
				f.home.Begin("")
				f.Drop(waiting)
				return
			}
			r := planpage.NewReview(f.Frame, f.backend, f.ways, s.Plan.Request, p, nil)
			f.Show(r)
			r.Restore(*s.Plan)
			f.rest(s, r)
			f.Drop(waiting)
		}
	})
}

// rest shows an interrupted reading, which continues when the user says so.
func (f *flow) rest(s jobState, before *planpage.Review) {
	if s.Reading == nil || len(s.Reading.Request.Paths) == 0 {
		return
	}
	f.queue = s.Queue
	r := f.reading(s.Reading.Request, before)
	r.ShowPaused(chat.Progress{Done: s.Reading.Done, Total: s.Reading.Total})
	if len(f.queue) > 0 {
		r.Tell(nextWords(f.queue))
	}
}
