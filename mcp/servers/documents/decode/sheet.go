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

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
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
	// sheetLinesMost is how many lines fit.
	sheetLinesMost = (sheetHeight-2*sheetMargin-sheetFont)/sheetLeading + 1
)

// maxPixels is the longest side of a text that is drawn.
const maxPixels = 4096

// drawLines draws the first lines of a text, a slide or a sheet as a small page.
func drawLines(content format.Content, page int, crop [4]float64, longest int) (*image.RGBA, error) {
	part := math.Max(crop[2]*sheetWidth, crop[3]*sheetHeight)
	scale := math.Min(float64(longest)/part, maxPixels/float64(sheetHeight))
	sheet, err := drawSheet(sheetLines(content, page), scale)
	if err != nil {
		return nil, err
	}
	box := layout.Unturned(crop, sheet.Rect.Max, 0)
	factor := math.Min(1, float64(longest)/float64(max(box.Dx(), box.Dy())))
	return picture.Colour(sheet, box, factor), nil
}

// sheetLines are the lines of a page as they are drawn.
func sheetLines(content format.Content, page int) []string {
	var lines []string
	for _, line := range content.Lines {
		if line.Page == page && len(lines) < sheetLinesMost {
			lines = append(lines, fmt.Sprintf("%.*s", sheetChars, strings.ReplaceAll(line.Text, "\t", "    ")))
		}
	}
	return lines
}

// SheetWords are the words of a page of a text, and where on the sheet they are drawn.
func SheetWords(content format.Content, page int) ([]wire.Word, error) {
	face, err := sheetFace(1)
	if err != nil {
		return nil, err
	}
	defer func() { _ = face.Close() }()
	var words []wire.Word
	for i, line := range sheetLines(content, page) {
		for at := 0; at < len(line); {
			start := at + len(line[at:]) - len(strings.TrimLeft(line[at:], " "))
			text, _, _ := strings.Cut(line[start:], " ")
			if text == "" {
				break
			}
			left, width := advance(face, line[:start]), advance(face, text)
			words = append(words, wire.Word{Page: page, Line: i, Text: text, Confidence: 1, Box: [4]float64{
				(sheetMargin + left) / sheetWidth, float64(sheetMargin+i*sheetLeading) / sheetHeight, width / sheetWidth, float64(sheetLeading) / sheetHeight,
			}})
			at = start + len(text)
		}
	}
	return words, nil
}

// advance is how wide a text is drawn, in points.
func advance(face font.Face, text string) float64 {
	return float64(font.MeasureString(face, text)) / (1 << 6)
}

// sheetFace is the font of the sheet at scale pixels a point.
func sheetFace(scale float64) (font.Face, error) {
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("load the font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: sheetFont * scale, DPI: 72})
	if err != nil {
		return nil, fmt.Errorf("load the font: %w", err)
	}
	return face, nil
}

// drawSheet draws lines, at scale pixels a point.
func drawSheet(lines []string, scale float64) (*image.RGBA, error) {
	face, err := sheetFace(scale)
	if err != nil {
		return nil, err
	}
	defer func() { _ = face.Close() }()
	sheet := image.NewRGBA(image.Rect(0, 0, int(sheetWidth*scale+0.5), int(sheetHeight*scale+0.5)))
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	pen := font.Drawer{Dst: sheet, Src: image.Black, Face: face}
	y := float64(sheetMargin + sheetFont)
	for _, line := range lines {
		pen.Dot = fixed.P(int(sheetMargin*scale), int(y*scale))
		pen.DrawString(line)
		y += sheetLeading
	}
	return sheet, nil
}
