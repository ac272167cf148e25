package agentcore

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// ToolReadMore is the tool that opens what was cut, OwnServer the server it belongs to.
const (
	ToolReadMore = "read_more"
	OwnServer    = "deskhand"
)

// ReadMore is a toolbox of one tool, read_more, which returns the rest of results and
// requests of which a model sees a part, page by page.
type ReadMore struct {
	Library Library
	// Chars is the most characters of a page: the limit of a result, so that no page is
	// cut again.
	Chars int
}

const readMoreSchema = `{"type":"object","properties":{
"handle":{"type":"string","description":"the handle that the cut text gave"},
"offset":{"type":"integer","minimum":0,"description":"the character to begin at; left out: the beginning"}},
"required":["handle"],"additionalProperties":false}`

// Specs returns the tool.
func (r ReadMore) Specs() []chat.ToolSpec {
	return []chat.ToolSpec{{
		Name:        ToolReadMore,
		Title:       "Read on in a text that was cut",
		Description: "Read more of a result or request that was cut, by its handle, from an offset in characters on.",
		Parameters:  json.RawMessage(readMoreSchema), Effect: chat.EffectRead, Server: OwnServer, Own: true,
	}}
}

// Call returns one page, with a first line that says where the next one begins.
func (r ReadMore) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	var args struct {
		Handle string `json:"handle"`
		Offset int    `json:"offset"`
	}
	if err := json.Unmarshal(inv.Call.Args, &args); err != nil || args.Handle == "" || args.Offset < 0 {
		return refuseHandle(chat.ErrInvalidArgs, "handle must be a text and offset a number from 0 on.")
	}
	text, total, err := r.Library.Full(ctx, args.Handle, args.Offset, r.page(inv.Chars))
	switch {
	case ctx.Err() != nil:
		return chat.Failed(ToolReadMore, chat.ErrCancelled, "It was cancelled.")
	case err != nil:
		return refuseHandle(chat.ErrInvalidArgs, fmt.Sprintf("Nothing lies under the handle %.40q.", args.Handle))
	case args.Offset >= total:
		return refuseHandle(chat.ErrInvalidArgs, fmt.Sprintf("The text ends at character %d.", total))
	}
	return chat.ToolResult{OK: true, Tool: ToolReadMore, Text: pageHead(args.Offset, len([]rune(text)), total) + text}
}

// headRoom is the most that the first line of a page may take, in characters.
const headRoom = 80

// page returns the length of a page for a caller with this limit, in characters.
func (r ReadMore) page(takes int) int {
	takes = cmp.Or(takes, r.Chars)
	return max(min(takes, r.Chars)-headRoom, 1)
}

// pageHead says which part of the text follows.
func pageHead(offset, n, total int) string {
	if end := offset + n; end < total {
		return fmt.Sprintf("Characters %d to %d of %d; go on with offset %d.\n", offset, end, total, end)
	}
	return fmt.Sprintf("Characters %d to %d of %d, the end.\n", offset, offset+n, total)
}

func refuseHandle(kind chat.ErrorType, message string) chat.ToolResult {
	return chat.Failed(ToolReadMore, kind, message).Advised("Use a handle and an offset that a result gave.")
}
