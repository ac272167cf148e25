//go:build ollama && linux

package real

import (
	"errors"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/deskhand/deskhand/inference/ollama"
	"github.com/deskhand/deskhand/inference/ollamatest/contract"
)

// A server waits for ever for a runner that dies as it begins; only the client's
// own limit ends that.
func TestARunnerThatDiesAtLaunchLeavesARequestWithoutAnAnswer(t *testing.T) {
	s := Start(t)
	s.Install(t, contract.Scenario{Name: "m", Steps: []contract.Step{{Text: []string{"ok"}}}})
	limits := ollama.DefaultLimits()
	limits.Load = 3 * time.Second
	client, err := ollama.New(ollama.Config{Host: s.Host(), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	done := make(chan struct{})
	killed := 0
	var hunter sync.WaitGroup
	hunter.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			for _, pid := range s.Runners(t) {
				if syscall.Kill(pid, syscall.SIGKILL) == nil {
					killed++
				}
			}
		}
	})
	err = client.Preload(t.Context(), "m", 2048)
	close(done)
	hunter.Wait()
	if !errors.Is(err, ollama.ErrSilent) || killed == 0 {
		t.Errorf("after %d kills: %v", killed, err)
	}
	limits.Load = time.Minute
	patient, err := ollama.New(ollama.Config{Host: s.Host(), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	defer patient.Close()
	if err := patient.Preload(t.Context(), "m", 2048); err != nil {
		t.Errorf("when nobody kills it: %v", err)
	}
}
