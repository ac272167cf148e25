package inference

import (
	"context"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
)

// A server that refuses the connection is asked once more after refusedPause. If it
// refuses again, none of its models is asked for downFor: long enough to try the rest of
// the chain, and short enough for a user who has just started the server.
const (
	refusedPause = 300 * time.Millisecond
	downFor      = 3 * time.Second
)

// server is what the models of one server share about its availability.
type server struct {
	mu   sync.Mutex
	down time.Time // unavailable until then
	why  error
}

// reach runs ask, which talks to the server, if the server is available.
func (s *server) reach(ctx context.Context, ask func() error) error {
	if err := s.refusing(); err != nil {
		return err
	}
	err := ask()
	if chat.FaultOf(err).Class != chat.FaultServer {
		return err
	}
	if err := backend.Pause(ctx, refusedPause); err != nil {
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
