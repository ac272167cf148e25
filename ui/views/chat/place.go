package chat

import (
	"cmp"
	"maps"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Place is the state of the chat page in plain values, for storing.
type Place struct {
	// Conversation is the one that is shown; empty for a new one, with what is open in
	// it.
	Conversation string   `json:"conversation,omitempty"`
	Roots        []string `json:"roots,omitempty"`
	// Drafts are typed but unsent texts, by conversation; that of a new one under the
	// empty id.
	Drafts map[string]string `json:"drafts,omitempty"`
}

// Place returns the present state.
func (c *Page) Place() Place {
	p := Place{Conversation: c.open.id, Drafts: maps.Clone(c.drafts)}
	if c.open.id == "" {
		p.Roots = c.open.roots
	}
	if text := c.entry.words.Text; text != "" {
		p.Drafts[c.open.id] = text
	}
	return p
}

// Restore restores a state.
func (c *Page) Restore(p Place) {
	if p.Drafts != nil {
		c.drafts = maps.Clone(p.Drafts)
	}
	if p.Conversation != "" {
		c.choose(chat.Conversation{ID: p.Conversation})
		return
	}
	c.open.roots = p.Roots
	c.takeDraft(c.open)
	c.entry.visit(c.open)
}

// putDraft stores the text typed in the conversation being left.
func (c *Page) putDraft(t *conversation) {
	t.draft = c.entry.words.Text
	if t.draft != "" {
		c.drafts[t.id] = t.draft
	}
}

// takeDraft restores it.
func (c *Page) takeDraft(t *conversation) {
	t.draft = cmp.Or(t.draft, c.drafts[t.id])
	delete(c.drafts, t.id)
}

// Busy reports whether a turn is running, or a question is open.
func (c *Page) Busy() bool {
	if c.open.running {
		return true
	}
	for _, t := range c.conversations {
		if t.running {
			return true
		}
	}
	return false
}
