package app

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// errNoPicture means that the documents server answered without a picture.
var errNoPicture = errors.New("no picture came back")

// Word is a word with its place on a page.
type Word = documents.Word

// Words returns the words of a page and their places, for a document that was read.
func (c *Controller) Words(ctx context.Context, path string, page int) ([]Word, error) {
	var read documents.Reading
	args := documents.ReadRequest{Path: path, Pages: strconv.Itoa(page)}
	if _, err := c.call(ctx, "documents_read", args, []string{path}, &read); err != nil {
		return nil, err
	}
	if len(read.Words) == 0 && read.Method == documents.MethodText { // it has none until it is drawn
		return c.drawnWords(ctx, path, page)
	}
	return slices.DeleteFunc(read.Words, func(w Word) bool { return w.Page != page }), nil
}

// drawnWords returns the words of a text page as Page draws it.
func (c *Controller) drawnWords(ctx context.Context, path string, page int) ([]Word, error) {
	var drawn documents.Rendering
	_, err := c.call(ctx, "documents_render", documents.RenderRequest{Path: path, Page: page, MaxPx: smallest, Words: true}, []string{path}, &drawn)
	return drawn.Words, err
}

// smallest is the size in pixels of a page that is drawn only for its words.
const smallest = 16

// Page draws a page of a document, upright, its longest side at most maxPx pixels. Only
// the server that draws it decodes the file.
func (c *Controller) Page(ctx context.Context, path string, page, maxPx int) (Picture, error) {
	var size documents.Rendering
	args := documents.RenderRequest{Path: path, Page: page, MaxPx: maxPx}
	r, err := c.call(ctx, "documents_render", args, []string{path}, &size)
	if err != nil {
		return Picture{}, err
	}
	if len(r.Blobs) == 0 {
		return Picture{}, errNoPicture
	}
	return Picture{PNG: r.Blobs[0].Data, Width: size.Width, Height: size.Height, Pages: size.Pages}, nil
}
