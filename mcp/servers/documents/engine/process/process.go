package process

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"os"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// ErrNoEngine is returned by a build without an engine.
var ErrNoEngine = errors.New("built without tesseract")

// Recognizer reads pictures. It is used by one goroutine.
type Recognizer interface {
	// Recognize gives the words of a picture of grey pixels.
	Recognize(request wire.Request, pixels []byte) ([]wire.Word, error)
	Close()
}

// DataFolders are where tesseract may have its data on this computer.
func DataFolders() []string {
	return []string{
		cmp.Or(os.Getenv("TESSDATA_PREFIX"), "/usr/share/tessdata"),
		"/usr/share/tesseract-ocr", "/usr/local/share/tessdata", "/usr/share/tesseract", "/opt/local/share/tessdata",
	}
}

// Serve answers each request of in until that ends; a request that cannot be read
// ends it, as nothing after it can be trusted.
func Serve(in io.Reader, out io.Writer, engine Recognizer) error {
	reader := bufio.NewReaderSize(in, 1<<20)
	for {
		request, pixels, err := wire.ReadRequest(reader)
		if errors.Is(err, io.EOF) && !errors.Is(err, wire.ErrMalformed) {
			return nil
		}
		if err != nil {
			return err
		}
		words, err := engine.Recognize(request, pixels)
		if err := wire.WriteAnswer(out, answer(request.ID, words, err)); err != nil {
			return err
		}
	}
}

// answer makes an answer of what Recognize returned.
func answer(id int, words []wire.Word, err error) wire.Answer {
	switch {
	case errors.Is(err, ErrNoEngine):
		return wire.Answer{ID: id, Kind: wire.KindNoEngine, Error: err.Error()}
	case err != nil:
		return wire.Answer{ID: id, Kind: wire.KindFailed, Error: err.Error()}
	default:
		return wire.Answer{ID: id, Words: words}
	}
}
