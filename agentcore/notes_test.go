package agentcore_test

import (
	"context"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// notes keeps in memory how far the conversation "c" is compacted and how models
// count.
type notes struct {
	mu     sync.Mutex
	state  chat.Compaction
	ratios map[string]ratio
}

type ratio struct {
	ratio   float64
	samples int
}

func (n *notes) Compaction(ctx context.Context, conversation string) (chat.Compaction, error) {
	if conversation != "c" || ctx.Err() != nil {
		return chat.Compaction{}, ctx.Err()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.state, nil
}

func (n *notes) KeepCompaction(ctx context.Context, conversation string, state chat.Compaction) error {
	if err := reachable(ctx, conversation); err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.state = state
	return nil
}

func (n *notes) Ratio(digest string) (average float64, samples int, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	r, ok := n.ratios[digest]
	return r.ratio, r.samples, ok
}

func (n *notes) KeepRatio(digest string, average float64, samples int) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ratios == nil {
		n.ratios = map[string]ratio{}
	}
	n.ratios[digest] = ratio{average, samples}
	return nil
}
