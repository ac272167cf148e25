package wire

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The caps of what is accepted.
const (
	// MaxSide is the longest side of a picture in pixels; tesseract gives no
	// text and no error over 32,767.
	MaxSide = 32_000
	// MaxPixels is the largest picture.
	MaxPixels = 100_000_000
	// MaxLine is the longest JSON line in bytes.
	MaxLine = 32 << 20
	// maxHeader is the longest JSON line of a request in bytes.
	maxHeader = 64 << 10
)

// Gray8 is the one pixel format: a byte a pixel, 0 is black, rows from the top
// without padding.
const Gray8 = "gray8"

// Ways of finding the text on a page (tesseract's page segmentation modes).
const (
	// ModeAutoOSD finds the page's orientation too; it needs the "osd" data.
	ModeAutoOSD = 1
	// ModeAuto expects an upright page.
	ModeAuto = 3
	// ModeColumn expects one column of lines of several sizes.
	ModeColumn = 4
	// ModeBlock expects one block of text.
	ModeBlock = 6
	// ModeSparse expects words anywhere, in no order.
	ModeSparse = 11
	// ModeLine expects one line of text.
	ModeLine = 7
)

// Kinds of answers that are no words.
const (
	// KindNoEngine: this program was built without tesseract.
	KindNoEngine = "no_engine"
	// KindFailed: tesseract could not read this picture.
	KindFailed = "failed"
)

// ErrMalformed is returned for a frame that does not keep to the protocol.
var ErrMalformed = errors.New("malformed frame")

// Request asks for the words of one picture. Width×Height bytes follow it.
type Request struct {
	ID        int      `json:"id"`
	Languages []string `json:"languages"`
	Width     int      `json:"width"`
	Height    int      `json:"height"`
	Format    string   `json:"format"`
	Mode      int      `json:"mode"`
	// DPI is the resolution when it is known, else 0.
	DPI int `json:"dpi,omitempty"`
}

// Word is one word of an answer: its box in pixels of the picture as it was
// sent, its confidence from 0 to 1, and the numbers of its block, of its
// paragraph in the block and of its line in the paragraph.
type Word struct {
	Text       string  `json:"text"`
	X0         int     `json:"x0"`
	Y0         int     `json:"y0"`
	X1         int     `json:"x1"`
	Y1         int     `json:"y1"`
	Confidence float64 `json:"confidence"`
	Block      int     `json:"block"`
	Par        int     `json:"par"`
	Line       int     `json:"line"`
}

// Answer is what became of the request with the same ID.
type Answer struct {
	ID    int    `json:"id"`
	Words []Word `json:"words"`
	Kind  string `json:"kind,omitempty"`
	Error string `json:"error,omitempty"`
}

// Inventory is what `deskhand-ocr --languages` prints.
type Inventory struct {
	Engine    string   `json:"engine"` // tesseract's version; empty without tesseract
	Languages []string `json:"languages"`
	// Confined says that it can open nothing but its own data.
	Confined bool `json:"confined"`
}

// Check reports whether the request keeps to the caps.
func (r Request) Check() error {
	switch {
	case r.Format != Gray8:
		return fmt.Errorf("%w: format %q", ErrMalformed, r.Format)
	case r.Width < 1 || r.Height < 1 || r.Width > MaxSide || r.Height > MaxSide,
		r.Width*r.Height > MaxPixels:
		return fmt.Errorf("%w: %d×%d pixels", ErrMalformed, r.Width, r.Height)
	case len(r.Languages) == 0:
		return fmt.Errorf("%w: no language", ErrMalformed)
	}
	return nil
}

// WriteRequest sends a request and its pixels.
func WriteRequest(w io.Writer, r Request, pixels []byte) error {
	if err := r.Check(); err != nil {
		return err
	}
	if len(pixels) != r.Width*r.Height {
		return fmt.Errorf("%w: %d bytes for %d×%d pixels", ErrMalformed, len(pixels), r.Width, r.Height)
	}
	if err := writeLine(w, r); err != nil {
		return err
	}
	_, err := w.Write(pixels)
	return err
}

// ReadRequest reads a request and its pixels; io.EOF at the end of the stream.
func ReadRequest(r *bufio.Reader) (Request, []byte, error) {
	var request Request
	if err := readLine(r, maxHeader, &request); err != nil {
		return Request{}, nil, err
	}
	if err := request.Check(); err != nil {
		return Request{}, nil, err
	}
	pixels := make([]byte, request.Width*request.Height)
	if _, err := io.ReadFull(r, pixels); err != nil {
		return Request{}, nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return request, pixels, nil
}

// WriteAnswer sends an answer.
func WriteAnswer(w io.Writer, a Answer) error { return writeLine(w, a) }

// ReadAnswer reads an answer.
func ReadAnswer(r *bufio.Reader) (Answer, error) {
	var answer Answer
	err := readLine(r, MaxLine, &answer)
	return answer, err
}

func writeLine(w io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// readLine decodes one line of at most limit bytes.
func readLine(r *bufio.Reader, limit int, into any) error {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > limit:
			return fmt.Errorf("%w: a line of over %d bytes", ErrMalformed, limit)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(line) == 0:
			return io.EOF
		case err != nil:
			return fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		if err := json.Unmarshal(line, into); err != nil {
			return fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		return nil
	}
}
