package main

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// fonts are the typefaces that papers are set in.
type fonts struct{ regular, bold, mono *opentype.Font }

func loadFonts() (*fonts, error) {
	var f fonts
	for _, s := range []struct {
		to  **opentype.Font
		ttf []byte
	}{{&f.regular, goregular.TTF}, {&f.bold, gobold.TTF}, {&f.mono, gomono.TTF}} {
		parsed, err := opentype.Parse(s.ttf)
		if err != nil {
			return nil, err
		}
		*s.to = parsed
	}
	return &f, nil
}

// paper is a sheet that text is set on, from the top down.
type paper struct {
	img    draw.Image
	ink    color.Color
	margin int // pixels, on all four sides
	y      int // baseline of the line set last
}

// newPaper is an empty grey sheet of w by h pixels.
func newPaper(w, h, margin int, ground, ink uint8) *paper {
	img := image.NewGray(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.Gray{Y: ground}), image.Point{}, draw.Src)
	return &paper{img: img, ink: color.Gray{Y: ink}, margin: margin, y: margin}
}

// style is a typeface in a size (pixels).
type style struct {
	font *opentype.Font
	size float64
}

// line sets s at the left margin, below the line before.
func (p *paper) line(st style, s string) error {
	p.advance(st)
	return p.at(st, p.margin, p.y, s)
}

// centred sets s in the middle, below the line before.
func (p *paper) centred(st style, s string) error {
	p.advance(st)
	w, err := width(st, s)
	if err != nil {
		return err
	}
	return p.at(st, (p.img.Bounds().Dx()-w)/2, p.y, s)
}

// row sets left at the left margin and right at the right one.
func (p *paper) row(st style, left, right string) error {
	if err := p.line(st, left); err != nil {
		return err
	}
	w, err := width(st, right)
	if err != nil {
		return err
	}
	return p.at(st, p.img.Bounds().Dx()-p.margin-w, p.y, right)
}

// gap leaves n pixels free.
func (p *paper) gap(n int) { p.y += n }

// rule draws a line across, between the margins.
func (p *paper) rule() {
	p.y += 24
	b := p.img.Bounds()
	bar := image.Rect(p.margin, p.y, b.Dx()-p.margin, p.y+3)
	draw.Draw(p.img, bar, image.NewUniform(p.ink), image.Point{}, draw.Src)
}

// advance moves down by one line of st.
func (p *paper) advance(st style) { p.y += int(st.size * 1.45) }

// at sets s with its baseline at x, y.
func (p *paper) at(st style, x, y int, s string) error {
	face, err := newFace(st)
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(p.ink), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(s)
	return face.Close()
}

// width is how many pixels s takes in st.
func width(st style, s string) (int, error) {
	face, err := newFace(st)
	if err != nil {
		return 0, err
	}
	w := font.MeasureString(face, s).Ceil()
	return w, face.Close()
}

func newFace(st style) (font.Face, error) {
	// At 72 dots an inch a point is a pixel.
	return opentype.NewFace(st.font, &opentype.FaceOptions{Size: st.size, DPI: 72, Hinting: font.HintingFull})
}
