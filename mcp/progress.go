package mcp

import (
	"math"
	"strconv"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// progressRouter passes progress notifications to their calls.
type progressRouter struct {
	mu   sync.Mutex
	last int
	open map[string]chan chat.Progress
}

// add returns a token and the channel of its progress. The channel holds only the newest,
// so that a slow reader blocks nobody.
func (r *progressRouter) add() (token string, progress <-chan chat.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open == nil {
		r.open = map[string]chan chat.Progress{}
	}
	r.last++
	token = "call-" + strconv.Itoa(r.last)
	ch := make(chan chat.Progress, 1)
	r.open[token] = ch
	return token, ch
}

func (r *progressRouter) remove(token string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, token)
}

// deliver routes the raw parameters of a notification.
func (r *progressRouter) deliver(params map[string]any) {
	token, _ := params["progressToken"].(string)
	r.mu.Lock()
	defer r.mu.Unlock()
	ch, ok := r.open[token]
	if !ok {
		return
	}
	select {
	case <-ch: // drop the unread one
	default:
	}
	ch <- progressOf(params)
}

// progressOf decodes a server's progress. Fractions of 1 are turned into percent.
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
