package documents

import (
	"context"
	"fmt"
	"image"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdf"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
	"github.com/deskhand/deskhand/mcp/servers/documents/scan"
)

// ocrDPI is the resolution at which pages of a PDF are drawn to be read: print of
// 8 points is 22 pixels high.
const ocrDPI = 200

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

// paged is a file that has pages to look at. One goroutine uses it.
type paged interface {
	// count is how many pages there are.
	count() int
	// text reads a page; the first is 1.
	text(ctx context.Context, page int, languages []string) (pageText, error)
	// show draws the part of a page that crop says (fractions of the upright
	// page), at most so many pixels long. turn is what text told.
	show(ctx context.Context, page, turn int, crop [4]float64, longest int) (*image.RGBA, error)
	close()
}

// openPaged opens a picture or a PDF.
func (s *service) openPaged(ctx context.Context, f known) (paged, error) {
	if f.kind == wire.KindPDF {
		document, err := s.pdf.Open(ctx, f.Data)
		if err != nil {
			return nil, err
		}
		return &pdfFile{service: s, document: document, key: engine.KeyOf(f.Data)}, nil
	}
	opened, err := s.desk.Open(f.Data, f.MIME)
	if err != nil {
		return nil, err
	}
	return imageFile{opened}, nil
}

// imageFile is a picture.
type imageFile struct{ *scan.Picture }

func (f imageFile) count() int { return f.Pages() }

func (f imageFile) close() {}

func (f imageFile) text(ctx context.Context, page int, languages []string) (pageText, error) {
	read, err := f.Read(ctx, page, languages)
	if err != nil {
		return pageText{}, err
	}
	return pageText{
		Page: read.Page.Page, width: float64(read.Size.X), height: float64(read.Size.Y),
		method: wire.MethodOCR, turn: read.Turn, missing: read.Missing,
	}, nil
}

func (f imageFile) show(ctx context.Context, page, turn int, crop [4]float64, longest int) (*image.RGBA, error) {
	return f.Show(ctx, page, turn, crop, longest)
}

// pdfFile is a PDF.
type pdfFile struct {
	service  *service
	document *pdf.Document
	key      string
}

func (f *pdfFile) count() int { return f.document.Pages() }

func (f *pdfFile) close() { f.document.Close() }

// text takes the text layer where there is a good one, else reads the page as
// a picture.
func (f *pdfFile) text(ctx context.Context, page int, languages []string) (pageText, error) {
	layer, err := f.document.Text(ctx, page)
	if err != nil {
		return pageText{}, err
	}
	if layer.Sane() {
		turn := layer.UprightTurn()
		return sized(pageText{Page: layer.Turn(turn), method: wire.MethodText, turn: turn, cut: layer.Cut}, layer.Page), nil
	}
	read, err := f.service.engine.Read(ctx, engine.Source{
		Key: fmt.Sprintf("%s#%d", f.key, page),
		Picture: func(ctx context.Context) (*image.Gray, int, error) {
			return f.document.Grey(ctx, page, ocrDPI, scan.PagePixels)
		},
	}, languages)
	if err != nil {
		return pageText{}, err
	}
	return sized(pageText{Page: read.Page, method: wire.MethodOCR, turn: read.Turn, missing: read.Missing}, layer.Page), nil
}

// sized sets the size in points, from the page before it was turned.
func sized(page pageText, shown layout.Page) pageText {
	page.width, page.height = float64(shown.Width)/pdf.PerPoint, float64(shown.Height)/pdf.PerPoint
	if page.turn%180 != 0 {
		page.width, page.height = page.height, page.width
	}
	return page
}

// maxDrawn is the largest picture that a page is drawn as, in pixels.
const maxDrawn = 40_000_000

func (f *pdfFile) show(ctx context.Context, page, turn int, crop [4]float64, longest int) (*image.RGBA, error) {
	width, height, err := f.document.Size(ctx, page)
	if err != nil {
		return nil, err
	}
	whole := image.Pt(int(width*pdf.PerPoint), int(height*pdf.PerPoint))
	box := layout.Unturned(crop, whole, turn)
	scale := float64(longest) / float64(max(box.Dx(), box.Dy()))
	if drawn := float64(whole.X) * float64(whole.Y) * scale * scale; drawn > maxDrawn {
		scale *= maxDrawn / drawn // the square root would do; this is safe, too
	}
	colour, err := f.document.Colour(ctx, page, float64(whole.X)*scale)
	if err != nil {
		return nil, err
	}
	size := colour.Rect.Size()
	part := image.Rect(
		box.Min.X*size.X/whole.X, box.Min.Y*size.Y/whole.Y,
		(box.Max.X*size.X+whole.X-1)/whole.X, (box.Max.Y*size.Y+whole.Y-1)/whole.Y,
	).Intersect(colour.Rect)
	return picture.TurnColour(picture.Colour(colour, part, 1), turn), nil
}
