package ui

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// meter passes progress and warnings of a job to the UI goroutine. A change of model is a
// warning; that only the rules are left is one of its own.
type meter struct {
	progress kit.Latest[chat.Progress]
	files    kit.Batches[plan.Item]
	warn     func(event.Warning)
}

func newMeter(post func(func()), show func(chat.Progress), warn func(event.Warning)) *meter {
	return &meter{
		progress: kit.Latest[chat.Progress]{Post: post, Show: show},
		files:    kit.Batches[plan.Item]{Post: post, Show: func([]plan.Item) {}},
		warn:     warn,
	}
}

// take may be called from any goroutine.
func (m *meter) take(e event.Event) {
	switch body := e.Body.(type) {
	case event.Progress:
		m.progress.Take(body.Progress)
	case event.FileRead:
		m.files.Take(body.Item)
	case event.ModelChanged:
		if body.To != kit.RulesModel {
			m.progress.Post(func() { m.warn(event.Warning{Warning: chat.Warning{Text: kit.HopWords(body)}}) })
		}
	case event.Warning:
		m.progress.Post(func() { m.warn(body) })
	}
}
