package call

import "github.com/mark3labs/mcp-go/mcp"

// Annotate says what a tool is called for a person and what it does to the world.
// No tool of ours destroys anything or leaves this computer.
func Annotate(title string, readOnly, idempotent bool) mcp.ToolOption {
	no := false
	return func(t *mcp.Tool) {
		t.Title = title
		t.Annotations = mcp.ToolAnnotation{
			Title: title, ReadOnlyHint: &readOnly, IdempotentHint: &idempotent, DestructiveHint: &no, OpenWorldHint: &no,
		}
	}
}
