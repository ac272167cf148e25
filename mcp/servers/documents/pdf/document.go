package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"strings"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	pictures "github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// Document is an open file. One goroutine at a time uses it.
type Document struct {
	reader   *Reader
	worker   *worker
	instance pdfium.Pdfium
	ref      references.FPDF_DOCUMENT
	pages    int
	closed   bool
}

// Pages is how many pages the file says that it has.
func (d *Document) Pages() int { return d.pages }

// Close gives the file up.
func (d *Document) Close() {
	if d.closed {
		return
	}
	d.closed = true
	spoilt := d.instance != nil && d.instance.Close() != nil
	d.reader.giveBack(d.worker, spoilt)
}

// step runs one operation of the library, unless ctx has ended.
func (d *Document) step(ctx context.Context, operation func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return operation()
}

// Meta is the metadata of a file, unchecked.
type Meta struct {
	Title, Author     string
	Created, Modified string // "2006-01-02T15:04:05" in the writer's time zone
}

// Meta reads the document's information.
func (d *Document) Meta(ctx context.Context) (Meta, error) {
	var meta Meta
	err := d.step(ctx, func() error {
		answer, err := d.instance.GetMetaData(&requests.GetMetaData{
			Document: d.ref, Tags: &[]string{"Title", "Author", "CreationDate", "ModDate"},
		})
		if err != nil {
			return fmt.Errorf("%w: %w", ErrBroken, err)
		}
		for _, tag := range answer.Tags {
			switch tag.Tag {
			case "Title":
				meta.Title = strings.TrimSpace(tag.Value)
			case "Author":
				meta.Author = strings.TrimSpace(tag.Value)
			case "CreationDate":
				meta.Created = date(tag.Value)
			case "ModDate":
				meta.Modified = date(tag.Value)
			}
		}
		return nil
	})
	return meta, err
}

// The caps of the files inside that are looked at.
const (
	maxAttached   = 50
	maxAttachment = 8 << 20 // bytes
)

// Attached goes through the files inside whose names end in extension until use
// returns true.
func (d *Document) Attached(ctx context.Context, extension string, use func(data []byte) bool) error {
	return d.step(ctx, func() error {
		count, err := d.instance.FPDFDoc_GetAttachmentCount(&requests.FPDFDoc_GetAttachmentCount{Document: d.ref})
		if err != nil {
			return fmt.Errorf("%w: attachments: %w", ErrBroken, err)
		}
		for i := range min(count.AttachmentCount, maxAttached) {
			file, err := d.instance.FPDFDoc_GetAttachment(&requests.FPDFDoc_GetAttachment{Document: d.ref, Index: i})
			if err != nil {
				continue // the other files may be sound
			}
			name, err := d.instance.FPDFAttachment_GetName(&requests.FPDFAttachment_GetName{Attachment: file.Attachment})
			if err != nil || !strings.HasSuffix(strings.ToLower(name.Name), extension) {
				continue
			}
			data, err := d.instance.FPDFAttachment_GetFile(&requests.FPDFAttachment_GetFile{Attachment: file.Attachment})
			if err == nil && len(data.Contents) <= maxAttachment && use(data.Contents) {
				return nil
			}
		}
		return nil
	})
}

// date reads PDF's form of a date, D:YYYYMMDDHHmmSS with a zone; what cannot be
// read is left out.
func date(text string) string {
	digits := strings.TrimPrefix(strings.TrimSpace(text), "D:")
	for _, layout := range []string{"20060102150405", "200601021504", "20060102"} {
		if len(digits) < len(layout) {
			continue
		}
		if when, err := time.Parse(layout, digits[:len(layout)]); err == nil {
			return when.Format("2006-01-02T15:04:05")
		}
	}
	return ""
}

// Size is the size of a page (the first is 1) in points, as a viewer shows it.
func (d *Document) Size(ctx context.Context, page int) (width, height float64, err error) {
	err = d.step(ctx, func() error {
		width, height, err = d.size(page)
		return err
	})
	return width, height, err
}

// maxPoints is the longest side of a page; the format allows 14,400.
const maxPoints = 1_000_000

func (d *Document) size(page int) (width, height float64, err error) {
	answer, err := d.instance.GetPageSize(&requests.GetPageSize{Page: d.page(page)})
	if err != nil {
		return 0, 0, fmt.Errorf("%w: page %d: %w", ErrBroken, page, err)
	}
	width, height = answer.Width, answer.Height
	if !(width >= 1 && height >= 1 && width <= maxPoints && height <= maxPoints) {
		return 0, 0, fmt.Errorf("%w: page %d is %g×%g points", ErrBroken, page, width, height)
	}
	return width, height, nil
}

func (d *Document) page(page int) requests.Page {
	return requests.Page{ByIndex: &requests.PageByIndex{Document: d.ref, Index: page - 1}}
}

// Grey returns a page in shades of grey at dpi dots an inch, or at fewer so that
// it has at most so many pixels, or when it is one picture that has fewer. It also returns
// the resolution.
func (d *Document) Grey(ctx context.Context, page, dpi, pixels int) (picture *image.Gray, taken int, err error) {
	err = d.step(ctx, func() error {
		width, height, err := d.size(page)
		if err != nil {
			return err
		}
		scale := math.Min(float64(dpi)/72, math.Sqrt(float64(pixels)/(width*height)))
		taken = int(scale * 72)
		if picture = d.lone(page, width, height); picture != nil {
			if smaller := width * scale / float64(picture.Rect.Dx()); smaller < 1 {
				picture = pictures.ScaleGrey(picture, smaller)
			}
			taken = int(float64(picture.Rect.Dx()) / width * 72)
			return nil
		}
		drawn, err := d.draw(page, width*scale, height*scale, requests.RenderImageFormatGrayscale)
		if err != nil {
			return err
		}
		picture, _ = drawn.(*image.Gray)
		return nil
	})
	return picture, taken, err
}

// Colour draws a page so large that it has width pixels a row.
func (d *Document) Colour(ctx context.Context, page int, width float64) (picture *image.RGBA, err error) {
	err = d.step(ctx, func() error {
		points, height, err := d.size(page)
		if err != nil {
			return err
		}
		drawn, err := d.draw(page, width, height*width/points, requests.RenderImageFormatRGBA)
		if err != nil {
			return err
		}
		picture, _ = drawn.(*image.RGBA)
		return nil
	})
	return picture, err
}

// draw draws a page and copies it out of PDFium's memory.
func (d *Document) draw(page int, width, height float64, format requests.RenderImageFormat) (image.Image, error) {
	answer, err := d.instance.RenderPageInPixels(&requests.RenderPageInPixels{
		Page: d.page(page), Width: max(1, int(width+0.5)), Height: max(1, int(height+0.5)),
		RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT, ImageFormat: format,
	})
	if err != nil {
		return nil, fmt.Errorf("%w: draw page %d: %w", ErrBroken, page, err)
	}
	defer answer.Cleanup()
	switch p := answer.Result.RenderedImage.(type) {
	case *image.Gray:
		return &image.Gray{Pix: bytes.Clone(p.Pix), Stride: p.Stride, Rect: p.Rect}, nil
	case *image.RGBA:
		return &image.RGBA{Pix: bytes.Clone(p.Pix), Stride: p.Stride, Rect: p.Rect}, nil
	default:
		return nil, fmt.Errorf("%w: draw page %d", errNoPixels, page)
	}
}

var errNoPixels = errors.New("no pixels")
