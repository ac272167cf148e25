package inference

import (
	"fmt"
	"sync"
	"time"
)

// cooldownFor is how long a model that failed is left alone.
const cooldownFor = 5 * time.Minute

// cooldowns holds the models that failed. When a cooldown is over the first
// request probes the model, and turns that begin meanwhile go on without it until
// that request is answered.
type cooldowns struct {
	mu sync.Mutex
	of map[string]cooldown // by model
}

type cooldown struct {
	until time.Time
	why   error
}

// admit returns an error while a model cools down. It changes nothing: whoever
// only looks which model would answer keeps nobody from asking it.
func (c *cooldowns) admit(model string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d, cooling := c.of[model]; cooling && time.Now().Before(d.until) {
		return fmt.Errorf("%w: %w", ErrCoolingDown, d.why)
	}
	return nil
}

// probe begins the next cooldown of a model that is asked after one: whoever never
// reports back blocks nobody for longer.
func (c *cooldowns) probe(model string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d, cooling := c.of[model]; cooling {
		c.of[model] = cooldown{time.Now().Add(cooldownFor), d.why}
	}
}

// begin leaves a model alone from now on.
func (c *cooldowns) begin(model string, why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of[model] = cooldown{time.Now().Add(cooldownFor), why}
}

// release ends a probe that told nothing: the next turn may probe.
func (c *cooldowns) release(model string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d, cooling := c.of[model]; cooling {
		c.of[model] = cooldown{time.Now(), d.why}
	}
}

// end lets a model that answered be asked as any other.
func (c *cooldowns) end(model string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.of, model)
}
