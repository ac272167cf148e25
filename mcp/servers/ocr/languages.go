package ocr

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// Languages is what the tool languages answers.
type Languages struct {
	Engine    string   `json:"engine" jsonschema:"tesseract library, tesseract program, built in or none"`
	Version   string   `json:"version" jsonschema:"version of tesseract"`
	Languages []string `json:"languages" jsonschema:"what read takes as languages"`
	Advice    string   `json:"advice" jsonschema:"what to install, if anything"`
}

func (s *service) languagesTool(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found := s.engine.Status()
	told := Languages{
		Engine: found.Engine, Version: found.Version,
		Languages: append([]string{}, found.Languages...), Advice: found.Advice(),
	}
	text := fmt.Sprintf("Engine: %s %s\nLanguages: %s\n%s",
		told.Engine, told.Version, strings.Join(told.Languages, ", "), told.Advice)
	return mcp.NewToolResultStructured(told, strings.TrimSpace(text)), nil
}
