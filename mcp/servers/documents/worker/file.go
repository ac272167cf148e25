package worker

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/decode"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdf"
)

// File is a file that a process has open. The caller closes it.
type File struct {
	decode.About
	// Sum is engine.KeyOf of the file; who opens it and knows that sets it.
	Sum string

	pool  *Pool
	name  string
	data  []byte
	kind  string // of the process that it needs
	w     *process
	alone bool // nothing else is read at the same time
	gone  bool
}

// Open has a file opened. What is wrong with the file is an error, with which the
// File still has its kind; it is closed then.
func (p *Pool) Open(ctx context.Context, name string, data []byte) (*File, error) {
	f := &File{pool: p, name: name, data: data, kind: kindOf(data)}
	_, _, err := f.step(ctx, request{})
	if err != nil {
		f.Close()
	}
	return f, err
}

// open hands the file to a process.
func (f *File) open(ctx context.Context) error {
	if err := f.pool.enter(ctx, f.alone); err != nil {
		return err
	}
	w, err := f.pool.take(ctx, f.kind, f.alone)
	if err != nil {
		f.pool.leave(f.alone)
		return err
	}
	f.w = w
	told, _, err := f.call(ctx, request{Op: opOpen, Name: f.name}, f.data)
	if err != nil {
		return err
	}
	if told.About != nil {
		f.About = *told.About
	}
	return errorOf(told.Fault)
}

// call has a step done. A process that fails is not used again.
func (f *File) call(ctx context.Context, asked request, data []byte) (answer, []byte, error) {
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(f.pool.ctx, cancel)()
	work := f.pool.config.Work * 3 / 10 // a tenth is for starting processes
	if f.alone {
		work *= 2
	}
	work += time.Duration(len(data)>>20+len(asked.Sheets)) * time.Second / 4
	told, pixels, err := f.w.call(limited, asked, data, work)
	if err == nil {
		return told, pixels, nil
	}
	f.w.Close()
	f.w = nil
	f.pool.leave(f.alone)
	if f.pool.ctx.Err() != nil {
		err = ErrClosed
	}
	return answer{}, nil, err
}

// step has a step of the open file done, if one is asked for. When the process
// crashes, it is done once more in another one; when it is over a limit, once more
// with nothing next to it.
func (f *File) step(ctx context.Context, asked request) (told answer, pixels []byte, err error) {
	for again := false; ; {
		if f.w == nil {
			err = f.open(ctx)
		}
		if f.w != nil && err == nil && asked.Op != "" {
			if told, pixels, err = f.call(ctx, asked, nil); err == nil {
				return told, pixels, errorOf(told.Fault)
			}
		}
		switch {
		case errors.Is(err, ErrCrashed) && !again:
			again = true
		case (errors.Is(err, ErrTooMuchWork) || errors.Is(err, ErrTooMuchMemory)) && !f.alone:
			f.alone = true
		default:
			return answer{}, nil, err
		}
	}
}

// release gives the process back; the next step takes another one.
func (f *File) release() {
	if f.w == nil {
		return
	}
	if f.alone {
		f.w.Close()
	} else {
		f.pool.giveBack(f.w)
	}
	f.w = nil
	f.pool.leave(f.alone)
}

// Close gives the file up.
func (f *File) Close() {
	if !f.gone && f.pool != nil {
		f.gone = true
		f.release()
	}
}

// Layer is the text layer of a PDF's page; the first is 1.
func (f *File) Layer(ctx context.Context, page int) (pdf.Text, error) {
	told, _, err := f.step(ctx, request{Op: opLayer, Page: page})
	if err == nil && told.Layer == nil {
		err = ErrCrashed
	}
	if err != nil {
		return pdf.Text{}, err
	}
	return *told.Layer, nil
}

// Size is the size of the upright page of a picture as the file says it.
func (f *File) Size(ctx context.Context, page int) (image.Point, error) {
	told, _, err := f.step(ctx, request{Op: opSize, Page: page})
	return told.Size, err
}

// Grey is a page to be read by OCR: see decode.File.
func (f *File) Grey(ctx context.Context, page int) (*image.Gray, int, error) {
	told, pixels, err := f.step(ctx, request{Op: opGrey, Page: page})
	if err != nil {
		return nil, 0, err
	}
	if told.Width < 1 || told.Height < 1 || len(pixels) != told.Width*told.Height {
		return nil, 0, fmt.Errorf("%w: %w", ErrCrashed, errNoPixels)
	}
	return &image.Gray{Pix: pixels, Stride: told.Width, Rect: image.Rect(0, 0, told.Width, told.Height)}, told.DPI, nil
}

// Read reads a page by OCR, and returns the size of the upright page of a picture too,
// in pixels of the file. Without an engine it still checks whether the page is
// damaged.
func (f *File) Read(ctx context.Context, ocr *engine.Pool, page int, languages []string) (engine.Page, image.Point, error) {
	var size image.Point
	var err error
	if f.Kind == wire.KindImage {
		if size, err = f.Size(ctx, page); err != nil {
			return engine.Page{}, size, err
		}
	}
	if f.Sum == "" {
		f.Sum = engine.KeyOf(f.data)
	}
	read, err := ocr.Read(ctx, engine.Source{
		Key: fmt.Sprintf("%s#%d", f.Sum, page),
		Picture: func(ctx context.Context) (*image.Gray, int, error) {
			grey, dpi, err := f.Grey(ctx, page)
			if err == nil && f.Pages == 1 {
				f.release() // others can be decoded while this one is recognised
			}
			return grey, dpi, err
		},
	}, languages)
	if errors.Is(err, engine.ErrNoEngine) || errors.Is(err, engine.ErrNoLanguage) {
		if _, _, broken := f.Grey(ctx, page); broken != nil {
			return engine.Page{}, size, broken
		}
	}
	if read.Turn%180 != 0 {
		size.X, size.Y = size.Y, size.X
	}
	return read, size, err
}

// Show draws a part of a page: see decode.File.
func (f *File) Show(ctx context.Context, page, turn int, crop [4]float64, longest int) (*image.RGBA, error) {
	told, pixels, err := f.step(ctx, request{Op: opShow, Page: page, Turn: turn, Crop: crop, Longest: longest})
	if err != nil {
		return nil, err
	}
	if told.Width < 1 || told.Height < 1 || len(pixels) != 4*told.Width*told.Height {
		return nil, fmt.Errorf("%w: %w", ErrCrashed, errNoPixels)
	}
	return &image.RGBA{Pix: pixels, Stride: 4 * told.Width, Rect: image.Rect(0, 0, told.Width, told.Height)}, nil
}

// Searchable is the file as a PDF with invisible text over the words of the sheets: see
// decode.File.
func (f *File) Searchable(ctx context.Context, sheets []pdf.Sheet) ([]byte, error) {
	if f.kind != forPDF {
		f.release()
		f.kind = forPDF
	}
	_, made, err := f.step(ctx, request{Op: opSearchable, Sheets: sheets})
	return made, err
}
