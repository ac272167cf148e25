package documents

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
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

func (s *service) statusTool(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found := s.engine.Status()
	status := Status{
		OCR: found.Engine, Version: found.Version, Languages: found.Languages, Turned: found.Turned, PDF: true,
		Advice: found.Advice(),
	}
	if status.Languages == nil {
		status.Languages = []string{}
	}
	text := fmt.Sprintf("OCR: %s %s\nLanguages: %s\nPDF: yes\n%s",
		status.OCR, status.Version, strings.Join(status.Languages, ", "), status.Advice)
	return mcp.NewToolResultStructured(status, strings.TrimSpace(text)), nil
}
