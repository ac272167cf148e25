package app

import (
	"context"
	"errors"

	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// errNoPicture means that the documents server answered without a picture.
var errNoPicture = errors.New("no picture came back")

// Page draws a page of a document, upright, its longest side at most maxPx
// pixels. The server that draws it is the only one that decodes the file.
func (c *Controller) Page(ctx context.Context, path string, page, maxPx int) (Picture, error) {
	var size documents.Rendering
	args := map[string]any{"path": path, "page": page, "max_px": maxPx}
	r, err := c.call(ctx, "documents_render", args, []string{path}, &size)
	if err != nil {
		return Picture{}, err
	}
	if len(r.Blobs) == 0 {
		return Picture{}, errNoPicture
	}
	return Picture{PNG: r.Blobs[0].Data, Width: size.Width, Height: size.Height, Pages: size.Pages}, nil
}
