package main

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
)

// withNoise adds up to ±strength of grain to a grey picture, the same grain
// for the same seed.
func withNoise(src draw.Image, seed uint64, strength int) draw.Image {
	r := rand.New(rand.NewPCG(seed, 1))
	b := src.Bounds()
	out := image.NewGray(b)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			g := color.GrayModel.Convert(src.At(x, y)).(color.Gray)
			v := int(g.Y) + r.IntN(2*strength+1) - strength
			out.SetGray(x, y, color.Gray{Y: clamp(v)})
		}
	}
	return out
}

// turned is src turned a quarter to the right.
func turned(src draw.Image) draw.Image {
	b := src.Bounds()
	out := image.NewGray(image.Rect(0, 0, b.Dy(), b.Dx()))
	for y := range b.Dy() {
		for x := range b.Dx() {
			out.Set(b.Dy()-1-y, x, src.At(b.Min.X+x, b.Min.Y+y))
		}
	}
	return out
}

func clamp(v int) uint8 { return uint8(min(max(v, 0), 255)) }

func asJPEG(img image.Image, quality int) ([]byte, error) {
	var buf bytes.Buffer
	err := jpeg.Encode(&buf, img, &jpeg.Options{Quality: quality})
	return buf.Bytes(), err
}

func asPNG(img image.Image) ([]byte, error) {
	var buf bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	err := enc.Encode(&buf, img)
	return buf.Bytes(), err
}
