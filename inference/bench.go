package inference

import (
	"fmt"
	"sync"
	"time"
)

// restFor is how long a model that failed is left alone.
const restFor = 5 * time.Minute

// bench holds the models that failed. When a rest is over one turn probes the
// model, and the others go on without it until that turn knows.
type bench struct {
	mu  sync.Mutex
	out map[string]rest
}

type rest struct {
	until time.Time
	why   error
}

// admit lets a model play that does not rest. The probe after a rest takes the
// next rest with it: whoever never reports back blocks nobody for longer.
func (b *bench) admit(model string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, out := b.out[model]
	if !out {
		return nil
	}
	if time.Now().Before(r.until) {
		return fmt.Errorf("%w: %w", ErrResting, r.why)
	}
	b.out[model] = rest{time.Now().Add(restFor), r.why}
	return nil
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
