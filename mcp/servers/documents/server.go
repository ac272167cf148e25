package documents

import (
	"context"
	"io"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
)

// Config is what the server is started with.
type Config struct {
	// Roots are the folders and files that may be read, the outer bound of
	// every call; empty: each call brings its own.
	Roots []string
	// CacheDir is where results and compiled code are kept; empty: nowhere.
	CacheDir string
	// Version is the version that the server reports; may be empty.
	Version string
	// OCR says where the OCR engines are; the zero value is right outside of
	// tests. Its CacheDir is set by the server.
	OCR engine.Config
	// Files says how files are read; the zero value is right outside of tests. Its
	// Compiled is set by the server.
	Files worker.Config
	// Pulse is how often a running call reports progress to a host that asked for
	// it; 0: 20 s.
	Pulse time.Duration

	In  io.Reader
	Out io.Writer
	// Log gets errors of the protocol; nil: they are dropped.
	Log io.Writer
}

// Serve answers requests from In on Out until In ends or ctx is done, and
// leaves no process running. It returns nil at the end of In.
func Serve(ctx context.Context, config Config) error {
	service, err := newService(config)
	if err != nil {
		return err
	}
	defer service.close()

	return call.Serve(ctx, newServer(service, config.Version), config.In, config.Out, config.Log)
}

// newServer makes the MCP server with its tools.
func newServer(service *service, version string) *server.MCPServer {
	s := server.NewMCPServer("deskhand-documents", version,
		server.WithTitle("Deskhand: documents"),
		server.WithToolCapabilities(false),
		server.WithRecovery(),
		server.WithInstructions("Reads documents on this computer: pictures by OCR, PDF, Office, mails, web pages and text. Changes nothing."),
	)
	s.AddTool(mcp.NewTool("read",
		mcp.WithDescription("Read a file: the text of a picture (OCR), PDF, Office document, mail, web page or text, and the date and camera of a photo."),
		mcp.WithString("path", mcp.Required(), mcp.Description("whole path of the file")),
		mcp.WithString("pages", mcp.Description("pages to read, such as 2 or 1-3; without it the first 3")),
		mcp.WithInteger("offset", mcp.Min(0), mcp.Description("character to start at, to read on in a long text")),
		mcp.WithArray("languages", mcp.WithStringItems(), mcp.Description("languages of the text in pictures, such as eng or deu")),
		mcp.WithBoolean("logos", mcp.Description("read what is drawn at the head of a PDF with text, too")),
		mcp.WithString("unless", mcp.Description("version of an earlier result: say only whether it holds")),
		mcp.WithOutputSchema[wire.Reading](),
		call.Annotate("Read a document, a picture or a text", true, true),
	), service.readTool)
	s.AddTool(mcp.NewTool("render",
		mcp.WithDescription("Show a page of a file, or a part of it, as a picture."),
		mcp.WithString("path", mcp.Required(), mcp.Description("whole path of the file")),
		mcp.WithInteger("page", mcp.Min(1), mcp.Description("page, 1 without it")),
		mcp.WithArray("crop", mcp.WithNumberItems(), mcp.MinItems(4), mcp.MaxItems(4),
			mcp.Description("part to show: x, y, width, height as fractions of the upright page")),
		mcp.WithInteger("max_px", mcp.Description("longest side of the picture in pixels, 1024 without it")),
		mcp.WithBoolean("words", mcp.Description("tell also where the words of a text were drawn")),
		mcp.WithOutputSchema[wire.Rendering](),
		call.Annotate("Show a page or a part of it as a picture", true, true),
	), service.renderTool)
	s.AddTool(mcp.NewTool("ocr",
		mcp.WithDescription("Make a searchable PDF, or a text, of a scan: a new file in a folder of the program's own. Pages that have text stay as they are."),
		mcp.WithString("path", mcp.Required(), mcp.Description("whole path of the scan")),
		mcp.WithString("as", mcp.Enum(wire.AsPDF, wire.AsText), mcp.Description("pdf without it")),
		mcp.WithArray("languages", mcp.WithStringItems(), mcp.Description("languages of the text, such as eng or deu")),
		mcp.WithOutputSchema[wire.Made](),
		call.Annotate("Make a searchable PDF of a scan", true, false),
	), service.ocrTool)
	s.AddTool(mcp.NewTool("status",
		mcp.WithDescription("Tell what this computer can read: OCR and its languages, PDF."),
		mcp.WithOutputSchema[wire.Status](),
		call.Annotate("Tell what can be read on this computer, and in which languages", true, true),
	), service.statusTool)
	return s
}
