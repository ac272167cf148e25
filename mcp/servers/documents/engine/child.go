package engine

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// child is one OCR process of ours.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	pipe   io.ReadCloser
	out    *bufio.Reader // reads from pipe
	nextID int
}

// startChild starts one.
func startChild(command ...string) (runner, error) {
	cmd := exec.Command(command[0], command[1:]...) //nolint:gosec // ours
	cmd.Env = environment()
	cmd.Stderr = io.Discard // a pipe: there may be no /dev/null
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
	return &child{cmd: cmd, in: in, pipe: out, out: bufio.NewReaderSize(out, 1<<16)}, nil
}

// run sends the picture and waits for its words. When ctx ends the process is
// killed and the pipes are closed, which ends the reading and writing even if
// something else has the pipes' other ends.
func (c *child) run(ctx context.Context, request wire.Request, pixels []byte, limit func(*os.Process) (stop func())) ([]wire.Word, error) {
	defer context.AfterFunc(ctx, c.stop)()
	defer limit(c.cmd.Process)()
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

// stop kills the process; it may be called at any time from any goroutine.
func (c *child) stop() {
	_ = c.cmd.Process.Kill()
	_ = c.in.Close()
	_ = c.pipe.Close()
}

// close kills the process and waits until it is gone.
func (c *child) close() {
	c.stop()
	_ = c.cmd.Wait() // its error is that it was killed
}
