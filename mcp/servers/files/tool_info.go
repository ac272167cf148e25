package files

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

type infoArgs struct {
	Path string `json:"path"`
}

type infoResult struct {
	Path     string          `json:"path"`
	Name     string          `json:"name"`
	Type     string          `json:"type"`
	Size     int64           `json:"size"`
	Mtime    string          `json:"mtime"`
	MIME     string          `json:"mime,omitempty" jsonschema_description:"what the contents are, whatever the name says"`
	SHA256   string          `json:"sha256,omitempty" jsonschema_description:"of files up to 64 MiB"`
	Identity safefs.Identity `json:"identity"`
	Note     string          `json:"note,omitempty"`
	Flags    []string        `json:"flags,omitempty"`
}

func infoTool() mcp.Tool {
	return mcp.NewTool("info",
		mcp.WithDescription("Look at one file or folder: size, date, what the contents are."),
		mcp.WithString("path", mcp.Required(), mcp.Description("full path")),
		mcp.WithOutputSchema[infoResult](),
		call.Annotate("Look at a file", true, true),
	)
}

func (s *Server) info(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args infoArgs
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
	e := newEntry(found.Entry)
	out := infoResult{
		Path: e.Path, Name: e.Name, Type: e.Type, Size: e.Size, Mtime: e.Mtime, Note: e.Note, Flags: e.Flags,
		MIME: found.MIME, SHA256: found.SHA256, Identity: e.Identity,
	}
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
