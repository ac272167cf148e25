package history

import (
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
)

// Memo caches the rendered units of one conversation, so that fitting it again after a
// round costs only that round. It changes no projection. It belongs to one goroutine and
// to a conversation that is only appended to.
type Memo struct {
	by    measure
	views map[level]rendered
}

// NewMemo returns an empty Memo.
func NewMemo() *Memo { return &Memo{views: map[level]rendered{}} }

// measure is what all renderings depend on; a change invalidates them.
type measure struct {
	count              budget.Counter
	retention, request int
}

// level is a unit and its level of compaction.
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

// recall returns a cached unit. A nil Memo has none.
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
