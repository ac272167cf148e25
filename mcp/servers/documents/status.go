package documents

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
)

// Status is what the tool status answers.
type Status struct {
	OCR       string   `json:"ocr" jsonschema:"built in, tesseract program or none"`
	Version   string   `json:"version,omitempty" jsonschema:"version of tesseract"`
	Languages []string `json:"languages" jsonschema:"languages of text in pictures"`
	Turned    bool     `json:"turned" jsonschema:"whether pages that lie on a side are told at once"`
	PDF       bool     `json:"pdf" jsonschema:"whether PDF files are read"`
	Advice    string   `json:"advice" jsonschema:"what to install, if anything"`
}

// The packages that are advised, as Debian and its relatives name them.
const (
	installTesseract = "Install the package tesseract-ocr."
	installLanguage  = "Install a language for it, such as the package tesseract-ocr-eng."
	installOSD       = "Install the package tesseract-ocr-osd, so that turned pages are read faster."
)

func (s *service) statusTool(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found := s.engine.Status()
	status := Status{
		OCR: found.Engine, Version: found.Version, Languages: found.Languages, Turned: found.Turned, PDF: true,
	}
	if status.Languages == nil {
		status.Languages = []string{}
	}
	switch {
	case found.Engine == engine.None:
		status.Advice = installTesseract
	case len(found.Languages) == 0:
		status.Advice = installLanguage
	case !found.Turned:
		status.Advice = installOSD
	}
	text := fmt.Sprintf("OCR: %s %s\nLanguages: %s\nPDF: yes\n%s",
		status.OCR, status.Version, strings.Join(status.Languages, ", "), status.Advice)
	return mcp.NewToolResultStructured(status, strings.TrimSpace(text)), nil
}
