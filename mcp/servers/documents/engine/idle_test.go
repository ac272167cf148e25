package engine

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// idle is a runner that reports when it is ended.
type idle chan bool

func (idle) run(context.Context, wire.Request, []byte, func(*os.Process) func()) ([]wire.Word, error) {
	return nil, nil
}

func (r idle) Close() { close(r) }

func TestAProcessThatHasNothingToDoEnds(t *testing.T) {
	pool := newPool(t, Config{Library: withTesseract, Idle: time.Millisecond})
	for range 2 { // it does so each time
		r := make(idle)
		pool.idle.Give(r)
		select {
		case <-r:
		case <-time.After(time.Minute):
			t.Fatal("it does not end")
		}
	}
	got, err := pool.Read(t.Context(), of(page(t, letter...)), nil)
	must(t, err)
	if len(got.Words) < 10 {
		t.Errorf("after that a page gives %q", text(got.Page))
	}
}
