package mcp

import (
	"math"
	"strconv"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// meters routes progress notifications to the calls that they belong to.
type meters struct {
	mu   sync.Mutex
	last int
	open map[string]chan chat.Progress
}

// add returns a token and the place where its progress appears: the newest only,
// so that a call that is slow to look holds nobody up.
func (m *meters) add() (token string, progress <-chan chat.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.open == nil {
		m.open = map[string]chan chat.Progress{}
	}
	m.last++
	token = "call-" + strconv.Itoa(m.last)
	ch := make(chan chat.Progress, 1)
	m.open[token] = ch
	return token, ch
}

func (m *meters) remove(token string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.open, token)
}

// deliver takes the parameters of a notification as a server wrote them.
func (m *meters) deliver(params map[string]any) {
	token, _ := params["progressToken"].(string)
	m.mu.Lock()
	defer m.mu.Unlock()
	ch, ok := m.open[token]
	if !ok {
		return
	}
	select {
	case <-ch: // the one before was not looked at
	default:
	}
	ch <- progressOf(params)
}

// progressOf reads a server's progress. One that counts in fractions of one is
// turned into percent.
func progressOf(params map[string]any) chat.Progress {
	done, _ := params["progress"].(float64)
	total, _ := params["total"].(float64)
	what, _ := params["message"].(string)
	if total > 0 && total <= 1 {
		done, total = 100*done/total, 100
	}
	return chat.Progress{Done: count(done), Total: count(total), What: what}
}

func count(f float64) int {
	if math.IsNaN(f) || f < 0 {
		return 0
	}
	return int(min(f, math.MaxInt32))
}
