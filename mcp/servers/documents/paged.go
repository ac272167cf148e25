package documents

import (
	"context"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdf"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
)

// pageText is what was read from one page.
type pageText struct {
	layout.Page
	// width and height of the upright page in the units of PageSize.
	width, height float64
	method        wire.Method
	turn          int
	missing       []string // languages
	cut           bool
}

// paged is an open file that has pages to look at. One goroutine uses it.
type paged struct {
	*worker.File
	engine *engine.Pool
	// logos says that what is drawn at the head of a page of text is read as well.
	logos bool
}

// text reads a page; the first is 1. It takes the text layer where there is a
// good one, else reads the page as a picture.
func (f paged) text(ctx context.Context, page int, languages []string) (pageText, error) {
	var layer pdf.Text
	if f.Kind == wire.KindPDF {
		var err error
		if layer, err = f.Layer(ctx, page); err != nil {
			return pageText{}, err
		}
		if layer.Sane() {
			turn := layer.UprightTurn()
			text := layer.Turn(turn).Mended()
			if f.logos && page == 1 && turn == 0 {
				text.Words = append(text.Words, f.logo(ctx, text, languages)...)
			}
			return sized(pageText{Page: text.InReadingOrder(), method: wire.MethodText, turn: turn, cut: layer.Cut}, layer.Page), nil
		}
	}
	read, size, err := f.Read(ctx, f.engine, page, languages)
	if err != nil {
		return pageText{}, err
	}
	text := pageText{
		Page: read.Page, width: float64(size.X), height: float64(size.Y),
		method: wire.MethodOCR, turn: read.Turn, missing: read.Missing,
	}
	if f.Kind == wire.KindPDF {
		text = sized(text, layer.Page)
	}
	return text, nil
}

// sized sets the size in points, from the page before it was turned.
func sized(page pageText, shown layout.Page) pageText {
	page.width, page.height = float64(shown.Width)/pdf.PerPoint, float64(shown.Height)/pdf.PerPoint
	if page.turn%180 != 0 {
		page.width, page.height = page.height, page.width
	}
	return page
}
