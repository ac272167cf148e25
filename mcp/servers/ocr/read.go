package ocr

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
)

// Reading is what the tool read answers. Boxes are x, y, width and height as
// fractions of the upright page.
type Reading struct {
	Path       string   `json:"path" jsonschema:"the picture"`
	Page       int      `json:"page" jsonschema:"the page that was read"`
	Pages      int      `json:"pages" jsonschema:"pages of the file"`
	Width      int      `json:"width" jsonschema:"pixels of the upright page"`
	Height     int      `json:"height" jsonschema:"pixels of the upright page"`
	Rotation   int      `json:"rotation" jsonschema:"degrees clockwise that the page was turned to be upright, after what the file itself says"`
	Confidence float64  `json:"confidence" jsonschema:"how sure the text is, 0 to 1"`
	Text       string   `json:"text" jsonschema:"the text; empty when the picture has none"`
	Lines      []Line   `json:"lines" jsonschema:"the lines of the text"`
	Words      []Word   `json:"words" jsonschema:"the words of the text"`
	Missing    []string `json:"missing" jsonschema:"languages that were asked for and are not installed"`
	Truncated  bool     `json:"truncated" jsonschema:"the page has more words than are in this result"`
}

// Line is one line of the text.
type Line struct {
	Text       string     `json:"text"`
	Box        [4]float64 `json:"box"`
	Confidence float64    `json:"confidence"`
}

// Word is one word; Line is the index of its line in Reading.Lines.
type Word struct {
	Text       string     `json:"text"`
	Line       int        `json:"line"`
	Box        [4]float64 `json:"box"`
	Confidence float64    `json:"confidence"`
}

const (
	// maxFile is the largest picture that is read, in bytes.
	maxFile = 256 << 20
	// maxWords keeps a result a message of a few megabytes. A full page of a
	// newspaper has some 5,000.
	maxWords = 20_000
)

// readArgs are the arguments of the tool read.
type readArgs struct {
	Path      string   `json:"path"`
	Page      int      `json:"page"`
	Languages []string `json:"languages"`
}

func (s *service) readTool(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := readArgs{Page: 1}
	if err := request.BindArguments(&args); err != nil || args.Path == "" {
		return call.Failed(call.BadArguments(args.Path, "The tool read needs a path, and may have page and languages.")), nil
	}
	data, err := s.reader.Read(request, args.Path, maxFile)
	if err != nil && !errors.Is(err, folders.ErrTooLarge) {
		return call.NotRead(err, args.Path), nil
	}
	progress := call.ProgressOf(ctx, request)
	progress.Tell(0, 1, "reading")
	var reading Reading
	if err == nil {
		reading, err = s.read(ctx, data, args)
	}
	if err != nil {
		return call.Failed(unread(ctx, args, err)), nil
	}
	progress.Tell(1, 1, "done")
	return mcp.NewToolResultStructured(reading, words(reading)), nil
}

// read reads a page of a file that may be a picture.
func (s *service) read(ctx context.Context, data []byte, args readArgs) (Reading, error) {
	file, err := s.files.Open(ctx, filepath.Base(args.Path), data)
	if err != nil {
		return Reading{}, err
	}
	defer file.Close()
	if file.Kind != documents.KindImage {
		return Reading{}, picture.ErrFormat
	}
	page, size, err := file.Read(ctx, s.engine, args.Page, args.Languages)
	if err != nil {
		return Reading{}, err
	}
	r := readingOf(args, page)
	r.Pages, r.Width, r.Height = file.Pages, size.X, size.Y
	return r, nil
}

func readingOf(args readArgs, page engine.Page) Reading {
	r := Reading{
		Path: args.Path, Page: args.Page,
		Rotation: page.Turn, Confidence: round2(page.Confidence()),
		Lines: []Line{}, Words: []Word{}, Missing: append([]string{}, page.Missing...),
	}
	var text strings.Builder
	for i, line := range page.Lines() {
		if line.Last > maxWords {
			r.Truncated = true
			break
		}
		if i > 0 && line.Block != page.Words[line.First-1].Block {
			text.WriteByte('\n') // an empty line between blocks
		}
		text.WriteString(line.Text + "\n")
		r.Lines = append(r.Lines, Line{line.Text, page.Fractions(line.Box), round2(line.Confidence)})
		for _, word := range page.Words[line.First:line.Last] {
			r.Words = append(r.Words, Word{word.Text, i, page.Fractions(word.Box), round2(word.Confidence)})
		}
	}
	r.Text = text.String()
	return r
}

// words returns the result as text.
func words(r Reading) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\npage %d of %d, %.0f %% sure\n", r.Path, r.Page, r.Pages, 100*r.Confidence)
	if len(r.Missing) > 0 {
		b.WriteString(documents.InstallLanguages(r.Missing) + "\n")
	}
	if r.Text == "" {
		b.WriteString("No text was found in this picture.\n")
	}
	fmt.Fprintf(&b, "\n%s", r.Text)
	return b.String()
}

// unread says in words why a picture was not read.
func unread(ctx context.Context, args readArgs, err error) chat.Failure {
	f := chat.Failure{Class: chat.ErrExecution, Path: args.Path}
	switch {
	case call.Ended(ctx, err):
		return call.WasEnded(args.Path)
	case errors.Is(err, engine.ErrNoEngine):
		f.Message, f.Advice = "There is no tesseract on this computer, so pictures are not read.", chat.Advice{Code: chat.AdviseInstallReader, Text: documents.InstallReader()}
	case errors.Is(err, engine.ErrNoLanguage):
		f.Message, f.Advice = "Tesseract has no language here, so pictures are not read.", chat.Advice{Code: chat.AdviseInstallLanguage, Text: documents.InstallLanguage()}
	case errors.Is(err, picture.ErrPage):
		return call.BadArguments(args.Path, "The picture has no page %d.", args.Page)
	case errors.Is(err, picture.ErrFormat):
		f = call.BadArguments(args.Path, "This is not a picture of a kind that is read: PNG, JPEG, TIFF, WebP, GIF or BMP.")
		f.Advice.Text = "PDF and Word files are read by the server that is started with: deskhand mcp documents"
	case errors.Is(err, folders.ErrTooLarge):
		f.Message = fmt.Sprintf("The file is larger than %d MB and was not read.", maxFile>>20)
	case errors.Is(err, picture.ErrTooLarge):
		f.Message = fmt.Sprintf("The picture says that it has more pixels than are read (%d million).", picture.MaxPixels/1_000_000)
	case errors.Is(err, picture.ErrTooDeep):
		f.Message = fmt.Sprintf("The picture says that it has more pixels of 16 bits a colour than are read (%d million).", picture.MaxDeepPixels/1_000_000)
	case errors.Is(err, worker.ErrTooMuchWork), errors.Is(err, worker.ErrTooMuchMemory):
		f.Message = "The picture takes more work than any should and was not read."
	case errors.Is(err, worker.ErrUnavailable), errors.Is(err, worker.ErrCrashed):
		f.Message = "The reader of pictures could not read this one."
	case errors.Is(err, engine.ErrTimeout):
		f.Message = "The picture took too long and was not read."
	case errors.Is(err, engine.ErrCrashed), errors.Is(err, engine.ErrFailed):
		f.Message = "The OCR engine could not read this picture."
	default:
		f.Message = "The picture is damaged or cut off and could not be read."
	}
	return f
}

// round2 keeps two decimals of a number between 0 and 1.
func round2(f float64) float64 { return math.Round(f*100) / 100 }
