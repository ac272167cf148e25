package documents

import (
	"path/filepath"
	"runtime"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdf"
	"github.com/deskhand/deskhand/mcp/servers/documents/scan"
)

// maxFile is the largest file that is read, in bytes.
const maxFile = 256 << 20

// service is what the tools work with. All of it is safe from any goroutine.
type service struct {
	roots  []string
	engine *engine.Pool
	desk   *scan.Desk
	pdf    *pdf.Reader
}

// newService starts nothing yet. The caller closes it.
func newService(config Config) *service {
	ocr := config.OCR
	compiled := ""
	if config.CacheDir != "" {
		ocr.CacheDir = filepath.Join(config.CacheDir, "ocr")
		compiled = filepath.Join(config.CacheDir, "pdfium")
	}
	pool := engine.New(ocr)
	return &service{
		roots:  config.Roots,
		engine: pool,
		desk:   scan.New(pool),
		pdf:    pdf.New(pdf.Config{CacheDir: compiled, Workers: runtime.NumCPU() + 1}),
	}
}

// close ends every process and returns when they are gone.
func (s *service) close() {
	s.engine.Close()
	s.pdf.Close()
}
