package collection

import (
	"context"
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Followed is a toolbox after whose calls the library knows where files went.
type Followed struct {
	agentcore.Toolbox
	Library *library.Library
}

// Call runs a tool.
func (f Followed) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	r := f.Toolbox.Call(ctx, inv)
	switch inv.Call.Name {
	case "files_move", "files_undo", "files_finish", "files_trash", "files_restore":
		if f.Library.Exists() {
			// What is missed here is found by the next search.
			_ = f.follow(context.WithoutCancel(ctx), r.Data)
		}
	}
	return r
}

// follow keeps what a call moved, also one that failed halfway.
func (f Followed) follow(ctx context.Context, data json.RawMessage) error {
	var done struct {
		Moved []files.Outcome `json:"moved"`
	}
	if len(data) == 0 || json.Unmarshal(data, &done) != nil {
		return nil
	}
	var moves []library.Move
	for _, o := range done.Moved {
		if o.Status == files.Moved && o.Identity != nil {
			moves = append(moves, library.Move{From: o.From, To: library.Place{Path: o.To, Identity: *o.Identity}})
		}
	}
	if len(moves) == 0 {
		return nil
	}
	return f.Library.Follow(ctx, moves...)
}
