//go:build ollama && linux

package real

import (
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest/contract"
)

func TestARealServerKeepsTheContract(t *testing.T) {
	contract.Run(t, func(t *testing.T) contract.Backend { return backend{Start(t)} })
}

// backend is a real server as the contract wants it.
type backend struct{ *Server }

func (b backend) Stop(*testing.T)                   { b.Server.Stop() }
func (b backend) KillRunner(t *testing.T, _ string) { b.KillRunners(t) }
