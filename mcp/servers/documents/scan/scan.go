package scan

import (
	"context"
	"errors"
	"fmt"
	"image"

	"golang.org/x/sync/semaphore"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// PagePixels is the size at which pages are read: an A4 page at 250 dots an
// inch. More costs time and finds nothing: measured on print of 14 to 56
// pixels, everything from 20 on reads the same.
const PagePixels = 6_000_000

// Desk is where pictures are laid out to be read.
type Desk struct {
	engine *engine.Pool
	// pixels is how many pixels of decoded pictures are in memory at a time.
	pixels *semaphore.Weighted
}

// New uses the engine; it does not close it.
func New(pool *engine.Pool) *Desk {
	return &Desk{engine: pool, pixels: semaphore.NewWeighted(2 * picture.MaxPixels)}
}

// Picture is a file of one or more pictures.
type Picture struct {
	// Camera is what a camera wrote into it.
	Camera picture.Camera

	desk *Desk
	file *picture.File
	key  string
}

// Open looks at a file of that MIME type; it decodes nothing yet.
func (d *Desk) Open(data []byte, mime string) (*Picture, error) {
	file, err := picture.Open(data, mime)
	if err != nil {
		return nil, err
	}
	return &Picture{Camera: picture.ReadCamera(data, mime), desk: d, file: file, key: engine.KeyOf(data)}, nil
}

// Pages is how many pictures the file has.
func (p *Picture) Pages() int { return p.file.Pages() }

// Page is what was read from one of them. Size is that of the upright page, in
// pixels of the file; the words are in pixels of what was read.
type Page struct {
	engine.Page
	Size image.Point
}

// Read reads a page, the first is 1. Without an engine it still tells whether the
// page is whole.
func (p *Picture) Read(ctx context.Context, page int, languages []string) (Page, error) {
	stored, err := p.file.Size(page)
	if err != nil {
		return Page{}, err
	}
	read, err := p.desk.engine.Read(ctx, engine.Source{
		Key: fmt.Sprintf("%s#%d", p.key, page),
		Picture: func(ctx context.Context) (*image.Gray, int, error) {
			grey, err := p.grey(ctx, page, stored)
			return grey, 0, err
		},
	}, languages)
	if errors.Is(err, engine.ErrNoEngine) || errors.Is(err, engine.ErrNoLanguage) {
		if _, broken := p.grey(ctx, page, stored); broken != nil {
			return Page{}, broken
		}
	}
	if err != nil {
		return Page{}, err
	}
	size := p.orientation(page).Size(stored)
	if read.Turn%180 != 0 {
		size.X, size.Y = size.Y, size.X
	}
	return Page{read, size}, nil
}

// orientation is what the file says of its first page; the others say nothing.
func (p *Picture) orientation(page int) picture.Orientation {
	if page == 1 {
		return p.Camera.Orientation
	}
	return 1
}

// grey decodes a page for reading.
func (p *Picture) grey(ctx context.Context, page int, stored image.Point) (*image.Gray, error) {
	weight := int64(stored.X * stored.Y)
	if err := p.desk.pixels.Acquire(ctx, weight); err != nil {
		return nil, err
	}
	defer p.desk.pixels.Release(weight)
	decoded, err := p.file.Decode(page)
	if err != nil {
		return nil, err
	}
	return picture.OrientGrey(picture.Fit(picture.Grey(decoded), PagePixels), p.orientation(page)), nil
}

// Show draws the part of a page that crop says (fractions of the upright page),
// at most so many pixels long. turn is what Read told.
func (p *Picture) Show(ctx context.Context, page, turn int, crop [4]float64, longest int) (*image.RGBA, error) {
	stored, err := p.file.Size(page)
	if err != nil {
		return nil, err
	}
	weight := int64(stored.X * stored.Y)
	if err := p.desk.pixels.Acquire(ctx, weight); err != nil {
		return nil, err
	}
	defer p.desk.pixels.Release(weight)
	decoded, err := p.file.Decode(page)
	if err != nil {
		return nil, err
	}
	orientation := p.orientation(page)
	shown := orientation.Size(stored)
	box := layout.Unturned(crop, shown, turn)
	part := orientation.StoredBox(box, stored).Add(decoded.Bounds().Min)
	factor := min(1, float64(longest)/float64(max(part.Dx(), part.Dy())))
	upright := picture.OrientColour(picture.Colour(decoded, part, factor), orientation)
	return picture.TurnColour(upright, turn), nil
}
