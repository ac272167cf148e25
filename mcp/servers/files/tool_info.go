package files

import (
	"context"
	"fmt"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/filename"
	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
)

func infoTool() mcp.Tool {
	return mcp.NewTool("info",
		mcp.WithDescription("Look at one file or folder: size, date, what the contents are."),
		mcp.WithString("path", mcp.Required(), mcp.Description("full path")),
		mcp.WithOutputSchema[wire.Info](),
		call.Annotate("Look at a file", true, true),
	)
}

func (s *Server) info(ctx context.Context, r *request, args wire.InfoRequest) (wire.Info, error) {
	r.path = args.Path
	return s.finder.Inspect(ctx, r.scope, args.Path)
}

func infoText(r wire.Info) string {
	text := fmt.Sprintf("%s: %s", filename.Shown(r.Path), r.Type)
	if r.MIME != "" {
		text += " of type " + r.MIME
	}
	when, _ := time.Parse(time.RFC3339, r.Mtime) // find wrote it
	text += fmt.Sprintf(", %s, changed %s", size(r.Size), when.Format("2006-01-02 15:04"))
	if r.Note != "" {
		text += " (" + r.Note + ")"
	}
	return text
}
