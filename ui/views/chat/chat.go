package chat

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Page is the page of the assistant: the list of conversations, and the open one.
type Page struct {
	kit.Stages
	backend Backend
	root    fyne.CanvasObject
	list    *conversationList
	thread  *thread
	entry   *composer
	memory  *memory
	notice  *widgets.Notice
	panel   *kit.Prompt // renames and exports, in place

	model string // chosen by the user; empty: those of the chain, in order

	open          *conversation            // the one that is shown
	conversations map[string]*conversation // those that run or were opened, by id
	drafts        map[string]string        // what was typed in those that were left

	// Changed is called when files were changed or restored.
	Changed func()
	// Review shows a plan for review.
	Review func(plan.Plan)
	// Marked is called with whether the user is asked something.
	Marked func(bool)
}

// New returns the page; it answers the questions of asker.
func New(frame *kit.Frame, backend Backend, asker *Asker) *Page {
	c := &Page{
		Stages: kit.NewStages(frame), backend: backend, conversations: map[string]*conversation{}, drafts: map[string]string{},
		Changed: func() {}, Review: func(plan.Plan) {}, Marked: func(bool) {},
	}
	c.notice = widgets.NewNotice(c.relayout)
	c.panel = kit.NewPrompt(frame, c.relayout)
	c.list = newConversationList(c)
	c.thread = newThread(c)
	c.entry = newComposer(c)
	c.memory = newMemory(c.relayout, func(o fyne.CanvasObject) { c.chooseModel(o, "") })
	below := widgets.ColumnSides(widgets.Column(theme.Gap8, c.entry.object(), c.memory.object()))
	above := widgets.ColumnSides(widgets.Column(theme.Gap8, c.notice.Object(), c.panel.Object()))
	right := widgets.Frame(above, below, nil, nil, c.thread.object())
	c.root = widgets.Frame(nil, nil, c.list.object(), nil, right)
	c.Begin()
	c.Show(c)
	asker.take(c.put, c.putForm)
	return c
}

// Load reloads the list of conversations.
func (c *Page) Load() {
	c.list.load()
	c.loadStatus()
	if c.Now == kit.Stage(c) {
		c.Frame.Focus(c.entry.words)
	}
}

func (c *Page) Content() fyne.CanvasObject { return c.root }

// relayout adapts to a changed height.
func (c *Page) relayout() {
	if c.root != nil {
		c.root.Refresh()
	}
}

func (c *Page) Submit() { c.Frame.Focus(c.entry.words) }

// Escape ends the shown turn, or cancels the question above it.
func (c *Page) Escape() {
	switch {
	case c.entry.commands.close():
	case c.panel.Open():
		c.panel.Close()
	case c.notice.Visible():
		c.notice.Clear()
	default:
		c.stop()
	}
}

// Drop opens files and folders to the assistant.
func (c *Page) Drop(paths []string) {
	c.entry.add(paths)
	c.Frame.Focus(c.entry.words)
}

// Begin shows an empty conversation.
func (c *Page) Begin() {
	var roots []string
	if c.open != nil {
		roots = c.open.roots // keep the same folders
	}
	fresh := newConversation()
	fresh.roots = slices.Clone(roots)
	c.visit(fresh)
	c.Frame.Focus(c.entry.words)
}

// visit shows a conversation.
func (c *Page) visit(t *conversation) {
	if before := c.open; before != nil {
		c.putDraft(before)
		if !before.running {
			delete(c.conversations, before.id) // it is stored
		}
	}
	if c.open = t; t.id != "" {
		c.conversations[t.id] = t
	}
	c.takeDraft(t)
	c.notice.Clear()
	c.panel.Close()
	c.thread.visit(t)
	c.entry.visit(t)
	c.memory.show(t)
	c.measure(t)
	c.list.refresh()
	c.focusQuestion()
}

// choose shows a conversation of the list. One that runs, or was opened before, is in
// memory; any other is loaded first.
func (c *Page) choose(of chat.Conversation) {
	if of.ID == c.open.id {
		return
	}
	if t, ok := c.conversations[of.ID]; ok && t.running {
		c.visit(t)
		return
	}
	c.read(of, func(t *conversation) { c.visit(t) })
}

// read loads a stored conversation.
func (c *Page) read(of chat.Conversation, then func(*conversation)) {
	c.list.coming = of.ID
	c.Frame.Work.Start(func(ctx context.Context) func() {
		found, messages, err := c.backend.Session(ctx, of.ID)
		var notices []app.Notice
		if err == nil {
			notices, err = c.backend.Notices(ctx, of.ID)
		}
		return func() {
			if c.list.coming != of.ID || errors.Is(err, context.Canceled) {
				return // another one was chosen meanwhile
			}
			if err != nil {
				c.notice.Fail(kit.Explain(err, locale.L("Couldn't open the conversation. Try again in a moment.")))
				return
			}
			t := newConversation()
			t.id, t.title, t.model = found.ID, found.Title, found.Model
			t.replay(messages, notices)
			then(t)
		}
	})
}

// measure asks how a conversation would divide the window of the answering model, unless
// a turn has reported it.
func (c *Page) measure(t *conversation) {
	if t.memory.Window > 0 {
		return
	}
	c.Frame.Work.Start(func(ctx context.Context) func() {
		use, err := c.backend.Context(ctx, t.id)
		return func() {
			if err != nil || t.memory.Window > 0 {
				return
			}
			t.memory = use.BudgetChanged
			if c.open == t {
				c.memory.show(t)
			}
		}
	})
}

// loadStatus asks which model would answer.
func (c *Page) loadStatus() {
	c.Frame.Work.Start(func(ctx context.Context) func() {
		s, err := c.backend.Status(ctx)
		return func() {
			if err == nil {
				c.memory.next, c.memory.away = s.Model, s.Away
				c.memory.show(c.open)
			}
		}
	})
}

// took shows the changes of events in a conversation.
func (c *Page) took(t *conversation, bodies []event.Body) {
	known := t.id
	for _, b := range bodies {
		t.take(b)
	}
	if t.id != known {
		c.conversations[t.id] = t
		c.list.load()
	}
	if c.open == t {
		c.thread.sync()
		c.memory.show(t)
		c.entry.refresh()
	}
}
