package views

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// meter carries the progress and the warnings of a job to the UI goroutine. A hop
// to another model is one of them; that only the rules are left is a warning of its
// own.
type meter struct {
	progress latest[chat.Progress]
	warn     func(event.Warning)
}

func newMeter(post func(func()), show func(chat.Progress), warn func(event.Warning)) *meter {
	return &meter{progress: latest[chat.Progress]{post: post, show: show}, warn: warn}
}

// take is safe to call from any goroutine.
func (m *meter) take(e event.Event) {
	switch body := e.Body.(type) {
	case event.Progress:
		m.progress.take(body.Progress)
	case event.ModelChanged:
		if body.To != rulesModel {
			m.progress.post(func() { m.warn(event.Warning{Text: hopWords(body)}) })
		}
	case event.Warning:
		m.progress.post(func() { m.warn(body) })
	}
}
