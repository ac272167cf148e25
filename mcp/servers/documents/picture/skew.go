package picture

import (
	"image"
	"math"
)

const (
	// maxSkew is the largest skew that is detected, in degrees.
	maxSkew = 6.0
	// clearly is how many times as clear the rows of print must be along the angle
	// found as they are across the picture as it is.
	clearly = 1.15
	// minStrokes is the number of places where print ends that are enough for an angle.
	minStrokes = 500
)

// Skew is by how many degrees a picture's lines of print sink to the right, or 0
// where that is not clear.
func Skew(p *image.Gray) float64 {
	cell := cellOf(p, 700_000)
	strokes := underStrokes(shrunk(p, cell))
	if len(strokes) < minStrokes {
		return 0
	}
	rows := make([]int32, p.Rect.Dy()/cell+2*p.Rect.Dx()/cell/8+2)
	best, most := 0.0, clearness(strokes, 0, rows)*clearly
	for _, step := range []float64{0.5, 0.1} {
		from, to := -maxSkew, maxSkew
		if step < 0.5 {
			if best == 0 {
				return 0
			}
			from, to = best-0.4, best+0.4
		}
		for angle := from; angle <= to+step/2; angle += step {
			if clear := clearness(strokes, angle, rows); clear > most {
				best, most = angle, clear
			}
		}
	}
	if math.Abs(best) >= maxSkew-0.25 {
		return 0
	}
	return best
}

// underStrokes are the places where a picture becomes bright from one row to the
// next: most of them lie on the baselines of print.
func underStrokes(p *image.Gray) []image.Point {
	const rise = 32
	var found []image.Point
	for y := range p.Rect.Dy() - 1 {
		upper, lower := p.Pix[y*p.Stride:], p.Pix[(y+1)*p.Stride:]
		for x := range p.Rect.Dx() {
			if int(lower[x])-int(upper[x]) > rise {
				found = append(found, image.Pt(x, y))
			}
		}
	}
	for len(found) > 60_000 { // half of them are enough
		half := found[:0]
		for i := 0; i < len(found); i += 2 {
			half = append(half, found[i])
		}
		found = half
	}
	return found
}

// clearness returns how unevenly points lie on rows that sink by degrees.
func clearness(points []image.Point, degrees float64, rows []int32) float64 {
	clear(rows)
	slope := int(math.Tan(degrees*math.Pi/180) * (1 << 16))
	middle := len(rows) / 2
	var top int
	for _, point := range points {
		top = max(top, point.Y)
	}
	for _, point := range points {
		row := point.Y - top/2 - point.X*slope>>16 + middle
		if row >= 0 && row < len(rows) {
			rows[row]++
		}
	}
	var sum float64
	for _, count := range rows {
		sum += float64(count) * float64(count)
	}
	return sum
}

// Straight turns a picture anticlockwise by degrees, which makes it a little larger; what comes in from outside of it is paper.
func Straight(p *image.Gray, degrees float64) *image.Gray {
	view := viewOf(p.Rect.Size(), degrees)
	return seen(p, view.size, view.from)
}

// seen returns a picture of that size, of which from gives the place of each pixel in p;
// what is outside of p is paper.
func seen(p *image.Gray, size image.Point, from func(x, y float64) (oldX, oldY float64)) *image.Gray {
	out := image.NewGray(image.Rectangle{Max: size})
	w, h := p.Rect.Dx(), p.Rect.Dy()
	paper := brightness(shrunk(p, max(1, min(w, h)/256)), 90)
	for y := range size.Y {
		to := out.Pix[y*out.Stride:]
		for x := range size.X {
			fromX, fromY := from(float64(x), float64(y))
			i, j := int(math.Floor(fromX)), int(math.Floor(fromY))
			if i < 0 || j < 0 || i >= w-1 || j >= h-1 {
				to[x] = paper
				continue
			}
			right, down := int((fromX-float64(i))*256), int((fromY-float64(j))*256)
			upper, lower := p.Pix[j*p.Stride+i:], p.Pix[(j+1)*p.Stride+i:]
			light := (int(upper[0])*(256-right)+int(upper[1])*right)*(256-down) + (int(lower[0])*(256-right)+int(lower[1])*right)*down
			to[x] = byte(light >> 16) //nolint:gosec // a mean of bytes
		}
	}
	return out
}

// Askew gives where a box of the picture that Straight gave lies in one of that size:
// as large, around the same middle.
func Askew(box image.Rectangle, size image.Point, degrees float64) image.Rectangle {
	x, y := viewOf(size, degrees).from(float64(box.Min.X+box.Max.X)/2, float64(box.Min.Y+box.Max.Y)/2)
	middle := image.Pt(int(x), int(y))
	return box.Sub(box.Min).Add(middle).Sub(box.Size().Div(2)).Intersect(image.Rectangle{Max: size})
}

// view is a picture that is turned around its middle.
type view struct {
	size     image.Point
	old      image.Point
	sin, cos float64
}

func viewOf(size image.Point, degrees float64) view {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h := float64(size.X), float64(size.Y)
	return view{
		size: image.Pt(int(w*cos+h*math.Abs(sin)), int(h*cos+w*math.Abs(sin))),
		old:  size, sin: sin, cos: cos,
	}
}

// from is the place in the old picture of one in the turned one.
func (v view) from(x, y float64) (oldX, oldY float64) {
	x, y = x-float64(v.size.X)/2, y-float64(v.size.Y)/2
	return x*v.cos - y*v.sin + float64(v.old.X)/2, x*v.sin + y*v.cos + float64(v.old.Y)/2
}
