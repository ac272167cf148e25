package documents

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// receipt is a page with enough text to detect its rotation.
var receipt = []string{
	"GREENFIELD MARKET",
	"12 Harbour Street, Bristol",
	"Receipt number 4471",
	"Date 2024-03-14",
	"Bread and butter 3.20",
	"Apples from Kent 2.75",
	"Washing powder 8.90",
	"Total 14.85",
	"Paid by card, thank you",
	"Please keep this receipt",
}

// drawText draws lines in black on white, size pixels high.
func drawText(t *testing.T, lines []string, size float64) *image.RGBA {
	t.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	width := 0
	for _, line := range lines {
		width = max(width, font.MeasureString(face, line).Ceil())
	}
	margin := int(2 * size)
	page := image.NewRGBA(image.Rect(0, 0, width+2*margin, int(float64(len(lines))*1.6*size)+2*margin))
	draw.Draw(page, page.Rect, image.White, image.Point{}, draw.Src)
	pen := font.Drawer{Dst: page, Src: image.Black, Face: face}
	for i, line := range lines {
		pen.Dot = fixed.P(margin, margin+int((float64(i)+1)*1.6*size))
		pen.DrawString(line)
	}
	return page
}

func pngOf(t *testing.T, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// webpOf encodes a picture in black and white as a lossless WebP, for which the library
// has no encoder: each of the three colours of a pixel is one bit.
func webpOf(page *image.RGBA) []byte {
	var data []byte
	var held, count uint
	put := func(value, n uint) {
		for held, count = held|value<<count, count+n; count >= 8; held, count = held>>8, count-8 {
			data = append(data, byte(held))
		}
	}
	size := page.Rect.Size()
	put(0x2f, 8)
	put(uint(size.X-1), 14)
	put(uint(size.Y-1), 14)
	put(0, 1+3+3) // no alpha, version 0, no transform, no cache of colours, one set of codes
	for range 3 { // green, red and blue: a code for two symbols, 0 and 255
		put(0b011, 3)
		put(0, 1)
		put(255, 8)
	}
	for _, only := range []uint{255, 0} { // alpha and distance: a code for one symbol
		put(0b101, 3)
		put(only, 8)
	}
	for y := range size.Y {
		for x := range size.X {
			put(uint(page.RGBAAt(x, y).R)/128*0b111, 3)
		}
	}
	put(0, 15)
	length := func(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	data = data[:len(data)&^1]
	return []byte("RIFF" + length(12+len(data)) + "WEBPVP8L" + length(len(data)) + string(data))
}

func jpegOf(t *testing.T, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// turnedBy turns a picture clockwise by degrees.
func turnedBy(p *image.RGBA, degrees int) *image.RGBA { return picture.TurnColour(p, degrees) }

// file writes a file into a new folder and gives its path.
func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// withEXIF puts a camera's words into a JPEG.
func withEXIF(jpegData []byte, orientation byte, date, make string) []byte {
	var values bytes.Buffer
	const entries = 3
	base := 8 + 2 + 12*entries + 4
	var ifd bytes.Buffer
	ifd.Write([]byte{0, entries})
	text := func(tag uint16, value string) {
		value += "\x00"
		ifd.Write([]byte{byte(tag >> 8), byte(tag), 0, 2})
		ifd.Write(be32(len(value)))
		ifd.Write(be32(base + values.Len()))
		values.WriteString(value)
	}
	text(0x010f, make)
	ifd.Write([]byte{0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0})
	text(0x0132, date)
	ifd.Write(be32(0))
	tiff := append([]byte("MM\x00*\x00\x00\x00\x08"), append(ifd.Bytes(), values.Bytes()...)...)
	body := append([]byte("Exif\x00\x00"), tiff...)
	segment := append([]byte{0xff, 0xe1, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
	return append(append(bytes.Clone(jpegData[:2]), segment...), jpegData[2:]...)
}

func be32(n int) []byte { return []byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)} }

// pdfOf writes a PDF by hand; each page is a content stream.
type pdfPage struct {
	content string
	image   *image.Gray // drawn over the whole page, if there is one
	extra   string      // more entries of the page, such as /Rotate 90
}

func pdfOf(pages ...pdfPage) []byte {
	var objects []string
	add := func(body string) int { objects = append(objects, body); return len(objects) }
	add("<< /Type /Catalog /Pages 2 0 R >>")
	add("") // the page tree, written last
	fontNumber := add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	var kids []string
	for _, page := range pages {
		resources := fmt.Sprintf("/Font << /F1 %d 0 R >>", fontNumber)
		content := page.content
		if page.image != nil {
			size := page.image.Rect.Size()
			number := add(fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Length %d >>\nstream\n%s\nendstream",
				size.X, size.Y, len(page.image.Pix), page.image.Pix))
			resources += fmt.Sprintf(" /XObject << /Im1 %d 0 R >>", number)
			content = "q 595 0 0 842 0 0 cm /Im1 Do Q\n" + content
		}
		stream := add(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
		kid := add(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << %s >> /Contents %d 0 R %s >>", resources, stream, page.extra))
		kids = append(kids, fmt.Sprintf("%d 0 R", kid))
	}
	info := add("<< /Title (Quarterly statement) /Author (Ada Lovelace) /CreationDate (D:20240305101112+01'00') >>")
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids))
	return pdftest.File(objects, info)
}

// textPage is a page with a text layer.
func textPage(lines ...string) pdfPage {
	var content strings.Builder
	content.WriteString("BT /F1 14 Tf 72 770 Td 20 TL\n")
	for _, line := range lines {
		fmt.Fprintf(&content, "(%s) Tj T*\n", line)
	}
	content.WriteString("ET")
	return pdfPage{content: content.String()}
}

// scanPage is a page that is nothing but a picture of text.
func scanPage(t *testing.T, lines []string) pdfPage {
	t.Helper()
	text := drawText(t, lines, 40)
	page := image.NewGray(image.Rect(0, 0, 1240, 1754))
	draw.Draw(page, page.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(page, text.Rect, text, image.Point{}, draw.Src)
	return pdfPage{image: page}
}
