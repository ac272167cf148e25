package contract

import (
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest"
)

func TestTheScriptedServerKeepsTheContract(t *testing.T) {
	Run(t, func(t *testing.T, set Settings) Backend {
		s := ollamatest.Start(t)
		s.Limit(set.MaxLoaded, set.MaxQueue)
		if !set.Cloud {
			s.NoCloud()
		}
		return &scripted{server: s, models: map[string]*ollamatest.Model{}}
	})
}

// scripted is the scripted server as a backend.
type scripted struct {
	server *ollamatest.Server
	models map[string]*ollamatest.Model
}

func (s *scripted) Host() string                         { return s.server.Host() }
func (s *scripted) Stop(*testing.T)                      { s.server.Stop() }
func (s *scripted) KillRunner(_ *testing.T, name string) { s.models[name].KillRunner() }

func (s *scripted) FreezeRunner(_ *testing.T, name string) { s.models[name].FreezeRunner() }

func (s *scripted) Install(_ *testing.T, sc Scenario) {
	options := []ollamatest.Option{ollamatest.Context(ContextLength)}
	if sc.Tools {
		options = append(options, ollamatest.Tools())
	}
	if sc.Thinking {
		options = append(options, ollamatest.Thinking())
	}
	if sc.Remote != "" {
		options = append(options, ollamatest.Remote(sc.Remote))
	}
	if sc.Fault == WeightsMissing {
		options = append(options, ollamatest.Broken("llama runner process has terminated: error loading model: missing tensor 'output_norm.weight'\nllama_model_load_from_file_impl: failed to load model"))
	}
	var turns []ollamatest.Turn
	for _, step := range sc.Steps {
		turns = append(turns, s.turn(sc, step))
	}
	s.models[sc.Name] = s.server.Model(sc.Name, options...).Steps(turns...)
}

func (s *scripted) turn(sc Scenario, step Step) ollamatest.Turn {
	const unreadable = "failed to parse JSON: unexpected end of JSON input"
	turn := ollamatest.Think(step.Think...).Say(step.Text...)
	switch {
	case sc.Fault == TemplateFails:
		return ollamatest.Status(serverError, "template: :1:8: executing ...")
	case step.Malformed && sc.Strict && len(step.Text) == 0:
		return ollamatest.ParserError(unreadable)
	case step.Malformed && sc.Strict:
		return turn.ParserFails(unreadable)
	case step.Malformed:
		return ollamatest.Say()
	case step.Endless:
		return turn.Endless()
	}
	for _, c := range step.Calls {
		turn = turn.Call(c.Name, c.Args)
	}
	return turn
}
