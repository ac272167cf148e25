package inference

import (
	"fmt"
	"sync"
	"time"
)

// cooldownFor is how long a model that failed is not asked.
const cooldownFor = 5 * time.Minute

// cooldowns holds the models that failed. After a cooldown the first request probes the
// model, and other turns go on without it until the probe is answered.
type cooldowns struct {
	mu sync.Mutex
	of map[string]cooldown // by model
}

type cooldown struct {
	until time.Time
	why   error
}

// admit returns an error while a model cools down. It changes nothing, so that a mere
// look at which model would answer blocks nobody.
func (c *cooldowns) admit(model string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d, cooling := c.of[model]; cooling && time.Now().Before(d.until) {
		return fmt.Errorf("%w: %w", ErrCoolingDown, d.why)
	}
	return nil
}

// probe starts a new cooldown before a model is asked again, so that a probe that never
// reports back blocks nobody for longer than that.
func (c *cooldowns) probe(model string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d, cooling := c.of[model]; cooling {
		c.of[model] = cooldown{time.Now().Add(cooldownFor), d.why}
	}
}

// begin starts a cooldown.
func (c *cooldowns) begin(model string, why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of[model] = cooldown{time.Now().Add(cooldownFor), why}
}

// release ends a probe without a result: the next turn may probe.
func (c *cooldowns) release(model string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d, cooling := c.of[model]; cooling {
		c.of[model] = cooldown{time.Now(), d.why}
	}
}

// end ends the cooldown of a model that answered.
func (c *cooldowns) end(model string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.of, model)
}
