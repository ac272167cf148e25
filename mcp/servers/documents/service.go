package documents

import (
	"path/filepath"
	"time"

	"github.com/deskhand/deskhand/agentcore/cache"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
)

// maxFile is the largest file that is read, in bytes.
const maxFile = 256 << 20

// service is what the tools work with. All of it is safe from any goroutine.
type service struct {
	reader *call.Reader
	engine *engine.Pool
	files  *worker.Pool
	kept   *cache.Store
	build  string
	made   string // the folder of what ocr makes; empty: there is none
	pulse  time.Duration
}

// newService starts nothing yet. The caller closes it.
func newService(config Config) (*service, error) {
	reader, err := call.NewReader(config.Roots)
	if err != nil {
		return nil, err
	}
	ocr, files, readings := config.OCR, config.Files, ""
	if config.CacheDir != "" {
		readings = filepath.Join(config.CacheDir, "readings")
		ocr.CacheDir, ocr.Compiled = filepath.Join(config.CacheDir, "ocr"), filepath.Join(config.CacheDir, "tesseract")
		files.Compiled = filepath.Join(config.CacheDir, "pdfium")
	}
	made := ""
	if config.CacheDir != "" {
		made = filepath.Join(config.CacheDir, "made")
	}
	return &service{
		made:   made,
		reader: reader, engine: engine.New(ocr), files: worker.New(files),
		kept: cache.New(readings, keptBytes), build: cache.Build(), pulse: config.Pulse,
	}, nil
}

// close ends every process and returns when they are gone.
func (s *service) close() {
	s.engine.Close()
	s.files.Close()
}
