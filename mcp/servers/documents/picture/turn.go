package picture

import "image"

// Orientation is how a picture is stored, as EXIF numbers it: 1 is upright, 3
// upside down, 6 and 8 lie on a side, the even ones up to 4 and the odd ones
// from 5 are mirrored too.
type Orientation int

// swaps says that width and height change places.
func (o Orientation) swaps() bool { return o >= 5 && o <= 8 }

// Size is the size of the upright picture, for one that is stored with size.
func (o Orientation) Size(size image.Point) image.Point {
	if o.swaps() {
		return image.Pt(size.Y, size.X)
	}
	return size
}

// source is the place in a stored picture of size w×h that shows at x, y of
// the upright one.
func (o Orientation) source(x, y, w, h int) (int, int) {
	switch o {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	case 8:
		return w - 1 - y, x
	default:
		return x, y
	}
}

// ofTurn returns the orientation that a clockwise turn by degrees corrects.
func ofTurn(degrees int) Orientation {
	switch (degrees%360 + 360) % 360 {
	case 90:
		return 6
	case 180:
		return 3
	case 270:
		return 8
	default:
		return 1
	}
}

// OrientGrey returns the upright picture of one that is stored in orientation o.
func OrientGrey(p *image.Gray, o Orientation) *image.Gray {
	if o <= 1 || o > 8 {
		return p
	}
	size := o.Size(p.Rect.Size())
	out := image.NewGray(image.Rectangle{Max: size})
	w, h := p.Rect.Dx(), p.Rect.Dy()
	for y := range size.Y {
		for x := range size.X {
			fromX, fromY := o.source(x, y, w, h)
			out.Pix[y*out.Stride+x] = p.Pix[fromY*p.Stride+fromX]
		}
	}
	return out
}

// OrientColour is OrientGrey for a picture in colour.
func OrientColour(p *image.RGBA, o Orientation) *image.RGBA {
	if o <= 1 || o > 8 {
		return p
	}
	size := o.Size(p.Rect.Size())
	out := image.NewRGBA(image.Rectangle{Max: size})
	w, h := p.Rect.Dx(), p.Rect.Dy()
	for y := range size.Y {
		for x := range size.X {
			fromX, fromY := o.source(x, y, w, h)
			from, to := fromY*p.Stride+4*fromX, y*out.Stride+4*x
			copy(out.Pix[to:to+4], p.Pix[from:from+4])
		}
	}
	return out
}

// StoredBox is where a box of the upright picture lies in one that is stored
// with that size in orientation o.
func (o Orientation) StoredBox(box image.Rectangle, stored image.Point) image.Rectangle {
	if box.Empty() {
		return image.Rectangle{}
	}
	ax, ay := o.source(box.Min.X, box.Min.Y, stored.X, stored.Y)
	bx, by := o.source(box.Max.X-1, box.Max.Y-1, stored.X, stored.Y)
	return image.Rect(min(ax, bx), min(ay, by), max(ax, bx)+1, max(ay, by)+1)
}

// Turn turns a grey picture clockwise by degrees, a multiple of 90.
func Turn(p *image.Gray, degrees int) *image.Gray { return OrientGrey(p, ofTurn(degrees)) }

// TurnColour is Turn for a picture in colour.
func TurnColour(p *image.RGBA, degrees int) *image.RGBA { return OrientColour(p, ofTurn(degrees)) }
