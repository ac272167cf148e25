package decode

import (
	"context"
	"errors"
	"fmt"
	"image"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/einvoice"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdf"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// About is what a file turned out to be.
type About struct {
	Kind        wire.Kind
	MIME        string
	ExtensionOK bool
	// Content is the content of a file that contains its text.
	Content *format.Content
	// Pages is how many there are to look at.
	Pages  int
	Camera picture.Camera
	Meta   wire.Meta
	Facts  *wire.Facts
}

// ErrNothing is returned for what a file of its kind does not have.
var ErrNothing = errors.New("the file has no such thing")

// Decoder opens files.
type Decoder struct{ pdf *pdf.Reader }

// New returns a decoder whose reader of PDF keeps its compiled code in a folder,
// if one is named. The caller closes it.
func New(compiled string) *Decoder {
	return &Decoder{pdf: pdf.New(pdf.Config{CacheDir: compiled, Workers: 1})}
}

// Prepare starts the reader of PDF, which needs files of this computer.
func (d *Decoder) Prepare() error { return d.pdf.Prepare() }

// Close ends the reader of PDF, once no file is open.
func (d *Decoder) Close() { d.pdf.Close() }

// File is an open file.
type File struct {
	About

	known    known
	reader   *pdf.Reader
	document *pdf.Document
	picture  *picture.File
}

// Open opens a file; its name decides between forms of plain text. Even if that fails,
// the File has its kind.
func (d *Decoder) Open(ctx context.Context, name string, data []byte) (*File, error) {
	f := &File{known: detect(name, data), reader: d.pdf}
	f.Kind, f.MIME, f.ExtensionOK = f.known.kind, f.known.MIME, f.known.extensionAgrees()
	switch {
	case f.known.reader != nil:
		content, err := f.known.reader.Read(f.known.File)
		if err != nil {
			return f, err
		}
		f.Content = &content
		return f, nil
	case f.Kind == wire.KindImage:
		return f, f.openPicture(data)
	case f.Kind == wire.KindPDF:
		return f, f.openPDF(ctx, d.pdf, data)
	}
	return f, nil
}

func (f *File) openPicture(data []byte) (err error) {
	if f.picture, err = picture.Open(data, f.MIME); err != nil {
		return err
	}
	f.Pages, f.Camera = f.picture.Pages(), picture.ReadCamera(data, f.MIME)
	return nil
}

func (f *File) openPDF(ctx context.Context, reader *pdf.Reader, data []byte) (err error) {
	if f.document, err = reader.Open(ctx, data); err != nil {
		return err
	}
	f.Pages = f.document.Pages()
	if meta, err := f.document.Meta(ctx); err == nil {
		f.Meta = wire.Meta(meta)
	}
	_ = f.document.Attached(ctx, ".xml", func(data []byte) bool { // welcome, not needed
		facts, err := einvoice.Facts(data)
		if err == nil {
			f.Facts = &facts
		}
		return err == nil
	})
	return nil
}

// Close gives the file up.
func (f *File) Close() {
	if f.document != nil {
		f.document.Close()
	}
}

// Layer is the text layer of a PDF's page; the first is 1.
func (f *File) Layer(ctx context.Context, page int) (pdf.Text, error) {
	if f.document == nil {
		return pdf.Text{}, ErrNothing
	}
	return f.document.Text(ctx, page)
}

// ocrDPI is the resolution at which pages of a PDF are drawn to be read: print of
// 8 points is 22 pixels high.
const ocrDPI = 200

// pagePixels is the size at which pages are read: an A4 page at 250 dots an
// inch. More costs time and finds nothing: measured on print of 14 to 56
// pixels, everything from 20 on reads the same.
const pagePixels = 6_000_000

// Grey is a page to be read by OCR, and its resolution where that is known, else
// 0.
func (f *File) Grey(ctx context.Context, page int) (grey *image.Gray, dpi int, err error) {
	switch {
	case f.document != nil:
		return f.document.Grey(ctx, page, ocrDPI, pagePixels)
	case f.picture != nil:
		grey, err = f.greyPicture(page)
		return grey, 0, err
	}
	return nil, 0, ErrNothing
}

// Show draws the part of a page that crop says (fractions of the upright page),
// at most so many pixels long. turn is the rotation that reading it found.
func (f *File) Show(ctx context.Context, page, turn int, crop [4]float64, longest int) (*image.RGBA, error) {
	switch {
	case f.document != nil:
		return f.showPDF(ctx, page, turn, crop, longest)
	case f.picture != nil:
		return f.showPicture(page, turn, crop, longest)
	case f.Content != nil:
		return drawLines(*f.Content, page, crop, longest)
	}
	return nil, ErrNothing
}

// maxDrawn is the largest picture that a page is drawn as, in pixels.
const maxDrawn = 40_000_000

func (f *File) showPDF(ctx context.Context, page, turn int, crop [4]float64, longest int) (*image.RGBA, error) {
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

// orientation returns the orientation in the file's metadata, which is for the first page.
func (f *File) orientation(page int) picture.Orientation {
	if page == 1 {
		return f.Camera.Orientation
	}
	return 1
}

func (f *File) greyPicture(page int) (*image.Gray, error) {
	decoded, err := f.picture.Decode(page)
	if err != nil {
		return nil, err
	}
	return picture.OrientGrey(picture.Fit(picture.Grey(decoded), pagePixels), f.orientation(page)), nil
}

func (f *File) showPicture(page, turn int, crop [4]float64, longest int) (*image.RGBA, error) {
	stored, err := f.picture.Size(page)
	if err != nil {
		return nil, err
	}
	decoded, err := f.picture.Decode(page)
	if err != nil {
		return nil, err
	}
	orientation := f.orientation(page)
	shown := orientation.Size(stored)
	box := layout.Unturned(crop, shown, turn)
	part := orientation.StoredBox(box, stored).Add(decoded.Bounds().Min)
	factor := min(1, float64(longest)/float64(max(part.Dx(), part.Dy())))
	upright := picture.OrientColour(picture.Colour(decoded, part, factor), orientation)
	return picture.TurnColour(upright, turn), nil
}

// Size is the size of the upright page of a picture as the file says it.
func (f *File) Size(page int) (image.Point, error) {
	if f.picture == nil {
		return image.Point{}, fmt.Errorf("%w: a size", ErrNothing)
	}
	stored, err := f.picture.Size(page)
	return f.orientation(page).Size(stored), err
}
