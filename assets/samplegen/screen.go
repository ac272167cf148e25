package main

import (
	"image"
	"image/color"
	"image/draw"
)

// sketchScreenshot is a picture of a desktop with one window on it.
func sketchScreenshot(f *fonts) ([]byte, error) {
	img := image.NewPaletted(image.Rect(0, 0, 1280, 800), screenPalette())
	fill := func(x, y, w, h int, c color.Color) {
		draw.Draw(img, image.Rect(x, y, x+w, y+h), image.NewUniform(c), image.Point{}, draw.Src)
	}
	pal := screenPalette()
	fill(0, 0, 1280, 800, pal[2])
	fill(0, 0, 1280, 48, pal[3])
	fill(120, 100, 1040, 640, pal[0])
	fill(120, 100, 1040, 64, pal[4])
	for i := range 3 {
		fill(1040+36*i, 120, 20, 20, pal[5])
	}
	fill(660, 280, 420, 380, pal[4])
	fill(700, 320, 340, 12, pal[5])
	fill(700, 320, 12, 300, pal[5])
	p := &paper{img: img, ink: pal[1]}
	for _, t := range []struct {
		st   style
		x, y int
		s    string
	}{
		{style{f.regular, 26}, 960, 34, "Wed 6 May 2026 10:15"},
		{style{f.bold, 32}, 150, 144, "Sketchbook"},
		{style{f.bold, 56}, 160, 246, "Kitchen Plan"},
		{style{f.regular, 30}, 160, 330, "Counter along the window"},
		{style{f.regular, 30}, 160, 390, "Shelf above the stove"},
		{style{f.regular, 30}, 160, 450, "Table for six people"},
		{style{f.regular, 30}, 160, 510, "Two lamps, warm light"},
	} {
		if err := p.at(t.st, t.x, t.y, t.s); err != nil {
			return nil, err
		}
	}
	return asPNG(img)
}

func screenPalette() color.Palette {
	pal := color.Palette{
		color.Gray{Y: 255},
		color.Gray{Y: 0},
		color.RGBA{R: 190, G: 208, B: 214, A: 255},
		color.RGBA{R: 226, G: 230, B: 232, A: 255},
		color.RGBA{R: 236, G: 238, B: 240, A: 255},
		color.RGBA{R: 120, G: 132, B: 140, A: 255},
	}
	for y := 20; y < 250; y += 20 { // greys for smooth letters
		pal = append(pal, color.Gray{Y: uint8(y)})
	}
	return pal
}
