package contract

import (
	"sync"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

func TestTheScriptedServerKeepsTheContract(t *testing.T) {
	Run(t, func(t *testing.T) Backend {
		return &scripted{server: ollamatest.Start(t), killed: make(chan struct{})}
	})
}

// scripted is the scripted server as a backend.
type scripted struct {
	server *ollamatest.Server
	killed chan struct{} // closed when the runner is
	once   sync.Once
}

func (s *scripted) Host() string                  { return s.server.Host() }
func (s *scripted) Stop(*testing.T)               { s.server.Stop() }
func (s *scripted) KillRunner(*testing.T, string) { s.once.Do(func() { close(s.killed) }) }

func (s *scripted) Install(_ *testing.T, sc Scenario) {
	options := []ollamatest.Option{ollamatest.Context(ContextLength)}
	if sc.Tools {
		options = append(options, ollamatest.Tools())
	}
	if sc.Thinking {
		options = append(options, ollamatest.Thinking())
	}
	var turns []ollamatest.Turn
	for _, step := range sc.Steps {
		turns = append(turns, s.turn(sc, step))
	}
	s.server.Model(sc.Name, options...).Steps(turns...)
}

func (s *scripted) turn(sc Scenario, step Step) ollamatest.Turn {
	if step.Malformed && sc.Strict {
		return ollamatest.ParserError("failed to parse JSON: unexpected end of JSON input")
	}
	turn := ollamatest.Think(step.Think...).Say(step.Text...)
	for _, c := range step.Calls {
		turn = turn.Call(c.Name, c.Args)
	}
	if step.Endless {
		for range 10 {
			turn = turn.Say(step.Text...)
		}
		turn = turn.Wait(s.killed).RunnerKilled()
	}
	return turn
}
