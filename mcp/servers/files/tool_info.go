package files

import (
	"context"
	"fmt"

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

func (s *Server) info(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args wire.InfoRequest
	scope, err := s.scope(req)
	if err == nil {
		err = bind(req, &args)
	}
	if err != nil {
		return failed(err, args.Path), nil
	}
	found, err := s.finder.Inspect(ctx, scope, args.Path)
	if err != nil {
		return failed(err, args.Path), nil
	}
	out := wire.Info{Entry: newEntry(found.Entry), MIME: found.MIME, SHA256: found.SHA256}
	text := fmt.Sprintf("%s: %s", filename.Shown(out.Path), out.Type)
	if out.MIME != "" {
		text += " of type " + out.MIME
	}
	text += fmt.Sprintf(", %s, changed %s", size(out.Size), found.Info.Mtime.Format("2006-01-02 15:04"))
	if out.Note != "" {
		text += " (" + out.Note + ")"
	}
	return answer(out, text), nil
}
