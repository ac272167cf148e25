//go:build ollama && linux

package real

import (
	"strconv"
	"syscall"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest/contract"
)

func TestARealServerKeepsTheContract(t *testing.T) {
	contract.Run(t, func(t *testing.T, set contract.Settings) contract.Backend {
		var settings []string
		if set.MaxLoaded > 0 {
			settings = append(settings, "OLLAMA_MAX_LOADED_MODELS="+strconv.Itoa(set.MaxLoaded))
		}
		if set.MaxQueue > 0 {
			settings = append(settings, "OLLAMA_MAX_QUEUE="+strconv.Itoa(set.MaxQueue))
		}
		if set.Cloud {
			settings = append(settings, "OLLAMA_NO_CLOUD=0")
		}
		return backend{Start(t, settings...)}
	})
}

// backend is a real server as the contract wants it.
type backend struct{ *Server }

func (b backend) Stop(*testing.T) { b.Server.Stop() }

func (b backend) KillRunner(t *testing.T, _ string) { b.SignalRunners(t, syscall.SIGKILL) }

func (b backend) FreezeRunner(t *testing.T, _ string) { b.SignalRunners(t, syscall.SIGSTOP) }
