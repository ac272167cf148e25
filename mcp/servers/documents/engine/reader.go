package engine

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/deskhand/deskhand/mcp/servers/documents/child"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// reader is one OCR process of ours.
type reader struct {
	*child.Process
	nextID int
}

// startReader starts one.
func startReader(command ...string) (runner, error) {
	p, err := child.Start(environment(), io.Discard, command...) // a pipe: there may be no /dev/null
	if err != nil {
		return nil, fmt.Errorf("start the OCR engine: %w", err)
	}
	return &reader{Process: p}, nil
}

// run sends the picture and waits for its words. When ctx ends the process is killed.
func (r *reader) run(ctx context.Context, request wire.Request, pixels []byte, limit func(*os.Process) (stop func())) ([]wire.Word, error) {
	defer context.AfterFunc(ctx, r.Kill)()
	defer limit(r.OS())()
	r.nextID++
	request.ID = r.nextID
	if err := wire.WriteRequest(r.In, request, pixels); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCrashed, err)
	}
	answer, err := wire.ReadAnswer(r.Out)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrCrashed, err)
	case answer.ID != request.ID:
		return nil, fmt.Errorf("%w: it answered out of turn", ErrCrashed)
	case answer.Kind == wire.KindNoEngine:
		return nil, ErrNoEngine
	case answer.Error != "":
		return nil, fmt.Errorf("%w: %s", ErrFailed, answer.Error)
	}
	return answer.Words, nil
}
