package documents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdf"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

const (
	// ocrPixels is the size at which pages are read: an A4 page at 250 dots an
	// inch. More costs time and finds nothing: measured on print of 14 to 56
	// pixels, everything from 20 on reads the same.
	ocrPixels = 6_000_000
	// ocrDPI is the resolution at which pages of a PDF are drawn to be read:
	// print of 8 points is 22 pixels high.
	ocrDPI = 200
)

// pageText is what was read from one page.
type pageText struct {
	layout.Page
	// width and height of the upright page in the units of PageSize.
	width, height float64
	method        string
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
func (s *service) openPaged(ctx context.Context, kind Kind, mime string, data []byte) (paged, error) {
	sum := sha256.Sum256(data)
	key := hex.EncodeToString(sum[:])
	if kind == KindPDF {
		document, err := s.pdf.Open(ctx, data)
		if err != nil {
			return nil, err
		}
		return &pdfFile{service: s, document: document, key: key}, nil
	}
	file, err := picture.Open(data, mime)
	if err != nil {
		return nil, err
	}
	return &imageFile{service: s, file: file, key: key, camera: picture.ReadCamera(data, mime)}, nil
}

// imageFile is a picture.
type imageFile struct {
	service *service
	file    *picture.File
	key     string
	camera  picture.Camera
}

func (f *imageFile) count() int { return f.file.Pages() }

func (f *imageFile) close() {}

// orientation is what the file says of its first page; the others say nothing.
func (f *imageFile) orientation(page int) picture.Orientation {
	if page == 1 {
		return f.camera.Orientation
	}
	return 1
}

func (f *imageFile) text(ctx context.Context, page int, languages []string) (pageText, error) {
	stored, err := f.file.Size(page)
	if err != nil {
		return pageText{}, err
	}
	read, err := f.service.engine.Read(ctx, engine.Source{
		Key: fmt.Sprintf("%s#%d", f.key, page),
		Picture: func(ctx context.Context) (*image.Gray, int, error) {
			grey, err := f.grey(ctx, page, stored)
			return grey, 0, err
		},
	}, languages)
	if errors.Is(err, engine.ErrNoEngine) || errors.Is(err, engine.ErrNoLanguage) {
		// Nobody reads it, but whether it is whole can be told.
		if _, broken := f.grey(ctx, page, stored); broken != nil {
			return pageText{}, broken
		}
	}
	if err != nil {
		return pageText{}, err
	}
	size := f.orientation(page).Size(stored)
	if read.Turn%180 != 0 {
		size.X, size.Y = size.Y, size.X
	}
	return pageText{
		Page: read.Page, width: float64(size.X), height: float64(size.Y),
		method: MethodOCR, turn: read.Turn, missing: read.Missing,
	}, nil
}

// grey decodes a page for reading.
func (f *imageFile) grey(ctx context.Context, page int, stored image.Point) (*image.Gray, error) {
	weight := int64(stored.X * stored.Y)
	if err := f.service.pixels.Acquire(ctx, weight); err != nil {
		return nil, err
	}
	defer f.service.pixels.Release(weight)
	decoded, err := f.file.Decode(page)
	if err != nil {
		return nil, err
	}
	return picture.OrientGrey(picture.Fit(picture.Grey(decoded), ocrPixels), f.orientation(page)), nil
}

func (f *imageFile) show(ctx context.Context, page, turn int, crop [4]float64, longest int) (*image.RGBA, error) {
	stored, err := f.file.Size(page)
	if err != nil {
		return nil, err
	}
	weight := int64(stored.X * stored.Y)
	if err := f.service.pixels.Acquire(ctx, weight); err != nil {
		return nil, err
	}
	defer f.service.pixels.Release(weight)
	decoded, err := f.file.Decode(page)
	if err != nil {
		return nil, err
	}
	orientation := f.orientation(page)
	shown := orientation.Size(stored)
	box := unturned(crop, shown, turn)
	part := orientation.StoredBox(box, stored).Add(decoded.Bounds().Min)
	factor := min(1, float64(longest)/float64(max(part.Dx(), part.Dy())))
	upright := picture.OrientColour(picture.Colour(decoded, part, factor), orientation)
	return picture.TurnColour(upright, turn), nil
}

// unturned is the box, in pixels of a page of that size, that shows as crop
// when the page is turned by so many degrees.
func unturned(crop [4]float64, page image.Point, turn int) image.Rectangle {
	upright := page
	if turn%180 != 0 {
		upright.X, upright.Y = page.Y, page.X
	}
	w, h := float64(upright.X), float64(upright.Y)
	box := image.Rect(int(crop[0]*w), int(crop[1]*h), int((crop[0]+crop[2])*w+0.5), int((crop[1]+crop[3])*h+0.5))
	box.Max.X, box.Max.Y = max(box.Max.X, box.Min.X+1), max(box.Max.Y, box.Min.Y+1)
	box = box.Intersect(image.Rectangle{Max: upright})
	return layout.TurnBox(box, upright, 360-turn)
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
		return sized(pageText{Page: layer.Turn(turn), method: MethodText, turn: turn, cut: layer.Cut}, layer.Page), nil
	}
	read, err := f.service.engine.Read(ctx, engine.Source{
		Key: fmt.Sprintf("%s#%d", f.key, page),
		Picture: func(ctx context.Context) (*image.Gray, int, error) {
			return f.document.Grey(ctx, page, ocrDPI, ocrPixels)
		},
	}, languages)
	if err != nil {
		return pageText{}, err
	}
	return sized(pageText{Page: read.Page, method: MethodOCR, turn: read.Turn, missing: read.Missing}, layer.Page), nil
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
	box := unturned(crop, whole, turn)
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
