package ui

import (
	"context"
	"errors"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
	planpage "github.com/deskhand/deskhand/ui/views/plan"
)

// slowBackend proposes a plan for a path on demand, even after cancellation.
type slowBackend struct {
	Backend
	answer map[string]chan struct{}
}

func (d slowBackend) Propose(_ context.Context, req app.ProposeRequest, _ func(event.Event)) (plan.Plan, error) {
	path := req.Paths[0]
	<-d.answer[path]
	return plan.Plan{ID: path, Items: []plan.Item{{From: path + "/a.txt", To: path + "/b.txt", Status: plan.StatusReady}}}, nil
}

func (d slowBackend) Page(context.Context, string, int, int) (app.Picture, error) {
	return app.Picture{}, errors.New("there are no pages here")
}

func (d slowBackend) Recent(context.Context) ([]app.Folder, error) { return nil, nil }

func (d slowBackend) History(context.Context) ([]app.Batch, error) { return nil, nil }

func (d slowBackend) Advice(context.Context) (app.ModelAdvice, error) {
	return app.ModelAdvice{}, errors.New("there are no models here")
}

func (d slowBackend) Unwritable(context.Context, []string) ([]string, error) { return nil, nil }

func (d slowBackend) Subfolders() bool { return false }

func (d slowBackend) Patterns() []app.NamePattern    { return nil }
func (d slowBackend) Example(string) (string, error) { return "", nil }

func TestAStaleAnswerDoesNotReplaceANewerPlan(t *testing.T) {
	test.NewTempApp(t)
	window := test.NewTempWindow(t, nil)
	posted := make(chan func(), 1000)
	backend := slowBackend{answer: map[string]chan struct{}{"/old": make(chan struct{}), "/new": make(chan struct{})}}
	f := newFlow(&kit.Frame{
		Work: kit.NewWork(func(f func()) { posted <- f }), Now: time.Now, Pulse: time.Millisecond,
		Window: window, Shown: func() bool { return true },
	}, backend)
	shows := func() string {
		if r, ok := f.Now.(*planpage.Review); ok {
			return r.PlanID()
		}
		return ""
	}
	f.Drop([]string{"/old"})
	f.Now.Escape()
	f.home.Begin("")
	f.Drop([]string{"/new"})
	close(backend.answer["/new"])
	for shows() == "" {
		(<-posted)()
	}
	close(backend.answer["/old"])
	f.Frame.Work.Wait()
	for len(posted) > 0 {
		(<-posted)()
	}
	if shows() != "/new" {
		t.Errorf("the window shows the plan for %q", shows())
	}
}
