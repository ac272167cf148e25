package documents

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
)

func (s *service) statusTool(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found := s.engine.Status()
	confined, err := s.files.Confined(ctx)
	confined = confined && (found.Engine == engine.None || found.Engine == engine.Program || found.Confined)
	status := wire.Status{
		OCR: found.Engine, Version: found.Version, Languages: found.Languages, Turned: found.Turned, PDF: err == nil, Confined: confined,
		Advice: found.Advice(),
	}
	if status.Languages == nil {
		status.Languages = []string{}
	}
	text := fmt.Sprintf("OCR: %s %s\nLanguages: %s\nPDF: %s\nFiles are read where nothing else can be opened: %s\n%s",
		status.OCR, status.Version, strings.Join(status.Languages, ", "), yesOrNo(status.PDF), yesOrNo(confined), status.Advice)
	return mcp.NewToolResultStructured(status, strings.TrimSpace(text)), nil
}

func yesOrNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
