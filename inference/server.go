package inference

import (
	"context"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// A server that refuses is asked once more after refusedPause. If it refuses
// again, none of its models is asked for downFor: time enough to go down the
// chain, and short enough for a person who just started it.
const (
	refusedPause = 300 * time.Millisecond
	downFor      = 3 * time.Second
)

// server is what the models of one server know of it together.
type server struct {
	mu   sync.Mutex
	down time.Time // until then
	why  error
}

// reach runs ask, which talks to the server, as its availability allows.
func (s *server) reach(ctx context.Context, ask func() error) error {
	if err := s.refusing(); err != nil {
		return err
	}
	err := ask()
	if chat.FaultOf(err).Class != chat.FaultServer {
		return err
	}
	if err := pause(ctx, refusedPause); err != nil {
		return err
	}
	if err = ask(); chat.FaultOf(err).Class == chat.FaultServer {
		s.mu.Lock()
		s.down, s.why = time.Now().Add(downFor), err
		s.mu.Unlock()
	}
	return err
}

func (s *server) refusing() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().Before(s.down) {
		return s.why
	}
	return nil
}

// pause waits, unless ctx ends before.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
