package mcptest

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// QuestionPage is the page that the tools question and gate want visited.
const QuestionPage = "https://example.org/sign-in?for=mcptest"

// addQuestions adds the tools that ask the person for something: "question" within
// the call, "gate" by refusing it.
func addQuestions(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("question", mcp.WithDescription("Asks the person."), mcp.WithReadOnlyHintAnnotation(true), mcp.WithOpenWorldHintAnnotation(false), mcp.WithBoolean("page"), mcp.WithBoolean("odd")), question)
	s.AddTool(mcp.NewTool("gate", mcp.WithDescription("Needs a sign-in.")), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, mcp.URLElicitationRequiredError{Elicitations: []mcp.ElicitationParams{page()}}
	})
}

func page() mcp.ElicitationParams {
	return mcp.ElicitationParams{Mode: mcp.ElicitationModeURL, Message: "Sign in first.", ElicitationID: "1", URL: QuestionPage}
}

// question asks for a name and a size, or for a visit of a page, and answers what
// it was told.
func question(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	answer := server.ElicitationResponse(req.Params.InputResponses, "ask")
	if answer != nil {
		raw, err := json.Marshal(answer)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(string(raw)), nil
	}
	asked := mcp.ElicitationParams{Message: "Who is it for?", RequestedSchema: map[string]any{
		"type": "object", "required": []string{"name"}, "properties": map[string]any{
			"name": map[string]any{"type": "string", "title": "Name", "description": "As it is to be printed.", "minLength": 2},
			"size": map[string]any{"type": "string", "enum": []string{"s", "m"}, "enumNames": []string{"Small", "Medium"}, "default": "m"},
			"mail": map[string]any{"type": "string", "format": "email"},
			"news": map[string]any{"type": "boolean", "title": "Send me news"},
		},
	}}
	switch {
	case req.GetBool("page", false):
		asked = page()
	case req.GetBool("odd", false):
		asked.RequestedSchema = map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "object"}}}
	}
	return server.NewInputRequestBuilder("").Elicit("ask", asked).ToolResult(), nil
}
