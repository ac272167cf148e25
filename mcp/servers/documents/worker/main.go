package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"runtime"
	"runtime/debug"
	"strconv"

	"github.com/deskhand/deskhand/mcp/servers/documents/confine"
	"github.com/deskhand/deskhand/mcp/servers/documents/decode"
)

// Verb is the argument that makes the program a worker.
const Verb = "read-worker"

// What a worker reads. One that reads PDF starts that reader before it closes
// itself in.
const (
	forPDF = "pdf"
	forAll = "all" // but PDF
)

// garbage is how much memory may be garbage, in percent of what is used: pictures are
// large and short-lived.
const garbage = 25

// spare is memory that is never touched, so that it takes none. With it a quarter of
// garbage is 16 MB at least: without, the collector would run several times for each
// page of text.
const spare = 64 << 20

// Main is the process: it reads files from in until that ends, and returns the
// program's exit code. args are what follows Verb: what it reads, where compiled
// code is kept, and how much memory it may take for the files, in bytes.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) != 3 {
		args = []string{forAll, "", ""}
	}
	kind, compiled := args[0], args[1]
	memory, err := strconv.ParseInt(args[2], 10, 64)
	if err != nil || memory <= 0 {
		memory = eachMemory
	}
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memory/2 + spare) // where it begins to tidy up what it does not need
	decoder := decode.New(compiled)
	defer decoder.Close()
	if kind == forPDF {
		if err := decoder.Prepare(); err != nil {
			_, _ = fmt.Fprintln(errs, err)
			return 1
		}
	}
	debug.FreeOSMemory() // what compiling took
	confined := confine.Parser(uint64(memory) + spare)
	if err := writeFrame(out, answer{Ready: &Ready{Confined: confined}}, nil); err != nil {
		return 1
	}
	heap := make([]byte, spare)
	defer runtime.KeepAlive(heap)
	if err := serve(decoder, bufio.NewReader(in), out); err != nil {
		_, _ = fmt.Fprintln(errs, err)
		return 1
	}
	return 0
}

// serve answers each request; the file that was opened last is the one meant.
func serve(decoder *decode.Decoder, in io.Reader, out io.Writer) error {
	var file *decode.File
	defer func() {
		if file != nil {
			file.Close()
		}
	}()
	for {
		var asked request
		data, err := readFrame(in, &asked)
		if errors.Is(err, io.EOF) && !errors.Is(err, errFrame) {
			return nil
		}
		if err != nil {
			return err
		}
		var told answer
		var pixels []byte
		if asked.Op == opOpen {
			if file != nil {
				file.Close()
			}
			file, err = decoder.Open(context.Background(), asked.Name, data)
			told.About = &file.About
		} else if file != nil {
			told, pixels, err = step(file, asked)
		}
		if err != nil {
			told.Fault = faultOf(err)
		}
		if err := writeFrame(out, told, pixels); err != nil {
			return err
		}
	}
}

// step does what is asked of the open file.
func step(file *decode.File, asked request) (told answer, pixels []byte, err error) {
	ctx := context.Background()
	switch asked.Op {
	case opLayer:
		layer, err := file.Layer(ctx, asked.Page)
		told.Layer = &layer
		return told, nil, err
	case opSize:
		told.Size, err = file.Size(asked.Page)
		return told, nil, err
	case opGrey:
		grey, dpi, err := file.Grey(ctx, asked.Page)
		if err != nil {
			return told, nil, err
		}
		told.DPI = dpi
		told.Width, told.Height = grey.Rect.Dx(), grey.Rect.Dy()
		return told, packed(grey.Pix, grey.Stride, grey.Rect.Size(), 1), nil
	case opShow:
		shown, err := file.Show(ctx, asked.Page, asked.Turn, asked.Crop, asked.Longest)
		if err != nil {
			return told, nil, err
		}
		told.Width, told.Height = shown.Rect.Dx(), shown.Rect.Dy()
		return told, packed(shown.Pix, shown.Stride, shown.Rect.Size(), 4), nil
	case opSearchable:
		made, err := file.Searchable(ctx, asked.Sheets)
		return told, made, err
	}
	return told, nil, decode.ErrNothing
}

// packed is the pixels row by row without padding.
func packed(pixels []byte, stride int, size image.Point, bytes int) []byte {
	row := size.X * bytes
	if stride == row {
		return pixels[:row*size.Y]
	}
	out := make([]byte, 0, row*size.Y)
	for y := range size.Y {
		out = append(out, pixels[y*stride:y*stride+row]...)
	}
	return out
}
