//go:build ollama && linux

package real

import (
	"testing"

	"github.com/deskhand/deskhand/inference/openai/contract"
)

func TestTheV1OfARealServerKeepsTheContract(t *testing.T) {
	contract.Run(t, func(t *testing.T) contract.Server { return v1{backend{Start(t)}} })
}

// v1 is a real server by its other protocol.
type v1 struct{ backend }

func (s v1) URL() string { return "http://" + s.Host() + "/v1" }
