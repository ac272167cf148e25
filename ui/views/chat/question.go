package chat

import (
	"context"
	"errors"
	"sync"

	"github.com/deskhand/deskhand/app"
)

// Asker puts the questions of the guard and of servers to the person in the window's chat. It
// is made before the window is; until a chat takes its questions, and once the
// window is closed, every answer is no.
type Asker struct {
	mu  sync.Mutex
	put func(*question) (withdraw func())
	// form puts what a server asks for.
	form func(*serverQuestion) (withdraw func())
}

// NewAsker makes one that no window takes the questions of yet.
func NewAsker() *Asker { return &Asker{} }

// ErrNobody means that there is no window to put a question to.
var ErrNobody = errors.New("there is no window to ask in")

// question is one that waits for its answer.
type question struct {
	app.Question
	answer chan app.Answer
	once   sync.Once
}

// say answers it; whatever is said later does not count.
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

// take lets put and form have the questions from now on; nil: nobody has.
func (a *Asker) take(put func(*question) (withdraw func()), form func(*serverQuestion) (withdraw func())) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.put, a.form = put, form
}
