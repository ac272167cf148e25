package files

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/find"
)

// groupsMax is how many groups of duplicates are answered at most.
const groupsMax = 1000

type duplicatesArgs struct {
	Paths []string `json:"paths"`
}

type twins struct {
	Size   int64   `json:"size" jsonschema_description:"bytes of each file"`
	SHA256 string  `json:"sha256"`
	Files  []entry `json:"files"`
}

type duplicatesResult struct {
	Groups    []twins  `json:"groups" jsonschema_description:"files with the same contents, byte for byte; those that waste most first"`
	Total     int      `json:"groups_total" jsonschema_description:"how many groups there are, those that are not listed too"`
	Files     int      `json:"files" jsonschema_description:"how many files were compared"`
	Wasted    int64    `json:"wasted" jsonschema_description:"bytes that one file of each group would save"`
	Unread    []change `json:"unread" jsonschema_description:"files that could not be read"`
	Truncated bool     `json:"truncated"`
}

func duplicatesTool() mcp.Tool {
	return mcp.NewTool("duplicates",
		mcp.WithDescription("Find files with the same contents, byte for byte, whatever their names. Empty and hidden files are left out."),
		mcp.WithArray("paths", mcp.Required(), mcp.WithStringItems(), mcp.Description("full paths of folders, or of files"), mcp.MaxItems(pageMax)),
		mcp.WithOutputSchema[duplicatesResult](),
		call.Annotate("Find duplicates", true, true),
	)
}

func (s *Server) duplicates(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args duplicatesArgs
	scope, err := s.scope(req)
	if err == nil {
		err = bind(req, &args)
	}
	if err == nil {
		err = amountOf(len(args.Paths), "paths", `["…"]`)
	}
	if err != nil {
		return failed(err, ""), nil
	}
	found, err := s.finder.Duplicates(ctx, scope, args.Paths, progress(ctx, req))
	if err != nil {
		return failed(err, ""), nil
	}
	out := duplicatesOf(found)
	return answer(out, duplicatesText(out)), nil
}

func duplicatesOf(found find.Duplicates) duplicatesResult {
	out := duplicatesResult{Groups: []twins{}, Files: found.Files, Unread: make([]change, len(found.Unread)), Total: len(found.Groups), Truncated: len(found.Groups) > groupsMax}
	for i, u := range found.Unread {
		out.Unread[i] = change{From: u.Path, To: u.Path, Note: u.Why}
	}
	for i, g := range found.Groups {
		out.Wasted += g.Size * int64(len(g.Files)-1)
		if i >= groupsMax {
			continue
		}
		t := twins{Size: g.Size, SHA256: g.SHA256}
		for _, f := range g.Files {
			t.Files = append(t.Files, newEntry(f))
		}
		out.Groups = append(out.Groups, t)
	}
	return out
}

func duplicatesText(r duplicatesResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s compared, %s of duplicates, %s wasted\n", amount(r.Files, "file"), amount(len(r.Groups), "group"), size(r.Wasted))
	for i, g := range r.Groups {
		if i == listShown {
			fmt.Fprintf(&b, "… and %d more\n", len(r.Groups)-i)
			break
		}
		fmt.Fprintf(&b, "%s each:\n", size(g.Size))
		for _, f := range g.Files {
			fmt.Fprintf(&b, "  %s\n", filename.Shown(f.Path))
		}
	}
	return b.String()
}
