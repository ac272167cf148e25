package documents

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/png"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/documents/decode"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
)

const (
	defaultPixels = 1024 // of the longest side
	minPixels     = 16
	maxPixels     = 4096
)

// errNoView is returned for files that cannot be shown.
var errNoView = errors.New("nothing to show")

func (s *service) renderTool(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args wire.RenderRequest
	if err := request.BindArguments(&args); err != nil || args.Path == "" {
		return call.Failed(call.BadArguments(args.Path, "The tool render needs a path, and may have page, crop and max_px.")), nil
	}
	crop, ok := partOf(&args)
	if !ok {
		return call.Failed(call.BadArguments(args.Path, "The part to show is x, y, width and height as fractions between 0 and 1.")), nil
	}
	data, err := s.reader.Read(request, args.Path, maxFile)
	if errors.Is(err, folders.ErrTooLarge) {
		err = errNoView
	} else if err != nil {
		return call.NotRead(err, args.Path), nil
	}
	var view view
	if err == nil {
		defer startPulse(call.ProgressOf(ctx, request), s.pulse).stop()
		view, err = s.view(ctx, data, args, crop)
	}
	switch {
	case call.Ended(ctx, err):
		return call.Failed(call.WasEnded(args.Path)), nil
	case errors.Is(err, errPages):
		return call.Failed(call.BadArguments(args.Path, "The document has no page %d.", args.Page)), nil
	case err != nil:
		return call.Failed(chat.Failure{Class: chat.ErrExecution, Path: args.Path, Message: "This file cannot be shown as a picture."}), nil
	}
	return view.answer()
}

// partOf is the crop of a request; without one, the whole page.
func partOf(a *wire.RenderRequest) ([4]float64, bool) {
	a.Page = cmp.Or(a.Page, 1)
	a.MaxPx = cmp.Or(a.MaxPx, defaultPixels)
	a.MaxPx = min(max(a.MaxPx, minPixels), maxPixels)
	if len(a.Crop) == 0 {
		return [4]float64{0, 0, 1, 1}, true
	}
	if len(a.Crop) != 4 {
		return [4]float64{}, false
	}
	x, y, w, h := a.Crop[0], a.Crop[1], a.Crop[2], a.Crop[3]
	inside := x >= 0 && y >= 0 && w > 0 && h > 0 && x < 1 && y < 1 && w <= 1 && h <= 1
	return [4]float64{x, y, min(w, 1-x), min(h, 1-y)}, inside
}

// view is a page as a picture.
type view struct {
	picture *image.RGBA
	pages   int
	turn    int
	words   []wire.Word // of a text, if requested
}

// view draws the requested page, upright as read turns it. A page that cannot be read is
// shown as it is.
func (s *service) view(ctx context.Context, data []byte, args wire.RenderRequest, crop [4]float64) (view, error) {
	if len(data) == 0 {
		return view{}, errNoView
	}
	file, err := s.files.Open(ctx, filepath.Base(args.Path), data)
	if err != nil {
		return view{}, err
	}
	defer file.Close()
	v := view{pages: file.Pages}
	if file.Content != nil {
		v.pages = max(1, file.Content.Pages)
	}
	if args.Page < 1 || v.pages > 0 && args.Page > v.pages {
		return view{}, fmt.Errorf("%w: %d", errPages, args.Page)
	}
	if file.Content == nil && v.pages > 0 {
		if text, err := (paged{File: file, engine: s.engine}).text(ctx, args.Page, nil); err == nil {
			v.turn = text.turn
		}
	}
	if file.Content != nil && args.Words {
		if v.words, err = decode.SheetWords(*file.Content, args.Page); err != nil {
			return v, err
		}
	}
	v.picture, err = file.Show(ctx, args.Page, v.turn, crop, args.MaxPx)
	return v, err
}

// answer encodes the picture.
func (v view) answer() (*mcp.CallToolResult, error) {
	var encoded bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&encoded, v.picture); err != nil {
		return nil, fmt.Errorf("encode the picture: %w", err)
	}
	size := v.picture.Rect.Size()
	return &mcp.CallToolResult{
		Content: []mcp.Content{mcp.NewImageContent(base64.StdEncoding.EncodeToString(encoded.Bytes()), "image/png")},
		StructuredContent: wire.Rendering{
			Width: size.X, Height: size.Y, Pages: v.pages, Rotation: v.turn, Words: v.words,
		},
	}, nil
}
