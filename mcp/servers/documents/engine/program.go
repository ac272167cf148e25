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
	return parseTable(table.String()), nil
}

func (program) close() {}

// programError tells a crash, which may not come again, from a refusal.
func programError(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		return fmt.Errorf("%w: %w", ErrFailed, err)
	}
	return fmt.Errorf("%w: %w", ErrCrashed, err)
}

// wordLevel marks the rows of the table that are words.
const wordLevel = "5"

// parseTable reads tesseract's TSV: level, page, block, paragraph, line, word,
// left, top, width, height, confidence in percent, text. Rows that are not
// understood are left out.
func parseTable(table string) []wire.Word {
	var words []wire.Word
	for row := range strings.Lines(table) {
		cells := strings.SplitN(strings.TrimRight(row, "\r\n"), "\t", 12)
		if len(cells) < 12 || cells[0] != wordLevel || strings.TrimSpace(cells[11]) == "" {
			continue
		}
		numbers, err := integers(cells[2:10])
		confidence, bad := strconv.ParseFloat(cells[10], 64)
		if err != nil || bad != nil {
			continue
		}
		left, top, width, height := numbers[4], numbers[5], numbers[6], numbers[7]
		words = append(words, wire.Word{
			Text: strings.TrimSpace(cells[11]),
			X0:   left, Y0: top, X1: left + width, Y1: top + height,
			Confidence: confidence / 100,
			Block:      numbers[0], Par: numbers[1], Line: numbers[2],
		})
	}
	return words
}

func integers(cells []string) ([]int, error) {
	numbers := make([]int, len(cells))
	for i, cell := range cells {
		n, err := strconv.Atoi(cell)
		if err != nil {
			return nil, err
		}
		numbers[i] = n
	}
	return numbers, nil
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
