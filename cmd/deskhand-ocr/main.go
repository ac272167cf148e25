package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/deskhand/deskhand/mcp/servers/documents/confine"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// errNoEngine is returned by a build without tesseract.
var errNoEngine = errors.New("built without tesseract")

// recognizer reads pictures. It is used by one goroutine.
type recognizer interface {
	// recognize gives the words of a picture of grey pixels.
	recognize(request wire.Request, pixels []byte) ([]wire.Word, error)
	close()
}

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout, confine.Engine(dataFolders()...)); err != nil {
		fmt.Fprintln(os.Stderr, "deskhand-ocr:", err)
		os.Exit(1)
	}
}

// run prints the inventory, or reads pictures until in ends.
func run(args []string, in io.Reader, out io.Writer, confined bool) error {
	switch {
	case len(args) == 1 && args[0] == "--languages":
		found := inventory()
		found.Confined = confined
		return json.NewEncoder(out).Encode(found)
	case len(args) > 0:
		return errors.New("usage: deskhand-ocr [--languages]; pictures come on stdin")
	}
	engine := newRecognizer()
	defer engine.close()
	return serve(in, out, engine)
}

// dataFolders are where tesseract may have its data.
func dataFolders() []string {
	return []string{
		cmp.Or(os.Getenv("TESSDATA_PREFIX"), "/usr/share/tessdata"),
		"/usr/share/tesseract-ocr", "/usr/local/share/tessdata", "/usr/share/tesseract", "/opt/local/share/tessdata",
	}
}

// serve answers each request of in; a request that cannot be read ends it, as
// nothing after it can be trusted.
func serve(in io.Reader, out io.Writer, engine recognizer) error {
	reader := bufio.NewReaderSize(in, 1<<20)
	for {
		request, pixels, err := wire.ReadRequest(reader)
		if errors.Is(err, io.EOF) && !errors.Is(err, wire.ErrMalformed) {
			return nil
		}
		if err != nil {
			return err
		}
		words, err := engine.recognize(request, pixels)
		if err := wire.WriteAnswer(out, answer(request.ID, words, err)); err != nil {
			return err
		}
	}
}

// answer makes an answer of what recognize returned.
func answer(id int, words []wire.Word, err error) wire.Answer {
	switch {
	case errors.Is(err, errNoEngine):
		return wire.Answer{ID: id, Kind: wire.KindNoEngine, Error: err.Error()}
	case err != nil:
		return wire.Answer{ID: id, Kind: wire.KindFailed, Error: err.Error()}
	default:
		return wire.Answer{ID: id, Words: words}
	}
}
