package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"

	"golang.org/x/image/vector"
)

// size is the icon's side in units, and in pixels.
const size = 512

type shape struct {
	fill    color.NRGBA
	outline path
}

var (
	green = color.NRGBA{0x1F, 0x6F, 0x5C, 0xFF}
	mint  = color.NRGBA{0xA9, 0xD8, 0xC9, 0xFF}
	white = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
)

// icon is the drawing, from the back to the front. The gap between sheet and
// tray is a larger tray in the ground's colour.
func icon() []shape {
	return []shape{
		{green, roundRect(0, 0, size, size, 112)},
		{white, sheet()},
		{mint, fold()},
		{green, roundRect(188, 176, 292, 200, 12)},
		{mint, roundRect(188, 228, 324, 246, 9)},
		{green, tray(16)},
		{mint, tray(0)},
	}
}

// sheet is a page whose upper right corner is turned down.
func sheet() path {
	const left, top, right, bottom, radius, turned = 148, 84, 364, 360, 24, 64
	var p path
	p.line(left+radius, top)
	p.line(right-turned, top)
	p.line(right, top+turned)
	p.line(right, bottom)
	p.line(left, bottom)
	p.line(left, top+radius)
	p.corner(left, top, left+radius, top)
	return p
}

// fold is the turned corner of the sheet.
func fold() path {
	var p path
	p.line(300, 84)
	p.line(364, 148)
	p.line(316, 148)
	p.corner(300, 148, 300, 132)
	return p
}

// tray is an open tray seen from the front, with a dip where a hand takes the
// sheet out, grown by some units on every side.
func tray(grown float32) path {
	const radius, rim, bend = 44, 20, 26
	left, right, top, bottom := 80-grown, 432+grown, 288-grown, 428+grown
	dipLeft, dipRight, dip := 194+grown, 318-grown, top+2*bend
	var p path
	p.line(left+rim, top)
	p.line(dipLeft-bend, top)
	p.corner(dipLeft, top, dipLeft, top+bend)
	p.corner(dipLeft, dip, dipLeft+bend, dip)
	p.line(dipRight-bend, dip)
	p.corner(dipRight, dip, dipRight, top+bend)
	p.corner(dipRight, top, dipRight+bend, top)
	p.line(right-rim, top)
	p.corner(right, top, right, top+rim)
	p.line(right, bottom-radius)
	p.corner(right, bottom, right-radius, bottom)
	p.line(left+radius, bottom)
	p.corner(left, bottom, left, bottom-radius)
	p.line(left, top+rim)
	p.corner(left, top, left+rim, top)
	return p
}

func asSVG(shapes []shape) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", size, size, size, size)
	for _, s := range shapes {
		fmt.Fprintf(&b, "  <path fill=\"#%02X%02X%02X\" d=\"%s\"/>\n", s.fill.R, s.fill.G, s.fill.B, s.outline.data())
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func asPNG(shapes []shape) ([]byte, error) {
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	for _, s := range shapes {
		r := vector.NewRasterizer(size, size)
		s.outline.trace(r)
		r.DrawOp = draw.Over
		r.Draw(picture, picture.Bounds(), image.NewUniform(s.fill), image.Point{})
	}
	var b bytes.Buffer
	err := png.Encode(&b, picture)
	return b.Bytes(), err
}

func main() {
	if err := write("assets"); err != nil {
		fmt.Fprintln(os.Stderr, "icongen:", err)
		os.Exit(1)
	}
}

// write draws the icon into both files of a folder.
func write(dir string) error {
	picture, err := asPNG(icon())
	if err != nil {
		return fmt.Errorf("encode the icon: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "icon.svg"), asSVG(icon()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "icon.png"), picture, 0o644)
}
