package ocr

import (
	"context"
	"io"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
)

// Config is what the server is started with.
type Config struct {
	// Roots are the folders and pictures that may be read, the outer bound of
	// every call; empty: each call brings its own.
	Roots []string
	// CacheDir is where results are kept, those of the documents server too;
	// empty: nowhere.
	CacheDir string
	// Version is the version that the server reports; may be empty.
	Version string
	// OCR says where the OCR engines are; the zero value is right outside of
	// tests. Its folders are set by the server.
	OCR engine.Config
	// Files says how files are read; the zero value is right outside of tests.
	Files worker.Config

	In  io.Reader
	Out io.Writer
	// Log gets errors of the protocol; nil: they are dropped.
	Log io.Writer
}

// service is what the tools work with. All of it is safe from any goroutine.
type service struct {
	reader *call.Reader
	engine *engine.Pool
	files  *worker.Pool
}

// Serve answers requests from In on Out until In ends or ctx is done, and leaves
// no process running. It returns nil at the end of In.
func Serve(ctx context.Context, config Config) error {
	if config.CacheDir != "" {
		config.OCR.CacheDir = filepath.Join(config.CacheDir, "ocr")
		config.OCR.Compiled = filepath.Join(config.CacheDir, "tesseract")
	}
	reader, err := call.NewReader(config.Roots)
	if err != nil {
		return err
	}
	pool := engine.New(config.OCR)
	defer pool.Close()
	files := worker.New(config.Files)
	defer files.Close()
	s := &service{reader: reader, engine: pool, files: files}
	return call.Serve(ctx, s.server(config.Version), config.In, config.Out, config.Log)
}

// server makes the MCP server with its tools.
func (s *service) server(version string) *server.MCPServer {
	m := server.NewMCPServer("deskhand-ocr", version,
		server.WithTitle("Deskhand: text in pictures"),
		server.WithToolCapabilities(false),
		server.WithRecovery(),
		server.WithInstructions("Reads the text of pictures on this computer, with the place of each word. Changes nothing."),
	)
	m.AddTool(mcp.NewTool("read",
		mcp.WithDescription("Read the text of a picture (PNG, JPEG, TIFF, WebP, GIF, BMP) by OCR, with the place of each word and how sure it is."),
		mcp.WithString("path", mcp.Required(), mcp.Description("whole path of the picture")),
		mcp.WithInteger("page", mcp.Min(1), mcp.Description("page of a TIFF that has several, 1 without it")),
		mcp.WithArray("languages", mcp.WithStringItems(), mcp.Description("languages of the text, such as eng or deu; the tool languages lists them")),
		mcp.WithOutputSchema[Reading](),
		call.Annotate("Read the text of a picture", true, true),
	), s.readTool)
	m.AddTool(mcp.NewTool("languages",
		mcp.WithDescription("Tell which engine reads pictures on this computer, in which languages, and what to install if none does."),
		mcp.WithOutputSchema[Languages](),
		call.Annotate("Tell in which languages pictures are read", true, true),
	), s.languagesTool)
	return m
}
