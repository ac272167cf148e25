package pdf

import (
	"context"
	"fmt"
	"image"
	"math"
	"strings"
	"unicode"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
)

const (
	// maxChars is how many characters of a page are read.
	maxChars = 50_000
	// maxObjects is how many objects of a page are looked at for pictures.
	maxObjects = 500
	// PerPoint is how many of a Text's units make a point.
	PerPoint = 100
)

// Text is the text layer of a page.
type Text struct {
	// Page has the words as a viewer shows them, in hundredths of a point.
	layout.Page
	// PictureShare is the share of the page that its largest picture covers:
	// near 1 for a scan.
	PictureShare float64
	// Cut says that the page has more text than was read.
	Cut bool
}

// Sane reports whether the layer can be used instead of OCR: it has words, most of their
// characters are ordinary ones, and it is more than a stamp on a scan.
func (t Text) Sane() bool {
	var good, bad int
	for _, word := range t.Words {
		for _, r := range word.Text {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r):
				good++
			case r == unicode.ReplacementChar, unicode.Is(unicode.Co, r), unicode.IsControl(r):
				bad++
			}
		}
	}
	needed := 3
	if t.PictureShare > 0.6 {
		needed = 60
	}
	return good >= needed && bad*5 <= good
}

// Text reads the text layer of a page (the first is 1).
func (d *Document) Text(ctx context.Context, page int) (Text, error) {
	var text Text
	err := d.step(ctx, func() (err error) {
		text, err = d.text(page)
		return err
	})
	return text, err
}

func (d *Document) text(page int) (Text, error) {
	width, height, err := d.size(page)
	if err != nil {
		return Text{}, err
	}
	text := Text{Page: layout.Page{Width: int(width * PerPoint), Height: int(height * PerPoint)}}
	toPage, err := d.transform(page, text.Page)
	if err != nil {
		return Text{}, err
	}
	if text.PictureShare, err = d.pictureShare(page, width*height); err != nil {
		return Text{}, err
	}
	loaded, err := d.instance.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: d.page(page)})
	if err != nil {
		return Text{}, fmt.Errorf("%w: text of page %d: %w", ErrBroken, page, err)
	}
	chars := chars{document: d, ref: loaded.TextPage, toPage: toPage}
	text.Words, text.Cut, err = chars.words()
	if err != nil {
		return Text{}, fmt.Errorf("%w: text of page %d: %w", ErrBroken, page, err)
	}
	_, err = d.instance.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: loaded.TextPage})
	return text, err
}

// affine maps a file's coordinates (up is up, anywhere is the origin, maybe
// turned) to those of the page as it is shown.
type affine struct{ xx, xy, yx, yy, x0, y0 float64 }

func (a affine) box(left, bottom, right, top float64) image.Rectangle {
	x1, y1 := a.xx*left+a.xy*bottom+a.x0, a.yx*left+a.yy*bottom+a.y0
	x2, y2 := a.xx*right+a.xy*top+a.x0, a.yx*right+a.yy*top+a.y0
	return image.Rect(whole(x1), whole(y1), whole(x2), whole(y2))
}

// whole rounds, and keeps wild numbers within what can be added up.
func whole(f float64) int {
	const far = 1 << 30
	if math.IsNaN(f) {
		return 0
	}
	return int(math.Round(math.Max(-far, math.Min(far, f))))
}

// transform asks PDFium where three points of the page are shown.
func (d *Document) transform(page int, shown layout.Page) (affine, error) {
	const span = 1000 // points
	at := func(x, y float64) (float64, float64, error) {
		answer, err := d.instance.FPDF_PageToDevice(&requests.FPDF_PageToDevice{
			Page: d.page(page), SizeX: shown.Width, SizeY: shown.Height, PageX: x, PageY: y,
		})
		if err != nil {
			return 0, 0, fmt.Errorf("%w: place of page %d: %w", ErrBroken, page, err)
		}
		return float64(answer.DeviceX), float64(answer.DeviceY), nil
	}
	x0, y0, err := at(0, 0)
	if err != nil {
		return affine{}, err
	}
	xx, yx, err := at(span, 0)
	if err != nil {
		return affine{}, err
	}
	xy, yy, err := at(0, span)
	if err != nil {
		return affine{}, err
	}
	return affine{(xx - x0) / span, (xy - x0) / span, (yx - y0) / span, (yy - y0) / span, x0, y0}, nil
}

