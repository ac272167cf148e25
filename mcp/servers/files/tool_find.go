package files

import (
	"context"
	"fmt"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/find"
)

func findTool() mcp.Tool {
	return mcp.NewTool("find",
		mcp.WithDescription("Find files in a folder, and in those inside it, by name, size, date or what they are."),
		mcp.WithString("path", mcp.Required(), mcp.Description("full path of the folder")),
		mcp.WithString("name", mcp.Description("a part of the name, or a pattern such as *.pdf")),
		mcp.WithString("type", mcp.Enum("file", "folder", "link", "other")),
		mcp.WithString("kind", mcp.Description("what the contents are, whatever the name says: image, video, audio, text, pdf, document, spreadsheet, presentation, archive, or a MIME type")),
		mcp.WithInteger("min_size", mcp.Description("bytes"), mcp.Min(0)),
		mcp.WithInteger("max_size", mcp.Description("bytes"), mcp.Min(0)),
		mcp.WithString("since", mcp.Description("changed on this day or later: 2026-01-31, or RFC 3339")),
		mcp.WithString("before", mcp.Description("changed before this day: 2026-01-31, or RFC 3339")),
		mcp.WithBoolean("recursive", mcp.Description("look into the folders inside too (true)")),
		mcp.WithBoolean("hidden", mcp.Description("find hidden files too")),
		mcp.WithInteger("limit", mcp.Description("how many at most (1000)"), mcp.Min(1), mcp.Max(listMax)),
		mcp.WithString("after", mcp.Description("start behind this path: the last one of an answer that was cut")),
		mcp.WithOutputSchema[wire.Listing](),
		call.Annotate("Find files", true, true),
	)
}

func (s *Server) find(ctx context.Context, r *request, args wire.FindRequest) (wire.Listing, error) {
	r.path = args.Path
	search, err := searchOf(args)
	if err != nil {
		return wire.Listing{}, err
	}
	return s.finder.Find(ctx, r.scope, args.ListRequest, search, r.tell)
}

func foundText(l wire.Listing) string { return "Found in " + listText(l) }

func searchOf(a wire.FindRequest) (find.Search, error) {
	s := find.Search{Name: a.Name, Type: a.Type, Kind: a.Kind, MinSize: a.MinSize, MaxSize: a.MaxSize}
	if err := limited(a.Limit, listMax); err != nil {
		return s, err
	}
	var err error
	if s.Since, err = day(a.Since); err != nil {
		return s, err
	}
	s.Before, err = day(a.Before)
	return s, err
}

// day reads a day, which begins at midnight here, or a time. Empty is none.
func day(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if t, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return t, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, fault.Invalid("", fmt.Sprintf("%q is no date.", text), "Write it as 2026-01-31.")
	}
	return t, nil
}

func limited(limit, most int) error {
	if limit < 1 || limit > most {
		return fault.Invalid("", fmt.Sprintf("The limit must be between 1 and %d.", most), "")
	}
	return nil
}
