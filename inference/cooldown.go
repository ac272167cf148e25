package inference

import (
	"fmt"
	"sync"
	"time"
)

// restFor is how long a model that failed is left alone.
const restFor = 5 * time.Minute

// bench holds the models that failed. When a rest is over the first request
// probes the model, and turns that begin meanwhile go on without it until that
// request is answered.
type bench struct {
	mu  sync.Mutex
	out map[string]rest
}

type rest struct {
	until time.Time
	why   error
}

// admit lets a model play that does not rest. It takes nothing: whoever only looks
// which model would answer keeps nobody from asking it.
func (b *bench) admit(model string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r, out := b.out[model]; out && time.Now().Before(r.until) {
		return fmt.Errorf("%w: %w", ErrResting, r.why)
	}
	return nil
}

// probe takes the next rest of a model that is asked after one: whoever never
// reports back blocks nobody for longer.
func (b *bench) probe(model string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r, out := b.out[model]; out {
		b.out[model] = rest{time.Now().Add(restFor), r.why}
	}
}

// put rests a model.
func (b *bench) put(model string, why error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.out[model] = rest{time.Now().Add(restFor), why}
}

// release ends a probe that told nothing: the next turn may probe.
func (b *bench) release(model string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r, out := b.out[model]; out {
		b.out[model] = rest{time.Now(), r.why}
	}
}

// clear takes a model that answered back into play.
func (b *bench) clear(model string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.out, model)
}
