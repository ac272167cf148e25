package agentcore_test

import (
	"context"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// notes keeps in memory how far a conversation is compacted and how models
// count.
type notes struct {
	mu     sync.Mutex
	state  chat.Compaction
	ratios map[string]float64
}

func (n *notes) Compaction(context.Context, string) (chat.Compaction, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.state, nil
}

func (n *notes) KeepCompaction(_ context.Context, _ string, state chat.Compaction) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.state = state
	return nil
}

func (n *notes) Ratio(digest string) (ratio float64, samples int, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	ratio, ok = n.ratios[digest]
	return ratio, 1, ok
}

func (n *notes) KeepRatio(digest string, ratio float64, _ int) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ratios == nil {
		n.ratios = map[string]float64{}
	}
	n.ratios[digest] = ratio
	return nil
}
