package decode

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"slices"

	"github.com/deskhand/deskhand/mcp/servers/documents/pdf"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// Searchable is the file as a PDF with invisible text over the words of the sheets. Of
// a picture each page becomes one, which is turned as it was to be read; a JPEG stays
// the bytes that it is. For a picture the reader of PDF must have been prepared.
func (f *File) Searchable(ctx context.Context, sheets []pdf.Sheet) ([]byte, error) {
	switch {
	case f.document != nil:
		return f.document.Searchable(ctx, sheets)
	case f.picture == nil:
		return nil, ErrNothing
	}
	pages := make([]pdf.Picture, f.Pages)
	for n := range pages {
		page, err := f.printed(n + 1)
		if err != nil {
			return nil, err
		}
		pages[n] = page
	}
	sheets = slices.Clone(sheets)
	for i, sheet := range sheets {
		if sheet.Number < 1 || sheet.Number > len(pages) {
			return nil, fmt.Errorf("%w: %d of %d", picture.ErrPage, sheet.Number, len(pages))
		}
		pages[sheet.Number-1].Turn, sheets[i].Turn = sheet.Turn, 0
	}
	document, err := f.reader.Open(ctx, pdf.FromPictures(pages))
	if err != nil {
		return nil, err
	}
	defer document.Close()
	return document.Searchable(ctx, sheets)
}

// printed is a page of a picture as a PDF has it.
func (f *File) printed(page int) (pdf.Picture, error) {
	size, err := f.picture.Size(page)
	if err != nil {
		return pdf.Picture{}, err
	}
	p := pdf.Picture{Stored: size, Orientation: f.orientation(page), Bits: 8}
	var ok bool
	if p.Data, p.Colours, ok = f.picture.JPEG(); ok {
		p.Filter = "DCTDecode"
		return p, nil
	}
	decoded, err := f.picture.Decode(page)
	if err != nil {
		return p, err
	}
	p.Stored, p.Filter = decoded.Bounds().Size(), "FlateDecode"
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed) // a buffer takes everything
	if p.Colours = 3; isGrey(decoded) {
		p.Colours = 1
		_, _ = w.Write(picture.Pixels(picture.Grey(decoded)))
	} else {
		writeColours(w, decoded)
	}
	_ = w.Close()
	p.Data = packed.Bytes()
	return p, nil
}

// isGrey reports whether a picture has no colours by its kind.
func isGrey(p image.Image) bool {
	if palette, ok := p.ColorModel().(color.Palette); ok {
		return !slices.ContainsFunc(palette, func(c color.Color) bool {
			r, g, b, _ := c.RGBA()
			return r != g || g != b
		})
	}
	return p.ColorModel() == color.GrayModel || p.ColorModel() == color.Gray16Model
}

// writeColours writes red, green and blue of each pixel. What can be seen through is on
// white.
func writeColours(w io.Writer, p image.Image) {
	const opaque = 0xFFFF
	bounds := p.Bounds()
	row := make([]byte, 0, 3*bounds.Dx())
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		row = row[:0]
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			r, g, b, a := p.At(x, y).RGBA()
			white := opaque - a
			row = append(row, byte((r+white)>>8), byte((g+white)>>8), byte((b+white)>>8))
		}
		_, _ = w.Write(row)
	}
}
