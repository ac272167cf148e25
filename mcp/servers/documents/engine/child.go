package engine

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// child is one deskhand-ocr process.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	nextID int
}

// startChild starts a deskhand-ocr.
func startChild(path string) (runner, error) {
	cmd := exec.Command(path)
	cmd.Env = environment()
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start the OCR engine: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start the OCR engine: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the OCR engine: %w", err)
	}
	return &child{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<16)}, nil
}

// run sends the picture and waits for its words. When ctx ends the process is
// killed, which ends the reading and writing too.
func (c *child) run(ctx context.Context, request wire.Request, pixels []byte) ([]wire.Word, error) {
	defer context.AfterFunc(ctx, func() { _ = c.cmd.Process.Kill() })()
	c.nextID++
	request.ID = c.nextID
	if err := wire.WriteRequest(c.in, request, pixels); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCrashed, err)
	}
	answer, err := wire.ReadAnswer(c.out)
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

// close kills the process and waits until it is gone.
func (c *child) close() {
	_ = c.in.Close()
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait() // its error is that it was killed
}
