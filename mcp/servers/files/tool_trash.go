package files

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// trashShown is how many entries of the trash are listed at most.
const trashShown = 1000

type trashArgs struct {
	Paths []string `json:"paths"`
	howArgs
}

func trashTool() mcp.Tool {
	return mcp.NewTool("trash",
		mcp.WithDescription("Put files into the computer's trash, from where they can be restored. Nothing is deleted."),
		mcp.WithArray("paths", mcp.Required(), mcp.WithStringItems(), mcp.Description("full paths of the files"), mcp.MaxItems(pageMax)),
		withDryRun(), withPlanHash(), withBatch(), withTotal(),
		mcp.WithOutputSchema[moveResult](),
		call.Annotate("Put into the trash", false, false),
	)
}

func (a trashArgs) check() error {
	return errors.Join(a.howArgs.check(), amountOf(len(a.Paths), "paths", `["…"]`))
}

func (s *Server) trash(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args trashArgs
	return s.change(ctx, req, &args, new(string), func(scope roots.Scope) (*mover.Plan, error) {
		return s.mover.PlanTrash(ctx, scope, args.Paths)
	}), nil
}

type restoreArgs struct {
	Entries []string `json:"entries"`
	howArgs
}

func restoreTool() mcp.Tool {
	return mcp.NewTool("restore",
		mcp.WithDescription("Bring files back from the trash to where they were. A name that is taken meanwhile gets a number."),
		mcp.WithArray("entries", mcp.Required(), mcp.WithStringItems(), mcp.MaxItems(pageMax),
			mcp.Description("for each file its path in the trash, or the full path that it had")),
		withDryRun(), withPlanHash(), withBatch(), withTotal(),
		mcp.WithOutputSchema[moveResult](),
		call.Annotate("Restore from the trash", false, false),
	)
}

func (a restoreArgs) check() error {
	return errors.Join(a.howArgs.check(), amountOf(len(a.Entries), "entries", `["…"]`))
}

func (s *Server) restore(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args restoreArgs
	return s.change(ctx, req, &args, new(string), func(scope roots.Scope) (*mover.Plan, error) {
		return s.mover.PlanRestore(ctx, scope, args.Entries)
	}), nil
}

type trashed struct {
	Path string `json:"path" jsonschema_description:"where it is in the trash"`
	Was  string `json:"was" jsonschema_description:"where it was"`
	When string `json:"when" jsonschema_description:"when it was put there, RFC 3339"`
}

type trashResult struct {
	Entries   []trashed `json:"entries"`
	Truncated bool      `json:"truncated"`
}

func listTrashTool() mcp.Tool {
	return mcp.NewTool("list_trash",
		mcp.WithDescription("List what is in the trash and can be restored, the newest first."),
		mcp.WithOutputSchema[trashResult](),
		call.Annotate("List the trash", true, true),
	)
}

func (s *Server) listTrash(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	scope, err := s.scope(req)
	if err == nil {
		err = bind(req, &struct{}{})
	}
	if err == nil && scope.Empty() {
		err = scope.Denied("")
	}
	if err != nil {
		return failed(err, ""), nil
	}
	found, err := s.mover.Trash(ctx, scope)
	if err != nil {
		return failed(err, ""), nil
	}
	out := trashResult{Entries: []trashed{}, Truncated: len(found) > trashShown}
	for _, e := range found[:min(trashShown, len(found))] {
		out.Entries = append(out.Entries, trashed{e.Path, e.Was, e.When.Format(time.RFC3339)})
	}
	return answer(out, trashText(out)), nil
}

func trashText(r trashResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "In the trash: %s\n", amount(len(r.Entries), "file"))
	for i, e := range r.Entries {
		if i == listShown {
			fmt.Fprintf(&b, "… and %d more\n", len(r.Entries)-i)
			break
		}
		fmt.Fprintf(&b, "%s | %s\n", filename.Shown(e.Was), e.When)
	}
	return b.String()
}
