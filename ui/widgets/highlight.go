package widgets

import (
	"image"
	"image/color"
	"image/draw"
	"slices"

	"github.com/deskhand/deskhand/ui/theme"
)

// highlighted is the page with its marks laid over it as with a felt pen: the
// paper takes the colour, the print stays as it is.
func highlighted(page image.Image, marks []Mark) image.Image {
	if len(marks) == 0 {
		return page
	}
	b := page.Bounds()
	img := image.NewNRGBA(b)
	draw.Draw(img, b, page, b.Min, draw.Src)
	pen := theme.Highlight()
	for _, m := range marks {
		r := m.on(b)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				img.SetNRGBA(x, y, inked(img.NRGBAAt(x, y), pen))
			}
		}
	}
	return img
}

// inked is a colour seen through the ink of a pen.
func inked(c, pen color.NRGBA) color.NRGBA {
	through := func(a, b uint8) uint8 { return uint8(int(a) * int(b) / 255) }
	return color.NRGBA{R: through(c.R, pen.R), G: through(c.G, pen.G), B: through(c.B, pen.B), A: c.A}
}

// on is the mark in pixels of a page with these bounds, never outside of them.
func (m Mark) on(b image.Rectangle) image.Rectangle {
	w, h := float32(b.Dx()), float32(b.Dy())
	air := w / 250
	r := image.Rect(int(m.X*w-air), int(m.Y*h-air), int((m.X+m.W)*w+air), int((m.Y+m.H)*h+air))
	return r.Add(b.Min).Intersect(b)
}

// samePlaces reports whether two sets of marks cover the same.
func samePlaces(a, b []Mark) bool {
	return slices.EqualFunc(a, b, func(x, y Mark) bool {
		x.Chosen, y.Chosen = false, false
		return x == y
	})
}
