package builtin

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/mcp/servers/documents/confine"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/process"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// Verb is the argument that makes the program an OCR process.
const Verb = "ocr-worker"

// version is that of the code, which is not run to be asked.
const version = "5.1.0-288-g2a9c1"

// Version is that of the engine that is built in; empty: there is none.
func Version() string {
	if packedCode == nil {
		return ""
	}
	return version
}

// Command starts this program as an OCR process; nil: it has no engine.
func Command() []string {
	if packedCode == nil {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0] // there is no /proc: the name that we were started with
	}
	return []string{self, Verb}
}

// Main is the process; it returns the program's exit code. args are what follows
// Verb:
//
//	--languages       print what it can read
//	--compile FOLDER  keep the compiled code there
//	--read FOLDER     read pictures from in until that ends
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	if err := run(args, in, out); err != nil {
		_, _ = fmt.Fprintln(errs, Verb+":", err)
		return 1
	}
	return 0
}

func run(args []string, in io.Reader, out io.Writer) error {
	switch {
	case packedCode == nil:
		return process.ErrNoEngine
	case len(args) == 1 && args[0] == "--languages":
		confined := confine.Engine(process.DataFolders()...)
		return json.NewEncoder(out).Encode(wire.Inventory{Engine: version, Languages: languages(), Confined: confined})
	case len(args) == 2 && args[0] == "--compile":
		_, err := newCore(context.Background(), args[1])
		return err
	case len(args) == 2 && args[0] == "--read":
		core, err := newCore(context.Background(), args[1])
		if err != nil {
			return err
		}
		confine.Engine(process.DataFolders()...)
		debug.SetGCPercent(garbage)
		engine := &reader{core: core}
		defer engine.Close()
		return process.Serve(in, out, engine)
	}
	return errors.New("usage: --languages, --compile FOLDER or --read FOLDER")
}

// garbage is how much memory may be garbage, in percent of what is used: pictures and the
// memory of tesseract are large.
const garbage = 25

const (
	dataEnding = ".traineddata"
	embedded   = "eng"
)

// languages are those that can be read, sorted.
func languages() []string {
	names := []string{embedded}
	for _, path := range installed("*") {
		name := strings.TrimSuffix(filepath.Base(path), dataEnding)
		if name != "osd" { // what it is for is not in this build
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// installed are the paths of the data of a language.
func installed(name string) []string {
	var paths []string
	for _, folder := range process.DataFolders() {
		for _, at := range []string{"", "tessdata", filepath.Join("*", "tessdata")} {
			found, _ := filepath.Glob(filepath.Join(folder, at, name+dataEnding))
			paths = append(paths, found...)
		}
	}
	return paths
}

// maxData is the size of the largest data that is read, in bytes.
const maxData = 64 << 20

// unpack returns what is embedded, which is packed to keep the program small: 4 MB less
// for 50 ms of an OCR process.
func unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// load returns the data of a language, or nil.
func load(language string) []byte {
	if language == embedded {
		data, _ := unpack(packedEnglish) // nil is no data
		return data
	}
	if strings.ContainsAny(language, `*?[\/`) {
		return nil
	}
	for _, path := range installed(language) {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxData {
			continue
		}
		if data, err := os.ReadFile(path); err == nil {
			return data
		}
	}
	return nil
}
