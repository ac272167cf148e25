package app

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/event"
)

func TestWhatIsDroppedRightAfterTheStartIsReadOnceTheServersAreUp(t *testing.T) {
	d := newFixture(t, DenyAll{})
	must(t, d.core.Close())
	core, err := Open(d.options) // and nobody waits for its servers
	must(t, err)
	d.core = core
	p, err := core.Propose(t.Context(), ProposeRequest{Paths: []string{d.open}}, func(event.Event) {})
	must(t, err)
	if len(p.Items) == 0 {
		t.Error("nothing was found")
	}
}
