package picture

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/draw"
)

// Grey gives a picture's brightness, from black to white; what is transparent
// is white, as paper is.
func Grey(picture image.Image) *image.Gray {
	bounds := picture.Bounds()
	switch p := picture.(type) {
	case *image.Gray:
		return crop(p, bounds)
	case *image.YCbCr:
		// JPEG's Y is the brightness already.
		return crop(&image.Gray{Pix: p.Y, Stride: p.YStride, Rect: p.Rect}, bounds)
	case *image.Paletted:
		return greyOfPalette(p)
	case *image.RGBA:
		return greyOf(p.Pix, p.Stride, bounds, true)
	case *image.NRGBA:
		return greyOf(p.Pix, p.Stride, bounds, false)
	}
	flat := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
	draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(flat, flat.Rect, picture, bounds.Min, draw.Over)
	return greyOf(flat.Pix, flat.Stride, flat.Rect, true)
}

// crop moves a picture's origin to 0, 0.
func crop(p *image.Gray, bounds image.Rectangle) *image.Gray {
	part := p.SubImage(bounds).(*image.Gray)
	return &image.Gray{Pix: part.Pix, Stride: part.Stride, Rect: image.Rect(0, 0, bounds.Dx(), bounds.Dy())}
}

// greyOf greys red, green, blue and alpha; premultiplied says that the colours
// are already multiplied by the alpha.
func greyOf(pix []byte, stride int, bounds image.Rectangle, premultiplied bool) *image.Gray {
	grey := image.NewGray(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
	for y := range bounds.Dy() {
		from, to := pix[y*stride:], grey.Pix[y*grey.Stride:]
		for x := range bounds.Dx() {
			r, g, b, a := uint32(from[4*x]), uint32(from[4*x+1]), uint32(from[4*x+2]), uint32(from[4*x+3])
			light := luma(r, g, b)
			if !premultiplied {
				light = light * a / 255
			}
			to[x] = byte(min(light+255-a, 255))
		}
	}
	return grey
}

// greyOfPalette greys each colour of the palette once.
func greyOfPalette(p *image.Paletted) *image.Gray {
	var table [256]byte
	for i, c := range p.Palette {
		if i == len(table) {
			break
		}
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		a := uint32(n.A)
		table[i] = byte(luma(uint32(n.R), uint32(n.G), uint32(n.B))*a/255 + 255 - a)
	}
	grey := image.NewGray(image.Rect(0, 0, p.Rect.Dx(), p.Rect.Dy()))
	for y := range p.Rect.Dy() {
		for x, index := range p.Pix[y*p.Stride : y*p.Stride+p.Rect.Dx()] {
			grey.Pix[y*grey.Stride+x] = table[index]
		}
	}
	return grey
}

// luma is the brightness of a colour (ITU-R BT.601), 0 to 255.
func luma(r, g, b uint32) uint32 { return (299*r + 587*g + 114*b) / 1000 }

// Pixels gives a grey picture's bytes, row by row, without padding.
func Pixels(p *image.Gray) []byte {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	if p.Stride == w {
		return p.Pix[:w*h]
	}
	pixels := make([]byte, 0, w*h)
	for y := range h {
		pixels = append(pixels, p.Pix[y*p.Stride:y*p.Stride+w]...)
	}
	return pixels
}

// Fit scales a grey picture down to so many pixels; one that is small enough
// is returned as it is.
func Fit(p *image.Gray, pixels int) *image.Gray {
	size := p.Rect.Size()
	if size.X*size.Y <= pixels {
		return p
	}
	return ScaleGrey(p, math.Sqrt(float64(pixels)/float64(size.X*size.Y)))
}

// ScaleGrey scales a grey picture by a factor.
func ScaleGrey(p *image.Gray, factor float64) *image.Gray {
	w, h := scaled(p.Rect.Dx(), factor), scaled(p.Rect.Dy(), factor)
	wide := image.NewRGBA(image.Rect(0, 0, w, h)) // the library is fast for this kind only
	draw.BiLinear.Scale(wide, wide.Rect, p, p.Rect, draw.Src, nil)
	grey := image.NewGray(wide.Rect)
	for i := range grey.Pix {
		grey.Pix[i] = wide.Pix[4*i]
	}
	return grey
}

// Colour scales a part of a picture (in its own coordinates) by a factor, on
// white.
func Colour(p image.Image, part image.Rectangle, factor float64) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, scaled(part.Dx(), factor), scaled(part.Dy(), factor)))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.BiLinear.Scale(out, out.Rect, p, part, draw.Over, nil)
	return out
}

func scaled(length int, factor float64) int {
	return max(1, int(math.Round(float64(length)*factor)))
}
