package pdf

import (
	"image"
	"math"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// lone returns the picture of a page that is one picture, as most scans are, so many
// points large: that costs a fraction of drawing the page. It gives nil for any
// other page, also if it is not sure.
func (d *Document) lone(page int, width, height float64) *image.Gray {
	loaded, err := d.instance.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: d.ref, Index: page - 1})
	if err != nil {
		return nil
	}
	defer func() { _, _ = d.instance.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page}) }()
	on := requests.Page{ByReference: &loaded.Page}
	count, err := d.instance.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: on})
	if err != nil || count.Count != 1 {
		return nil
	}
	notes, err := d.instance.FPDFPage_GetAnnotCount(&requests.FPDFPage_GetAnnotCount{Page: on})
	if err != nil || notes.Count != 0 {
		return nil
	}
	turned, err := d.instance.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: on})
	if err != nil || turned.PageRotation != enums.FPDF_PAGE_ROTATION_NONE {
		return nil
	}
	object, err := d.instance.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: on, Index: 0})
	if err != nil || !d.fills(object.PageObject, width, height) {
		return nil
	}
	about, err := d.instance.FPDFImageObj_GetImageMetadata(&requests.FPDFImageObj_GetImageMetadata{ImageObject: object.PageObject, Page: on})
	if err != nil || about.ImageMetadata.Colorspace == enums.FPDF_COLORSPACE_UNKNOWN { // a stencil, to be filled with a colour
		return nil
	}
	return d.bitmap(object.PageObject)
}

// fills reports whether an object of a page is an upright picture that covers the page, to
// within a two-hundredth.
func (d *Document) fills(object references.FPDF_PAGEOBJECT, width, height float64) bool {
	kind, err := d.instance.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: object})
	if err != nil || kind.Type != enums.FPDF_PAGEOBJ_IMAGE {
		return false
	}
	placed, err := d.instance.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: object})
	if err != nil {
		return false
	}
	m := placed.Matrix
	same := func(a float32, b, of float64) bool { return math.Abs(float64(a)-b) <= of/200 }
	return same(m.A, width, width) && same(m.D, height, height) && same(m.B, 0, width) && same(m.C, 0, height) &&
		same(m.E, 0, width) && same(m.F, 0, height)
}

// bitmap is the picture in shades of grey; nil when its pixels are of a kind that
// has to be drawn.
func (d *Document) bitmap(object references.FPDF_PAGEOBJECT) *image.Gray {
	taken, err := d.instance.FPDFImageObj_GetBitmap(&requests.FPDFImageObj_GetBitmap{ImageObject: object})
	if err != nil {
		return nil
	}
	of := taken.Bitmap
	defer func() { _, _ = d.instance.FPDFBitmap_Destroy(&requests.FPDFBitmap_Destroy{Bitmap: of}) }()
	format, err := d.instance.FPDFBitmap_GetFormat(&requests.FPDFBitmap_GetFormat{Bitmap: of})
	if err != nil {
		return nil
	}
	width, err := d.instance.FPDFBitmap_GetWidth(&requests.FPDFBitmap_GetWidth{Bitmap: of})
	if err != nil {
		return nil
	}
	height, err := d.instance.FPDFBitmap_GetHeight(&requests.FPDFBitmap_GetHeight{Bitmap: of})
	if err != nil {
		return nil
	}
	stride, err := d.instance.FPDFBitmap_GetStride(&requests.FPDFBitmap_GetStride{Bitmap: of})
	if err != nil {
		return nil
	}
	pixels, err := d.instance.FPDFBitmap_GetBuffer(&requests.FPDFBitmap_GetBuffer{Bitmap: of})
	if err != nil {
		return nil
	}
	bytes := map[enums.FPDF_BITMAP_FORMAT]int{
		enums.FPDF_BITMAP_FORMAT_GRAY: 1, enums.FPDF_BITMAP_FORMAT_BGR: 3, enums.FPDF_BITMAP_FORMAT_BGRX: 4,
	}[format.Format]
	w, h := width.Width, height.Height
	if bytes == 0 || w < 1 || h < 1 || stride.Stride < bytes*w || len(pixels.Buffer) < stride.Stride*(h-1)+bytes*w {
		return nil
	}
	return picture.GreyOfBGR(pixels.Buffer, stride.Stride, bytes, image.Pt(w, h))
}
