package chat

import (
	"context"
	"errors"
	"slices"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// send asks what is typed.
func (c *Page) send(text string) { c.ask(text, false) }

// ask starts a turn of the shown conversation. allow allows changes although the request
// reads as look-only.
func (c *Page) ask(text string, allow bool) {
	t := c.open
	if t.running || text == "" {
		return
	}
	c.notice.Clear()
	t.send(text)
	req := app.AskRequest{Prompt: text, Paths: slices.Clone(t.roots), Resources: t.attached, Session: t.id, NoWait: true, AllowChanges: allow}
	t.attached = nil
	if c.model != "" {
		req.Models = []string{c.model}
	}
	in := &inbox{post: c.Frame.Work.Post, open: func(bodies []event.Body) { c.took(t, bodies) }}
	t.stop = c.Frame.Work.Start(func(ctx context.Context) func() {
		outcome, err := c.backend.Ask(ctx, req, in.take)
		if err == nil && outcome.Reason == event.ReasonError {
			err = outcome.Err
		}
		return func() { c.ended(t, req, err) }
	})
	c.thread.sync()
	c.thread.end()
	c.entry.fill()
	c.list.refresh()
}

// ended is called when a turn is over.
func (c *Page) ended(t *conversation, req app.AskRequest, err error) {
	t.running, t.stop = false, func() {}
	if t.undoEdit() {
		t.attached = req.Resources
		c.giveBack(t, req.Prompt)
	}
	if c.open == t {
		if err != nil && !errors.Is(err, context.Canceled) {
			c.notice.Fail(kit.Explain(err, locale.L("Couldn't send this. None of your files were touched; try again.")))
		}
		c.thread.sync()
		c.entry.fill()
	}
	c.list.refresh()
	c.list.load()
	c.Changed()
}

// giveBack puts a request whose turn never began back into the composer, unless that has
// new text.
func (c *Page) giveBack(t *conversation, text string) {
	switch {
	case c.open != t && t.draft == "":
		t.draft = text
	case c.open == t && c.entry.words.Text == "":
		c.entry.words.SetText(text)
	}
}

// stop ends the shown turn.
func (c *Page) stop() {
	t := c.open
	if !t.running {
		return
	}
	t.stop()
	c.entry.stopping()
}

// put shows a question at its call; withdraw removes it. Any goroutine may call it.
func (c *Page) put(q *question) (withdraw func()) {
	c.Frame.Work.Post(func() { c.asked(q) })
	return func() { c.Frame.Work.Post(func() { c.answered(q) }) }
}

func (c *Page) asked(q *question) {
	t, ok := c.conversations[q.Invocation.Conversation]
	if !ok || !t.asked(q) {
		q.say(app.Answer{}) // no call is shown: nobody can see it
		return
	}
	if c.open == t {
		c.thread.sync()
		c.thread.end()
		c.focusQuestion()
	}
	c.marked()
}

// putForm shows a server's question at its call; withdraw removes it. Any goroutine may
// call it.
func (c *Page) putForm(q *serverQuestion) (withdraw func()) {
	c.Frame.Work.Post(func() {
		t, ok := c.conversations[q.Conversation]
		if !ok || !t.askedFor(q) {
			q.say(elicit.Answer{}) // no call is shown: nobody can see it
			return
		}
		if c.open == t {
			c.thread.sync()
			c.thread.end()
			c.focusQuestion()
		}
		c.marked()
	})
	return func() {
		c.Frame.Work.Post(func() {
			if t, ok := c.conversations[q.Conversation]; ok {
				t.answeredFor(q)
				if c.open == t {
					c.thread.sync()
				}
			}
			c.marked()
		})
	}
}

// focusQuestion moves the focus to the No of a question, or to the first field of a form,
// unless the user is typing.
func (c *Page) focusQuestion() {
	if c.entry.words.Text != "" || c.Now != kit.Stage(c) {
		return
	}
	for _, b := range c.open.blocks {
		v, ok := c.thread.views[b].(*toolView)
		switch {
		case ok && v.ask != nil:
			c.Frame.Focus(v.ask.no)
			return
		case ok && v.form != nil:
			c.Frame.Focus(v.form.first)
			return
		}
	}
}

func (c *Page) answered(q *question) {
	if t, ok := c.conversations[q.Invocation.Conversation]; ok {
		t.answered(q)
		if c.open == t {
			c.thread.sync()
		}
	}
	c.marked()
}

// marked updates the marks of questions in the list and the rail.
func (c *Page) marked() {
	asking := false
	for _, t := range c.conversations {
		asking = asking || t.asking()
	}
	c.Marked(asking)
	c.list.refresh()
}
