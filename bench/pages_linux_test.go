package bench

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
)

// sentences are lines of words that no other seed has.
func sentences(seed uint64, n int) []string {
	words := strings.Fields("account amount bread bill change client copper delivery engine figure garden harbour invoice journal kitchen letter market number office paper quarter receipt station total unit value window yesterday payment order")
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // for a test
	lines := make([]string, n)
	for i := range lines {
		for range 5 + random.IntN(4) {
			lines[i] += words[random.IntN(len(words))] + " "
		}
		lines[i] += fmt.Sprintf("%d.%02d", random.IntN(900), random.IntN(100))
	}
	return lines
}

// sheet is a scan of a page: print on paper that is not quite white, with noise.
func sheet(tb testing.TB, seed uint64, width, height int, size float64) *image.Gray {
	tb.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	must(tb, err)
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	must(tb, err)
	page := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(page, page.Rect, image.NewUniform(color.Gray{Y: 240}), image.Point{}, draw.Src)
	pen := font.Drawer{Dst: page, Src: image.NewUniform(color.Gray{Y: 30}), Face: face}
	margin, leading := int(2.5*size), int(1.7*size)
	lines := sentences(seed, max(1, (height-2*margin)/leading))
	for i, line := range lines {
		for font.MeasureString(face, line).Ceil() > width-2*margin {
			line = line[:strings.LastIndexByte(line, ' ')]
		}
		pen.Dot = fixed.P(margin, margin+(i+1)*leading)
		pen.DrawString(line)
	}
	random := rand.New(rand.NewPCG(seed, 2)) //nolint:gosec // for a test
	for i := range page.Pix {
		page.Pix[i] = uint8(max(0, min(255, int(page.Pix[i])+random.IntN(17)-8))) //nolint:gosec // a byte
	}
	return page
}

func jpegOf(tb testing.TB, page image.Image) []byte {
	tb.Helper()
	var b bytes.Buffer
	must(tb, jpeg.Encode(&b, page, &jpeg.Options{Quality: 85}))
	return b.Bytes()
}

// pdfPage is a page of text, or one that is a picture.
type pdfPage struct {
	lines   []string
	picture []byte // JPEG in grey
}

func textPages(seed uint64, n int) []pdfPage {
	var pages []pdfPage
	for i := range n {
		pages = append(pages, pdfPage{lines: sentences(seed*10+uint64(i), 45)})
	}
	return pages
}

func pdfOf(pages []pdfPage) []byte {
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
	var kids strings.Builder
	stream := func(head, body string) {
		objects = append(objects, fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", head, len(body), body))
	}
	for _, page := range pages {
		content, resources := "BT /F1 10 Tf 60 790 Td 16 TL\n", "/Font << /F1 3 0 R >>"
		for _, line := range page.lines {
			content += "(" + line + ") Tj T*\n"
		}
		content += "ET"
		if page.picture != nil {
			config, _ := jpeg.DecodeConfig(bytes.NewReader(page.picture))
			stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode",
				config.Width, config.Height), string(page.picture))
			content, resources = "q 595 0 0 842 0 0 cm /Im1 Do Q", fmt.Sprintf("/XObject << /Im1 %d 0 R >>", len(objects))
		}
		stream("", content)
		objects = append(objects, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << %s >> /Contents %d 0 R >>", resources, len(objects)))
		fmt.Fprintf(&kids, "%d 0 R ", len(objects))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(pages))
	return pdftest.File(objects, 0)
}
