package documents

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
)

// The tests share what is slow to make: the OCR program and the compiled code
// of the PDF reader.
var (
	ocrProgram  string // deskhand-ocr with tesseract
	sharedCache string
)

// newCache returns a cache folder that holds only that code.
func newCache(t *testing.T) string {
	t.Helper()
	cache := t.TempDir()
	must(t, pdftest.ShareCompiled(cache))
	return cache
}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == worker.Verb {
		os.Exit(worker.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(withPrograms(m))
}

func withPrograms(m *testing.M) int {
	dir, err := os.MkdirTemp("", "documents-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	ocrProgram, sharedCache = filepath.Join(dir, "deskhand-ocr"), filepath.Join(dir, "cache")
	build := exec.Command("go", "build", "-tags", "ocr", "-o", ocrProgram, "github.com/deskhand/deskhand/cmd/deskhand-ocr")
	if output, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build deskhand-ocr: %v\n%s\nInstall g++ libtesseract-dev libleptonica-dev tesseract-ocr tesseract-ocr-eng tesseract-ocr-osd.\n", err, output)
		return 1
	}
	if err := pdftest.ShareCompiled(sharedCache); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}
