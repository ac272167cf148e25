package pdf

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"image"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/structs"
	"golang.org/x/text/unicode/bidi"

	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
)

// A Sheet is what OCR read from a page.
type Sheet struct {
	Number int // of the page; the first is 1
	// Turn is by how many degrees clockwise the page, as a viewer shows it, was
	// turned to be read. Page is the page as it was read.
	Turn int
	Page layout.Page
}

// glyphless is a font of one empty glyph, half as wide as it is high: that of
// tesseract, which makes searchable PDFs with it too.
//
//go:embed glyphless.ttf
var glyphless []byte

// What its glyph takes, of the size of the font: its width, and how far it reaches
// below the line, as poppler takes it.
const (
	advance = 0.5
	descent = 0.35
)

// toUnicode is the table of the font: codes of two bytes are those of Unicode, but for
// the surrogates, which are used for the characters that have no such code.
const toUnicode = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
2 beginbfrange
<0000> <D7FF> <0000>
<E000> <FFFF> <E000>
endbfrange
%sendcmap
CMapName currentdict /CMap defineresource pop
end
end
`

// Searchable is the file with invisible text over the words of the sheets. Everything
// else stays as it is.
func (d *Document) Searchable(ctx context.Context, sheets []Sheet) ([]byte, error) {
	far := farOf(sheets)
	font, err := d.instance.FPDFText_LoadCidType2Font(&requests.FPDFText_LoadCidType2Font{
		Document: d.ref, FontData: glyphless, ToUnicodeCmap: fmt.Sprintf(toUnicode, far.table()),
		CIDToGIDMapData: bytes.Repeat([]byte{0, 1}, 1<<16), // every code is the one glyph
	})
	if err != nil {
		return nil, fmt.Errorf("%w: font: %w", ErrBroken, err)
	}
	for _, sheet := range sheets {
		err := d.step(ctx, func() error { return d.overlay(sheet, font.Font, far) })
		if err != nil {
			return nil, err
		}
	}
	saved, err := d.instance.FPDF_SaveAsCopy(&requests.FPDF_SaveAsCopy{Document: d.ref, Flags: requests.SaveFlagNoIncremental})
	if err != nil || saved.FileBytes == nil {
		return nil, fmt.Errorf("%w: save: %w", ErrBroken, err)
	}
	return *saved.FileBytes, nil
}

// overlay puts the words of a sheet over its page.
func (d *Document) overlay(sheet Sheet, font references.FPDF_FONT, far farCodes) error {
	toPage, err := d.placing(sheet)
	if err != nil {
		return err
	}
	loaded, err := d.instance.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: d.ref, Index: sheet.Number - 1})
	if err != nil {
		return fmt.Errorf("%w: page %d: %w", ErrBroken, sheet.Number, err)
	}
	defer func() { _, _ = d.instance.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page}) }()
	page := requests.Page{ByReference: &loaded.Page}
	for _, word := range sheet.Page.Words {
		if word.Text == "" || word.Box.Empty() {
			continue
		}
		if err := d.write(page, font, word.Box, far.of(word.Text), toPage); err != nil {
			return fmt.Errorf("%w: text of page %d: %w", ErrBroken, sheet.Number, err)
		}
	}
	if _, err := d.instance.FPDFPage_GenerateContent(&requests.FPDFPage_GenerateContent{Page: page}); err != nil {
		return fmt.Errorf("%w: page %d: %w", ErrBroken, sheet.Number, err)
	}
	return nil
}

// placing maps the places of a sheet to those of the file's page.
func (d *Document) placing(sheet Sheet) (func(x, y float64) (float64, float64), error) {
	width, height, err := d.size(sheet.Number)
	if err != nil {
		return nil, err
	}
	shown := layout.Page{Width: int(width * PerPoint), Height: int(height * PerPoint)}
	toShown, err := d.transform(sheet.Number, shown)
	if err != nil {
		return nil, err
	}
	toPage, ok := toShown.inverse()
	read := sheet.Page
	if !ok || read.Width < 1 || read.Height < 1 {
		return nil, fmt.Errorf("%w: place of page %d", ErrBroken, sheet.Number)
	}
	return func(x, y float64) (float64, float64) {
		x, y = unturned(x/float64(read.Width), y/float64(read.Height), sheet.Turn)
		return toPage.at(x*float64(shown.Width), y*float64(shown.Height))
	}, nil
}

// unturned is where a place of a page, as fractions of it, was before the page was
// turned by so many degrees clockwise.
func unturned(x, y float64, turn int) (float64, float64) {
	switch (turn%360 + 360) % 360 {
	case 90:
		return y, 1 - x
	case 180:
		return 1 - x, 1 - y
	case 270:
		return 1 - y, x
	default:
		return x, y
	}
}

// write puts a word on a page: its characters fill its box.
func (d *Document) write(page requests.Page, font references.FPDF_FONT, box image.Rectangle, codes []uint32, toPage func(x, y float64) (float64, float64)) error {
	text, err := d.instance.FPDFPageObj_CreateTextObj(&requests.FPDFPageObj_CreateTextObj{Document: d.ref, Font: font, FontSize: 1})
	if err != nil {
		return err
	}
	object := text.PageObject
	if _, err := d.instance.FPDFText_SetCharcodes(&requests.FPDFText_SetCharcodes{PageObject: object, CharCodes: codes}); err != nil {
		return err
	}
	if _, err := d.instance.FPDFTextObj_SetTextRenderMode(&requests.FPDFTextObj_SetTextRenderMode{PageObject: object, TextRenderMode: enums.FPDF_TEXTRENDERMODE_INVISIBLE}); err != nil {
		return err
	}
	x, y := toPage(float64(box.Min.X), float64(box.Max.Y))
	alongX, alongY := toPage(float64(box.Max.X), float64(box.Max.Y))
	upX, upY := toPage(float64(box.Min.X), float64(box.Min.Y))
	upX, upY = (upX-x)/(1+descent), (upY-y)/(1+descent)
	run := advance * float64(len(codes))
	if _, err := d.instance.FPDFPageObj_SetMatrix(&requests.FPDFPageObj_SetMatrix{PageObject: object, Transform: structs.FPDF_FS_MATRIX{
		A: float32((alongX - x) / run), B: float32((alongY - y) / run),
		C: float32(upX), D: float32(upY), E: float32(x + descent*upX), F: float32(y + descent*upY),
	}}); err != nil {
		return err
	}
	_, err = d.instance.FPDFPage_InsertObject(&requests.FPDFPage_InsertObject{Page: page, PageObject: object})
	return err
}

// farCodes are the codes of the characters above U+FFFF in a text.
type farCodes map[rune]uint32

// Codes that no character has.
const firstFar, lastFar = 0xD800, 0xDFFF

// farOf gives each of them a code, as long as there is one.
func farOf(sheets []Sheet) farCodes {
	far := farCodes{}
	for _, sheet := range sheets {
		for _, word := range sheet.Page.Words {
			for _, r := range word.Text {
				if code := uint32(firstFar + len(far)); r > 0xFFFF && far[r] == 0 && code <= lastFar {
					far[r] = code
				}
			}
		}
	}
	return far
}

// table is what the font's table says of them.
func (f farCodes) table() string {
	const most = 100 // entries of one block
	var b strings.Builder
	for some := range slices.Chunk(slices.Sorted(maps.Keys(f)), most) {
		fmt.Fprintf(&b, "%d beginbfchar\n", len(some))
		for _, r := range some {
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, "<%04X> <%04X%04X>\n", f[r], high, low)
		}
		b.WriteString("endbfchar\n")
	}
	return b.String()
}

// of returns the codes of a word, from left to right as it is written.
func (f farCodes) of(word string) []uint32 {
	var codes []uint32
	for _, r := range word {
		code := uint32(r)
		if r > 0xFFFF {
			code = cmp.Or(f[r], unicode.ReplacementChar)
		}
		codes = append(codes, code)
	}
	if class, _ := bidi.LookupString(word); class.Class() == bidi.R || class.Class() == bidi.AL {
		slices.Reverse(codes)
	}
	return codes
}

// at maps a place.
func (a affine) at(x, y float64) (float64, float64) {
	return a.xx*x + a.xy*y + a.x0, a.yx*x + a.yy*y + a.y0
}

// inverse maps the other way; ok is false where nothing does.
func (a affine) inverse() (inverse affine, ok bool) {
	det := a.xx*a.yy - a.xy*a.yx
	if det == 0 {
		return affine{}, false
	}
	i := affine{xx: a.yy / det, xy: -a.xy / det, yx: -a.yx / det, yy: a.xx / det}
	i.x0, i.y0 = -(i.xx*a.x0 + i.xy*a.y0), -(i.yx*a.x0 + i.yy*a.y0)
	return i, true
}
