package worker

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/deskhand/deskhand/mcp/servers/documents/decode"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdf"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// What is said between the pool and a process: frames of JSON with bytes after
// it, both with their lengths before them.
const (
	maxJSON  = 64 << 20
	maxBytes = 256 << 20
)

// The operations.
const (
	opOpen  = "open" // the bytes are the file's
	opLayer = "layer"
	opSize  = "size"
	opGrey  = "grey"
	opShow  = "show"
	// opSearchable makes a searchable PDF; its bytes follow the answer.
	opSearchable = "searchable"
)

// request asks for a step.
type request struct {
	Op      string
	Name    string      `json:",omitempty"`
	Page    int         `json:",omitempty"`
	Turn    int         `json:",omitempty"`
	Longest int         `json:",omitempty"`
	Crop    [4]float64  `json:",omitzero"`
	Sheets  []pdf.Sheet `json:",omitempty"`
}

// answer is what became of it. Of a picture Width×Height bytes follow, four times
// as many in colour.
type answer struct {
	Fault         string        `json:",omitempty"`
	Ready         *Ready        `json:",omitempty"`
	About         *decode.About `json:",omitempty"`
	Layer         *pdf.Text     `json:",omitempty"`
	DPI           int           `json:",omitempty"`
	Size          image.Point   `json:",omitzero"`
	Width, Height int           `json:",omitempty"`
}

// Ready is what a process says first.
type Ready struct {
	// Confined says that it can open nothing.
	Confined bool
}

var errFrame = errors.New("malformed frame")

func writeFrame(w io.Writer, head any, bytes []byte) error {
	encoded, err := json.Marshal(head)
	if err != nil {
		return err
	}
	lengths := binary.BigEndian.AppendUint32(nil, uint32(len(encoded)))  //nolint:gosec // both are far smaller
	lengths = binary.BigEndian.AppendUint32(lengths, uint32(len(bytes))) //nolint:gosec // both are far smaller
	for _, part := range [][]byte{lengths, encoded, bytes} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// readFrame reads a frame; io.EOF at the end of the stream.
func readFrame(r io.Reader, head any) ([]byte, error) {
	var lengths [8]byte
	if _, err := io.ReadFull(r, lengths[:]); err != nil {
		return nil, err
	}
	encoded, bytes := binary.BigEndian.Uint32(lengths[:]), binary.BigEndian.Uint32(lengths[4:])
	if encoded > maxJSON || bytes > maxBytes {
		return nil, fmt.Errorf("%w: %d and %d bytes", errFrame, encoded, bytes)
	}
	data := make([]byte, encoded+bytes)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, fmt.Errorf("%w: %w", errFrame, err)
	}
	if err := json.Unmarshal(data[:encoded], head); err != nil {
		return nil, fmt.Errorf("%w: %w", errFrame, err)
	}
	return data[encoded:], nil
}

// faults are the errors that an answer can name.
var faults = map[string]error{
	"nothing":         decode.ErrNothing,
	"broken":          format.ErrBroken,
	"bomb":            format.ErrBomb,
	"locked":          format.ErrLocked,
	"picture format":  picture.ErrFormat,
	"picture size":    picture.ErrTooLarge,
	"picture depth":   picture.ErrTooDeep,
	"picture broken":  picture.ErrBroken,
	"picture page":    picture.ErrPage,
	"pdf broken":      pdf.ErrBroken,
	"pdf locked":      pdf.ErrLocked,
	"pdf unavailable": pdf.ErrUnavailable,
}

// faultOf names an error.
func faultOf(err error) string {
	for name, known := range faults {
		if errors.Is(err, known) {
			return name
		}
	}
	return "broken"
}

// errorOf is the error that a fault names; nil for "".
func errorOf(fault string) error {
	if err := faults[fault]; err != nil || fault == "" {
		return err
	}
	return format.ErrBroken
}
