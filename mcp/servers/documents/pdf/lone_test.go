package pdf

import (
	"bytes"
	"fmt"
	"image"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
)

// scan is a page of 300×400 points with a picture of 600×800 pixels of so many
// colours, which is darker towards its lower right corner, and what else is drawn.
func scan(colours int, matrix, more, extra string) []byte {
	space := map[int]string{1: "/ColorSpace /DeviceGray", 3: "/ColorSpace /DeviceRGB"}[colours]
	return scanOf(colours, space+" /BitsPerComponent 8", matrix, more, extra)
}

func scanOf(colours int, kind, matrix, more, extra string) []byte {
	var pixels bytes.Buffer
	for y := range 800 {
		for x := range 600 {
			for range colours {
				pixels.WriteByte(byte(250 - x/6 - y/8))
			}
		}
	}
	content := "q " + matrix + " cm /X0 Do Q " + more
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] " + extra + " /Resources << /Font << /F1 6 0 R >> /XObject << /X0 4 0 R >> >> /Contents 5 0 R >>",
		fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width 600 /Height 800 %s /Length %d >>\nstream\n%s\nendstream", kind, pixels.Len(), pixels.String()),
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	return pdftest.File(objects, 0)
}

func TestAPageThatIsOnePictureIsThatPicture(t *testing.T) {
	reader := New(Config{CacheDir: pdftest.Compiled(), Workers: 1})
	defer reader.Close()
	const whole = "300 0 0 400 0 0"
	for _, row := range []struct {
		name string
		data []byte
		lone bool
		dpi  int
	}{
		{"grey", scan(1, whole, "", ""), true, 144},
		{"colour", scan(3, whole, "", ""), true, 144},
		{"nearly all of the page", scan(3, "299 0 0 399 0.5 0.5", "", ""), true, 144},
		{"black and white", scanOf(1, "/ColorSpace /DeviceGray /BitsPerComponent 1", whole, "", ""), true, 144},
		{"black and white, inverted", scanOf(1, "/ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0]", whole, "", ""), true, 144},
		{"a stencil", scanOf(1, "/ImageMask true /BitsPerComponent 1", whole, "", ""), false, 200},
		{"half of the page", scan(3, "300 0 0 200 0 0", "", ""), false, 200},
		{"upside down", scan(3, "300 0 0 -400 0 400", "", ""), false, 200},
		{"with text over it", scan(3, whole, words, ""), false, 200},
		{"on a turned page", scan(3, whole, "", "/Rotate 180"), false, 200},
	} {
		document, err := reader.Open(t.Context(), row.data)
		if err != nil {
			t.Fatal(err)
		}
		if lone := document.lone(1, 300, 400); (lone != nil) != row.lone {
			t.Errorf("%s: a lone picture: %v", row.name, lone != nil)
		}
		grey, dpi, err := document.Grey(t.Context(), 1, 200, 6_000_000)
		if err != nil || dpi != row.dpi {
			document.Close()
			t.Fatalf("%s: %d dots an inch, %v", row.name, dpi, err)
		}
		if row.lone {
			drawn, err := document.Colour(t.Context(), 1, float64(grey.Rect.Dx()))
			if err != nil {
				document.Close()
				t.Fatal(err)
			}
			for _, at := range []image.Point{{20, 20}, {580, 20}, {20, 780}, {300, 400}, {580, 780}} {
				if got, want := int(grey.GrayAt(at.X, at.Y).Y), int(drawn.RGBAAt(at.X, at.Y).R); got-want > 3 || want-got > 3 {
					t.Errorf("%s: at %v it is %d, drawn %d", row.name, at, got, want)
				}
			}
		}
		if small, dpi, err := document.Grey(t.Context(), 1, 72, 6_000_000); err != nil || dpi != 72 || small.Rect.Max != image.Pt(300, 400) {
			t.Errorf("%s, small: %d dots an inch, %v", row.name, dpi, err)
		}
		document.Close()
	}
}
