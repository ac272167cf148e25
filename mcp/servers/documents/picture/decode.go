package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"
)

// The caps of a picture that is decoded.
const (
	MaxSide   = 32_000      // pixels
	MaxPixels = 100_000_000 // pixels
	// MaxDeepPixels is for pictures that are decoded to 16 bits a colour.
	MaxDeepPixels = MaxPixels / 2
)

// What can be wrong with a picture.
var (
	// ErrFormat: it is no picture of a kind that is decoded here.
	ErrFormat = errors.New("not a picture that can be decoded")
	// ErrTooLarge: it has more pixels than the caps allow.
	ErrTooLarge = errors.New("too many pixels")
	// ErrTooDeep: it has more pixels of 16 bits a colour than the caps allow.
	ErrTooDeep = errors.New("too many pixels of 16 bits a colour")
	// ErrBroken: it is damaged or cut off.
	ErrBroken = errors.New("the picture is damaged")
	// ErrPage: it has no such page.
	ErrPage = errors.New("no such page")
)

// decoder decodes one format.
type decoder struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// decoders has the formats by their MIME types.
func decoders(mime string) (decoder, bool) {
	switch mime {
	case "image/png", "image/vnd.mozilla.apng":
		return decoder{png.DecodeConfig, png.Decode}, true
	case "image/jpeg":
		return decoder{jpeg.DecodeConfig, jpeg.Decode}, true
	case "image/gif":
		return decoder{gif.DecodeConfig, gif.Decode}, true
	case "image/webp":
		return decoder{webp.DecodeConfig, webp.Decode}, true
	case "image/bmp":
		return decoder{bmp.DecodeConfig, bmp.Decode}, true
	case "image/tiff":
		return decoder{tiff.DecodeConfig, tiff.Decode}, true
	default:
		return decoder{}, false
	}
}

// File is a picture file in memory. Several goroutines may use one.
type File struct {
	data    []byte
	mime    string
	decoder decoder
	pages   []uint32 // of a TIFF: where each page's directory is
	deep    *deepPNG
}

// Open looks at a file of that MIME type; it decodes nothing yet.
func Open(data []byte, mime string) (*File, error) {
	decoder, ok := decoders(mime)
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrFormat, mime)
	}
	file := &File{data: data, mime: mime, decoder: decoder}
	if deep, ok := openDeepPNG(data); ok {
		file.deep = &deep
	}
	if mime == "image/tiff" {
		if file.pages = tiffPages(data); len(file.pages) == 0 {
			return nil, fmt.Errorf("%w: no page", ErrBroken)
		}
	}
	return file, nil
}

// Pages is how many pages the file has: 1 but for TIFF. Of an animation only
// the first picture counts.
func (f *File) Pages() int { return max(1, len(f.pages)) }

// Size is the size of a page (the first is 1) as it is stored. It fails with
// ErrTooLarge or ErrTooDeep for a page that Decode would refuse.
func (f *File) Size(page int) (size image.Point, err error) {
	defer recovered(&err)
	reader, err := f.reader(page)
	if err != nil {
		return image.Point{}, err
	}
	config, err := f.decoder.config(reader)
	if err != nil {
		return image.Point{}, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	size = image.Pt(config.Width, config.Height)
	switch {
	case size.X <= 0 || size.Y <= 0:
		return size, fmt.Errorf("%w: %d×%d pixels", ErrBroken, size.X, size.Y)
	case size.X > MaxSide || size.Y > MaxSide || size.X*size.Y > MaxPixels:
		return size, fmt.Errorf("%w: %d×%d", ErrTooLarge, size.X, size.Y)
	case f.deep == nil && deep(config.ColorModel) && size.X*size.Y > MaxDeepPixels:
		return size, fmt.Errorf("%w: %d×%d", ErrTooDeep, size.X, size.Y)
	}
	return size, nil
}

// deep reports whether a pixel takes eight bytes, not four.
func deep(model color.Model) bool { return model == color.RGBA64Model || model == color.NRGBA64Model }

// Decode decodes a page (the first is 1), as it is stored: see Orient.
func (f *File) Decode(page int) (picture image.Image, err error) {
	defer recovered(&err)
	size, err := f.Size(page)
	if err != nil {
		return nil, err
	}
	reader, err := f.reader(page)
	if err != nil {
		return nil, err
	}
	if f.deep != nil {
		picture, err = f.deep.decode()
	} else {
		picture, err = f.decoder.decode(reader)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if got := picture.Bounds().Size(); got.X > size.X || got.Y > size.Y || got.X <= 0 || got.Y <= 0 {
		return nil, fmt.Errorf("%w: its header says another size", ErrBroken)
	}
	return picture, nil
}

// JPEG is the file itself if it is a JPEG, and how many colours it has.
func (f *File) JPEG() (data []byte, colours int, ok bool) {
	if f.mime != "image/jpeg" {
		return nil, 0, false
	}
	config, err := jpeg.DecodeConfig(bytes.NewReader(f.data))
	if err != nil {
		return nil, 0, false
	}
	switch config.ColorModel {
	case color.GrayModel:
		return f.data, 1, true
	case color.CMYKModel:
		return f.data, 4, true
	default:
		return f.data, 3, true
	}
}

// reader gives a page's bytes to a decoder.
func (f *File) reader(page int) (io.Reader, error) {
	if page < 1 || page > f.Pages() {
		return nil, fmt.Errorf("%w: %d of %d", ErrPage, page, f.Pages())
	}
	if f.pages == nil {
		return bytes.NewReader(f.data), nil
	}
	return newTIFFPage(f.data, f.pages[page-1]), nil
}

// recovered makes an error of a decoder's panic: a damaged file must not end
// the process.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", ErrBroken, r)
	}
}
