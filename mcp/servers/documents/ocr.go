package documents

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdf"
)

// ocrTool makes a searchable PDF or a text of a scan, in a folder of our own: no file
// of the user changes.
func (s *service) ocrTool(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args wire.OCRRequest
	err := request.BindArguments(&args)
	args.As = cmp.Or(args.As, wire.AsPDF)
	if err != nil || args.Path == "" || args.As != wire.AsPDF && args.As != wire.AsText {
		return call.Failed(call.BadArguments(args.Path, "The tool ocr needs a path, and may have as (pdf or text) and languages.")), nil
	}
	if s.made == "" {
		return call.Failed(chat.Failure{Class: chat.ErrExecution, Path: args.Path, Message: "This server has no folder for what it makes."}), nil
	}
	data, err := s.reader.Read(request, args.Path, maxFile)
	if err != nil {
		return call.NotRead(err, args.Path), nil
	}
	m := making{reading: reading{service: s, languages: args.Languages, result: newResult(args.Path)}, as: args.As}
	m.progress = startPulse(call.ProgressOf(ctx, request), s.pulse)
	defer m.progress.stop()
	made, failed := m.run(ctx, data)
	if failed != nil {
		return call.Failed(*failed), nil
	}
	text := fmt.Sprintf("%s\n%d of %d pages were read by OCR.", made.Path, made.Read, made.Pages)
	if made.File != "" {
		text += "\nThe new file is " + made.File
	}
	return mcp.NewToolResultStructured(made, text), nil
}

// making is one call of the tool ocr. One goroutine uses it.
type making struct {
	reading
	as     string
	sheets []pdf.Sheet
	text   strings.Builder
}

// run reads the pages and writes the file. Without a page to be read there is none.
func (m *making) run(ctx context.Context, data []byte) (wire.Made, *chat.Failure) {
	if len(data) == 0 {
		m.result.note(wire.NoteEmpty)
		return m.told(), nil
	}
	file, err := m.service.files.Open(ctx, filepath.Base(m.result.Path), data)
	if err != nil {
		return m.ended(ctx, err)
	}
	defer file.Close()
	if file.Kind != wire.KindPDF && file.Kind != wire.KindImage {
		return m.told(), nil // it has its text
	}
	m.result.PagesTotal = file.Pages
	for page := 1; page <= file.Pages; page++ {
		m.progress.tell(page-1, file.Pages, fmt.Sprintf("page %d", page))
		text, err := (paged{File: file, engine: m.service.engine}).text(ctx, page, m.languages)
		if err != nil {
			return m.ended(ctx, err)
		}
		m.missing(text.missing)
		for _, line := range text.Lines() {
			m.text.WriteString(line.Text + "\n")
		}
		if page < file.Pages {
			m.text.WriteString("\f")
		}
		if text.method == wire.MethodOCR && len(text.Words) > 0 {
			m.sheets = append(m.sheets, pdf.Sheet{Number: page, Turn: text.turn, Page: text.Page})
		}
	}
	if len(m.sheets) == 0 {
		return m.told(), nil
	}
	made := []byte(m.text.String())
	if m.as == wire.AsPDF {
		if made, err = file.Searchable(ctx, m.sheets); err != nil {
			return m.ended(ctx, err)
		}
	}
	told := m.told()
	if told.File, err = m.service.put(made, map[string]string{wire.AsPDF: ".pdf", wire.AsText: ".txt"}[m.as]); err != nil {
		return wire.Made{}, &chat.Failure{Class: chat.ErrExecution, Path: m.result.Path, Message: "The new file cannot be written: " + err.Error()}
	}
	if err := ctx.Err(); err != nil { // the caller is gone
		_ = os.Remove(told.File) // otherwise it is deleted after a day
		return m.ended(ctx, err)
	}
	return told, nil
}

// ended is for a file that cannot be read: the result says why.
func (m *making) ended(ctx context.Context, err error) (wire.Made, *chat.Failure) {
	m.sheets = nil
	failed := m.unread(ctx, err)
	return m.told(), failed
}

// told returns the result, except for the file.
func (m *making) told() wire.Made {
	made := wire.Made{Path: m.result.Path, Pages: m.result.PagesTotal, Read: len(m.sheets), Notes: m.result.Notes}
	for _, s := range m.sheets {
		made.Words += len(s.Page.Words)
	}
	return made
}

// madeFor is how long a new file is kept until somebody moves it to its place.
const madeFor = 24 * time.Hour

// put writes a file into the folder of what was made, and clears away what nobody took.
func (s *service) put(data []byte, extension string) (path string, err error) {
	if err := os.MkdirAll(s.made, 0o700); err != nil {
		return "", err
	}
	entries, err := os.ReadDir(s.made)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > madeFor {
			_ = os.Remove(filepath.Join(s.made, e.Name())) // the next call tries again
		}
	}
	path = filepath.Join(s.made, rand.Text()+extension)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666) //nolint:gosec // it becomes a file of the person's, and the folder is closed to others
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(path) // it is not whole
	}
	return path, err
}
