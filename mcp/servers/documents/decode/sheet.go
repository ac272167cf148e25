package decode

import (
	"fmt"
	"image"
	"math"
	"strings"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// The sheet that text is drawn on, in points: A4.
const (
	sheetWidth   = 595
	sheetHeight  = 842
	sheetMargin  = 50
	sheetFont    = 11
	sheetLeading = 15
	sheetChars   = 400 // of a line; more does not fit
)

// maxPixels is the longest side of a text that is drawn.
const maxPixels = 4096

// drawLines draws the first lines of a text, a slide or a sheet as a small page.
func drawLines(content format.Content, page int, crop [4]float64, longest int) (*image.RGBA, error) {
	var lines []string
	for _, line := range content.Lines {
		if line.Page == page {
			lines = append(lines, line.Text)
		}
	}
	part := math.Max(crop[2]*sheetWidth, crop[3]*sheetHeight)
	scale := math.Min(float64(longest)/part, maxPixels/float64(sheetHeight))
	sheet, err := drawSheet(lines, scale)
	if err != nil {
		return nil, err
	}
	box := layout.Unturned(crop, sheet.Rect.Max, 0)
	factor := math.Min(1, float64(longest)/float64(max(box.Dx(), box.Dy())))
	return picture.Colour(sheet, box, factor), nil
}

// drawSheet draws as many lines as fit, at so many pixels a point.
func drawSheet(lines []string, scale float64) (*image.RGBA, error) {
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("load the font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: sheetFont * scale, DPI: 72})
	if err != nil {
		return nil, fmt.Errorf("load the font: %w", err)
	}
	defer func() { _ = face.Close() }()
	sheet := image.NewRGBA(image.Rect(0, 0, int(sheetWidth*scale+0.5), int(sheetHeight*scale+0.5)))
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	pen := font.Drawer{Dst: sheet, Src: image.Black, Face: face}
	y := float64(sheetMargin + sheetFont)
	for _, line := range lines {
		if y > sheetHeight-sheetMargin {
			break
		}
		pen.Dot = fixed.P(int(sheetMargin*scale), int(y*scale))
		pen.DrawString(fmt.Sprintf("%.*s", sheetChars, strings.ReplaceAll(line, "\t", "    ")))
		y += sheetLeading
	}
	return sheet, nil
}
