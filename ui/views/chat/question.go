package chat

import (
	"context"
	"errors"
	"sync"

	"github.com/deskhand/deskhand/app"
)

// Asker puts the questions of the guard and of servers to the user in the window's chat.
// It is made before the window; until a chat handles its questions, and once the window
// is closed, every answer is no.
type Asker struct {
	mu  sync.Mutex
	put func(*question) (withdraw func())
	// form puts a server's question.
	form func(*serverQuestion) (withdraw func())
}

// NewAsker returns an Asker that no window handles yet.
func NewAsker() *Asker { return &Asker{} }

// ErrNobody means that there is no window to ask in.
var ErrNobody = errors.New("there is no window to ask in")

// question is one that waits for its answer.
type question struct {
	app.Question
	answer chan app.Answer
	once   sync.Once
}

// say answers it; only the first answer counts.
func (q *question) say(a app.Answer) {
	q.once.Do(func() { q.answer <- a })
}

// Confirm asks and waits for the answer. It is called from several goroutines.
func (a *Asker) Confirm(ctx context.Context, asked app.Question) (app.Answer, error) {
	a.mu.Lock()
	put := a.put
	a.mu.Unlock()
	if put == nil {
		return app.Answer{}, ErrNobody
	}
	q := &question{Question: asked, answer: make(chan app.Answer, 1)}
	withdraw := put(q)
	defer withdraw()
	select {
	case answer := <-q.answer:
		return answer, nil
	case <-ctx.Done():
		return app.Answer{}, ctx.Err()
	}
}

// take makes put and form handle the questions from now on; nil: nobody does.
func (a *Asker) take(put func(*question) (withdraw func()), form func(*serverQuestion) (withdraw func())) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.put, a.form = put, form
}
