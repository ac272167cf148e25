package files

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/filename"
	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
)

// The limits of a list.
const (
	listDefault = 1000
	listMax     = 20_000
	// listShown is how many entries a reader sees; code gets them all.
	listShown = 200
)

func listTool() mcp.Tool {
	return mcp.NewTool("list",
		mcp.WithDescription("List what is in a folder: names, sizes and dates. Hidden files are left out unless asked for."),
		mcp.WithString("path", mcp.Required(), mcp.Description("full path of the folder")),
		mcp.WithBoolean("recursive", mcp.Description("look into the folders inside too")),
		mcp.WithBoolean("hidden", mcp.Description("list hidden files too")),
		mcp.WithInteger("limit", mcp.Description("how many entries at most (1000)"), mcp.Min(1), mcp.Max(listMax)),
		mcp.WithString("after", mcp.Description("start behind this path: the last one of a list that was cut")),
		mcp.WithOutputSchema[wire.Listing](),
		call.Annotate("List a folder", true, true),
	)
}

func (s *Server) list(ctx context.Context, r *request, args wire.ListRequest) (wire.Listing, error) {
	r.path = args.Path
	if err := limited(args.Limit, listMax); err != nil {
		return wire.Listing{}, err
	}
	return s.finder.List(ctx, r.scope, args, r.tell)
}

func listText(l wire.Listing) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s\n", filename.Shown(l.Path), mover.Count(l.Files, "file"), mover.Count(l.Folders, "folder"))
	rows(&b, l.Entries, func(e wire.Entry) {
		rel, err := filepath.Rel(l.Path, e.Path)
		if err != nil {
			rel = e.Path
		}
		fmt.Fprintf(&b, "%s | %s | %s | %s", filename.Shown(rel), e.Type, size(e.Size), e.Mtime)
		if e.Note != "" {
			fmt.Fprintf(&b, " | %s", e.Note)
		}
		b.WriteByte('\n')
	})
	if l.Truncated {
		b.WriteString("The list is cut. Ask again with after set to the last path for the rest.\n")
	}
	return b.String()
}

// size says bytes as people do.
func size(bytes int64) string {
	if bytes < 1000 {
		return fmt.Sprintf("%d B", bytes)
	}
	n := float64(bytes) / 1000
	for _, unit := range []string{"kB", "MB", "GB"} {
		if n < 1000 {
			return fmt.Sprintf("%.1f %s", n, unit)
		}
		n /= 1000
	}
	return fmt.Sprintf("%.1f TB", n)
}
