package documents

import (
	"image"
	"image/color"
	"image/draw"
	"os"
	"slices"
	"strings"
	"testing"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

// withLogo is a page of text with something drawn at its head.
func withLogo(t *testing.T, lines ...string) []byte {
	t.Helper()
	page := textPage("Invoice no. 4711", "4 March 2026", "Thank you for your order of five crates of apples and two of pears.", "Total 31.56")
	page.content = "BT /F1 14 Tf 72 600 Td 20 TL" + strings.TrimPrefix(page.content, "BT /F1 14 Tf 72 770 Td 20 TL")
	page.image = image.NewGray(image.Rect(0, 0, 1190, 1684))
	draw.Draw(page.image, page.image.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	if len(lines) > 0 {
		drawn := drawText(t, lines, 56)
		draw.Draw(page.image, drawn.Rect.Add(image.Pt(80, 60)), drawn, image.Point{}, draw.Src)
	}
	return pdfOf(page)
}

func TestALogoIsReadWhereItIsAskedFor(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}})
	path := file(t, "invoice.pdf", withLogo(t, "Larchmere Telecom"))
	logos := func(r wire.Reading) (text []string) {
		for _, l := range r.Lines {
			if l.Role == wire.RoleLogo {
				text = append(text, l.Text)
			}
		}
		return text
	}
	plain := h.read(t, path)
	if got := logos(plain); len(got) > 0 || strings.Contains(plain.Text, "Larchmere") {
		t.Errorf("without the request it says %q", got)
	}
	asked := h.read(t, path, "logos", true)
	if got := logos(asked); !slices.Equal(got, []string{"Larchmere Telecom"}) {
		t.Fatalf("the logo says %q", got)
	}
	if asked.Version == plain.Version || asked.Method != wire.MethodText {
		t.Errorf("version %q and %q, method %q", plain.Version, asked.Version, asked.Method)
	}
	if first := asked.Lines[0]; first.Role != wire.RoleLogo || first.Confidence == 1 || first.Box[0] < 0.1 || first.Box[1] < 0.05 || first.Box[1]+first.Box[3] > 0.2 {
		t.Errorf("the logo is not the first line, where it is drawn: %+v, box %v", first, *first.Box)
	}
	checkShape(t, asked)
	empty := h.read(t, file(t, "plain.pdf", withLogo(t)), "logos", true)
	if got := logos(empty); len(got) > 0 || len(empty.Lines) == 0 {
		t.Errorf("a page where nothing is drawn says %q in %d lines", got, len(empty.Lines))
	}
}

func TestAPageIsReadWithoutItsLogoWhereNothingReadsPictures(t *testing.T) {
	h := serve(t, Config{Roots: []string{os.TempDir()}, OCR: noOCR()})
	asked := h.read(t, file(t, "invoice.pdf", withLogo(t, "Larchmere Telecom")), "logos", true)
	if asked.Method != wire.MethodText || len(asked.Lines) == 0 || len(asked.Notes) > 0 {
		t.Errorf("%d lines by %q, notes %v", len(asked.Lines), asked.Method, asked.Notes)
	}
}
