package history

import (
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
)

// Memo remembers how the units of one conversation were rendered, so that
// fitting it again after each round costs what the round is worth and not what
// the conversation is. It changes no projection. It belongs to one goroutine and
// to a conversation that is only appended to.
type Memo struct {
	by    measure
	views map[level]rendered
}

// NewMemo makes an empty Memo.
func NewMemo() *Memo { return &Memo{views: map[level]rendered{}} }

// measure is what all renderings have in common; another one makes them void.
type measure struct {
	count              budget.Counter
	retention, request int
}

// level is a unit and how far it is compacted.
type level struct {
	start, end int
	older      bool
	newest     bool
	ceiling    int
}

type rendered struct {
	view   []chat.Message
	tokens int
}

// recall returns what is remembered of a unit. A nil Memo remembers nothing.
func (m *Memo) recall(by measure, l level) (rendered, bool) {
	if m == nil || m.by != by {
		return rendered{}, false
	}
	r, ok := m.views[l]
	return r, ok
}

func (m *Memo) keep(by measure, l level, r rendered) {
	if m == nil {
		return
	}
	if m.by != by {
		clear(m.views)
		m.by = by
	}
	m.views[l] = r
}
