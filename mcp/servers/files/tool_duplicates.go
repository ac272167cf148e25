package files

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/filename"
	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
)

// groupsMax is how many groups of duplicates are answered at most.
const groupsMax = 1000

func duplicatesTool() mcp.Tool {
	return mcp.NewTool("duplicates",
		mcp.WithDescription("Find files with the same contents, byte for byte, whatever their names. Empty and hidden files, and those of projects inside, are left out."),
		mcp.WithArray("paths", mcp.Required(), mcp.WithStringItems(), mcp.Description("full paths of folders, or of files"), mcp.MaxItems(pageMax)),
		mcp.WithOutputSchema[wire.Duplicates](),
		call.Annotate("Find duplicates", true, true),
	)
}

func (s *Server) duplicates(ctx context.Context, r *request, args wire.DuplicatesRequest) (wire.Duplicates, error) {
	if err := amountOf(len(args.Paths), "paths", `["…"]`); err != nil {
		return wire.Duplicates{}, err
	}
	return s.finder.Duplicates(ctx, r.scope, args.Paths, groupsMax, r.tell)
}

func duplicatesText(r wire.Duplicates) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s compared, %s of duplicates, %s wasted\n", mover.Count(r.Files, "file"), mover.Count(len(r.Groups), "group"), size(r.Wasted))
	rows(&b, r.Groups, func(g wire.Group) {
		fmt.Fprintf(&b, "%s each:\n", size(g.Size))
		for _, f := range g.Files {
			fmt.Fprintf(&b, "  %s\n", filename.Shown(f.Path))
		}
	})
	return b.String()
}