// pictureShare is the share of the page's area that its largest picture has.
func (d *Document) pictureShare(page int, area float64) (float64, error) {
	count, err := d.instance.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: d.page(page)})
	if err != nil {
		return 0, fmt.Errorf("%w: objects of page %d: %w", ErrBroken, page, err)
	}
	var largest float64
	for i := range min(count.Count, maxObjects) {
		object, err := d.instance.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: d.page(page), Index: i})
		if err != nil {
			continue // the other objects may be sound
		}
		largest = math.Max(largest, d.pictureArea(object.PageObject))
	}
	return math.Min(1, largest/area), nil
}

// pictureArea is the area of an object in square points; 0 if it is no
// picture.
func (d *Document) pictureArea(object references.FPDF_PAGEOBJECT) float64 {
	kind, err := d.instance.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: object})
	if err != nil || kind.Type != enums.FPDF_PAGEOBJ_IMAGE {
		return 0
	}
	bounds, err := d.instance.FPDFPageObj_GetBounds(&requests.FPDFPageObj_GetBounds{PageObject: object})
	if err != nil {
		return 0
	}
	return math.Abs(float64(bounds.Right-bounds.Left) * float64(bounds.Top-bounds.Bottom))
}

// chars reads the characters of a page and puts them together to words. Each call
// of PDFium costs far more than what it does: the text is taken at once, and a
// place a word.
type chars struct {
	document *Document
	ref      references.FPDF_TEXTPAGE
	toPage   affine

	done  []layout.Word
	text  []rune // of the word that is being read
	first int    // where that begins
	line  int
}

// words reads the words; PDFium itself puts spaces and line ends between separate
// pieces of text.
func (c *chars) words() (words []layout.Word, cut bool, err error) {
	count, err := c.document.instance.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: c.ref})
	if err != nil {
		return nil, false, err
	}
	text, err := c.unicodes(min(count.Count, maxChars))
	if err != nil {
		return nil, false, err
	}
	for i, r := range text {
		if err := c.add(i, r); err != nil {
			return nil, false, err
		}
	}
	return c.done, count.Count > maxChars, c.endWord(len(text))
}

// unicodes returns the first n characters: all at once, or one by one if PDFium leaves
// some of them out of its text.
func (c *chars) unicodes(n int) ([]rune, error) {
	instance := c.document.instance
	if n < 1 {
		return nil, nil
	}
	whole, err := instance.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: c.ref, StartIndex: 0, Count: n})
	if err == nil {
		if text := []rune(strings.TrimSuffix(whole.Text, "\x00")); len(text) == n {
			return text, nil
		}
	}
	text := make([]rune, n)
	for i := range text {
		one, err := instance.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: c.ref, Index: i})
		if err != nil {
			return nil, err
		}
		text[i] = rune(one.Unicode)
	}
	return text, nil
}

// add takes one character.
func (c *chars) add(index int, r rune) error {
	switch {
	case r == '\n', r == '\r':
		if err := c.endWord(index); err != nil {
			return err
		}
		if len(c.done) > 0 && c.done[len(c.done)-1].Line == c.line {
			c.line++
		}
	case unicode.IsSpace(r):
		return c.endWord(index)
	case r == 0:
	default:
		if r == 0xFFFE || r == 0x02 || r == 0xAD { // a hyphen at the end of a line
			r = '-'
		}
		if len(c.text) == 0 {
			c.first = index
		}
		c.text = append(c.text, r)
	}
	return nil
}

// endWord ends the word that is being read, if there is one, before a character.
func (c *chars) endWord(before int) error {
	if len(c.text) == 0 {
		return nil
	}
	box, err := c.place(c.first, before)
	c.done = append(c.done, layout.Word{Text: string(c.text), Box: box, Confidence: 1, Line: c.line})
	c.text = nil
	return err
}

// place is the box of some characters.
func (c *chars) place(first, before int) (box image.Rectangle, err error) {
	instance := c.document.instance
	parts, err := instance.FPDFText_CountRects(&requests.FPDFText_CountRects{TextPage: c.ref, StartIndex: first, Count: before - first})
	if err != nil {
		return box, err
	}
	for i := range parts.Count {
		at, err := instance.FPDFText_GetRect(&requests.FPDFText_GetRect{TextPage: c.ref, Index: i})
		if err != nil {
			return box, err
		}
		box = box.Union(c.toPage.box(at.Left, at.Bottom, at.Right, at.Top))
	}
	return box, nil
}
