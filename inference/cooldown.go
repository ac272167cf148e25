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

// begin starts a cooldown.
func (c *cooldowns) begin(model string, why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of[model] = cooldown{time.Now().Add(cooldownFor), why}
}

// end ends the cooldown of a model that answered.
func (c *cooldowns) end(model string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.of, model)
}

// prolong sets the end of the cooldown of a model that has one.
func (c *cooldowns) prolong(model string, until time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d, cooling := c.of[model]; cooling {
		c.of[model] = cooldown{until, d.why}
	}
}
