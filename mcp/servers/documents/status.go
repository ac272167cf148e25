package documents

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

func (s *service) statusTool(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found := s.engine.Status()
	status := wire.Status{
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
