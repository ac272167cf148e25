package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/tsv"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// program is the program tesseract: a process a page.
type program struct{ path string }

// run reads the picture; the pixels go in and the words come out by pipe.
func (p program) run(ctx context.Context, request wire.Request, pixels []byte, limit func(*os.Process) (stop func())) ([]wire.Word, error) {
	if err := request.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFailed, err)
	}
	args := []string{"stdin", "stdout", "--psm", strconv.Itoa(request.Mode), "-l", strings.Join(request.Languages, "+")}
	if request.DPI > 0 {
		args = append(args, "--dpi", strconv.Itoa(request.DPI))
	}
	cmd := exec.CommandContext(ctx, p.path, append(args, "tsv")...)
	cmd.Env = environment()
	cmd.Stderr = io.Discard // a pipe: there may be no /dev/null
	cmd.WaitDelay = time.Second
	header := fmt.Sprintf("P5\n%d %d\n255\n", request.Width, request.Height)
	cmd.Stdin = io.MultiReader(strings.NewReader(header), bytes.NewReader(pixels))
	var table bytes.Buffer
	cmd.Stdout = &limitedBuffer{buffer: &table, left: wire.MaxLine}
	if err := cmd.Start(); err != nil {
		return nil, programError(err)
	}
	defer limit(cmd.Process)()
	if err := cmd.Wait(); err != nil {
		return nil, programError(err)
	}
	return tsv.Words(table.String()), nil
}

func (program) Close() {}

// programError distinguishes a crash, which may not happen again, from a failure.
func programError(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		return fmt.Errorf("%w: %w", ErrFailed, err)
	}
	return fmt.Errorf("%w: %w", ErrCrashed, err)
}

// errTooMuch ends a program that prints more than it should.
var errTooMuch = errors.New("too much output")

// limitedBuffer refuses what does not fit.
type limitedBuffer struct {
	buffer *bytes.Buffer
	left   int
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if len(p) > b.left {
		return 0, errTooMuch
	}
	b.left -= len(p)
	return b.buffer.Write(p)
}
