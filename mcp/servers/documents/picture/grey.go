package picture

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/draw"
)

// Grey returns a picture's brightness, from black to white; what is transparent
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

// GreyOfBGR copies rows of pixels of so many bytes: one of grey, or blue, green and
// red first.
func GreyOfBGR(pix []byte, stride, bytes int, size image.Point) *image.Gray {
	grey := image.NewGray(image.Rectangle{Max: size})
	for y := range size.Y {
		from, to := pix[y*stride:], grey.Pix[y*grey.Stride:(y+1)*grey.Stride]
		if bytes == 1 {
			copy(to, from)
			continue
		}
		for x := range to {
			to[x] = byte(luma(uint32(from[bytes*x+2]), uint32(from[bytes*x+1]), uint32(from[bytes*x])))
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

// Pixels returns a grey picture's bytes, row by row, without padding.
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

// Fit scales a grey picture down to at most that many pixels; one that is small enough
// is returned as it is.
func Fit(p *image.Gray, pixels int) *image.Gray {
	size := p.Rect.Size()
	if size.X*size.Y <= pixels {
		return p
	}
	return ScaleGrey(p, math.Sqrt(float64(pixels)/float64(size.X*size.Y)))
}

// smallPixels is the size up to which pictures are enlarged to be read: print of
// less than 20 pixels is read much better when it is larger, and larger print no
// worse.
const smallPixels = 2_200_000

// Enlarged returns a small picture enlarged, any other as it is, and the factor.
func Enlarged(p *image.Gray, times float64) (*image.Gray, float64) {
	if size := p.Rect.Size(); size.X*size.Y > smallPixels || float64(max(size.X, size.Y))*times > MaxSide {
		return p, 1
	}
	return ScaleGrey(p, times), times
}

// ScaleGrey scales a grey picture by a factor: down by the mean of the pixels
// that become one, up by what lies between them.
func ScaleGrey(p *image.Gray, factor float64) *image.Gray {
	w, h := scaled(p.Rect.Dx(), factor), scaled(p.Rect.Dy(), factor)
	if factor >= 1 {
		return enlarged(p, w, h)
	}
	grey := image.NewGray(image.Rect(0, 0, w, h))
	columns, rows := shares(p.Rect.Dx(), w), shares(p.Rect.Dy(), h)
	sums := make([]uint64, w)
	for y, across := range rows {
		clear(sums)
		var height uint64
		for i := across.first; i <= across.last; i++ {
			weight := across.weight(i)
			height += weight
			line := p.Pix[i*p.Stride:]
			for x, down := range columns {
				sum := uint64(line[down.first]) * down.head
				for j := down.first + 1; j < down.last; j++ {
					sum += uint64(line[j]) * whole
				}
				if down.last > down.first {
					sum += uint64(line[down.last]) * down.tail
				}
				sums[x] += sum * weight
			}
		}
		to := grey.Pix[y*grey.Stride:]
		for x, down := range columns {
			to[x] = byte(sums[x] / (height * down.total()))
		}
	}
	return grey
}

// whole is the weight of a pixel that becomes part of one pixel alone.
const whole = 256

// share is the pixels, from first to last, that become one; those at the ends
// maybe in part.
type share struct {
	first, last int
	head, tail  uint64
}

func (s share) weight(i int) uint64 {
	switch i {
	case s.first:
		return s.head
	case s.last:
		return s.tail
	}
	return whole
}

func (s share) total() uint64 {
	if s.first == s.last {
		return s.head
	}
	return s.head + s.tail + uint64(s.last-s.first-1)*whole
}

// shares divides a length of pixels among fewer.
func shares(from, to int) []share {
	all := make([]share, to)
	for i := range all {
		start, end := i*from*whole/to, (i+1)*from*whole/to
		s := share{first: start / whole, last: (end - 1) / whole}
		s.head = uint64(min((s.first+1)*whole, end) - start)
		s.tail = uint64(end - s.last*whole)
		if s.first == s.last {
			s.tail = s.head
		}
		all[i] = s
	}
	return all
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
