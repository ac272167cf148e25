package picture

import (
	"image"
	"math"
	"slices"
)

const (
	// minKeystone is by how much, as a slope, opposite edges of a sheet must differ for it
	// to be flattened: 4.5 degrees. The edges of real receipts are torn.
	minKeystone = 0.08
	// minSheet is the share of the picture that a sheet must cover, and minOnEdge the share
	// of what is found of an edge that must lie on one line.
	minSheet, minOnEdge = 0.25, 0.7
)

// Slant is how a sheet lies in a picture that was taken at an angle.
type Slant struct {
	size, old image.Point
	// a to h map the sheet, as fractions of its sides, to the picture.
	a, b, c, d, e, f, g, h float64
}

// Flat returns the sheet in a picture that was taken at an angle, as it looks from straight
// above, and how it lies in the picture; nil if the picture has no dark margins around a
// sheet whose opposite edges are not parallel.
func Flat(p *image.Gray) (*image.Gray, Slant) {
	if !darkBorder(p) {
		return nil, Slant{}
	}
	cell := cellOf(p, 250_000)
	small := shrunk(p, cell)
	dark := byte(darkShare * float64(brightness(small, 90)))
	margins := fromBorder(small, func(light byte) bool { return light < dark })
	corners, ok := cornersOf(margins, small.Rect.Size())
	if !ok {
		return nil, Slant{}
	}
	for i := range corners {
		corners[i].x *= float64(cell)
		corners[i].y *= float64(cell)
	}
	slant := slantOf(corners, p.Rect.Size())
	return seen(p, slant.size, slant.from), slant
}

// Box returns where a box of the flat sheet lies in the picture.
func (s Slant) Box(box image.Rectangle) image.Rectangle {
	var all image.Rectangle
	for _, corner := range []image.Point{box.Min, box.Max, {X: box.Min.X, Y: box.Max.Y}, {X: box.Max.X, Y: box.Min.Y}} {
		x, y := s.from(float64(corner.X), float64(corner.Y))
		at := image.Rect(int(x), int(y), int(x)+1, int(y)+1)
		if all = all.Union(at); corner == box.Min {
			all = at
		}
	}
	return all.Intersect(image.Rectangle{Max: s.old})
}

// from is the place in the picture of one on the flat sheet.
func (s Slant) from(x, y float64) (oldX, oldY float64) {
	x, y = x/float64(s.size.X), y/float64(s.size.Y)
	far := s.g*x + s.h*y + 1
	return (s.a*x + s.b*y + s.c) / far, (s.d*x + s.e*y + s.f) / far
}

// spot is a place between pixels.
type spot struct{ x, y float64 }

func (p spot) to(q spot) float64 { return math.Hypot(q.x-p.x, q.y-p.y) }

// slantOf maps the corners of a flat sheet to those in a picture of size old: at the top
// left, the top right, the bottom right and the bottom left.
func slantOf(at [4]spot, old image.Point) Slant {
	s := Slant{
		size: image.Pt(int(max(at[0].to(at[1]), at[3].to(at[2]))), int(max(at[0].to(at[3]), at[1].to(at[2])))),
		old:  old,
	}
	sumX, sumY := at[0].x-at[1].x+at[2].x-at[3].x, at[0].y-at[1].y+at[2].y-at[3].y
	rightX, rightY := at[1].x-at[2].x, at[1].y-at[2].y
	leftX, leftY := at[3].x-at[2].x, at[3].y-at[2].y
	area := rightX*leftY - leftX*rightY
	s.g, s.h = (sumX*leftY-leftX*sumY)/area, (rightX*sumY-sumX*rightY)/area
	s.a, s.b, s.c = at[1].x-at[0].x+s.g*at[1].x, at[3].x-at[0].x+s.h*at[3].x, at[0].x
	s.d, s.e, s.f = at[1].y-at[0].y+s.g*at[1].y, at[3].y-at[0].y+s.h*at[3].y, at[0].y
	return s
}

// cornersOf finds the corners of the sheet within margins.
func cornersOf(margins []byte, size image.Point) (corners [4]spot, ok bool) {
	column := func(x, y int) bool { return margins[y*size.X+x] == 1 }
	row := func(y, x int) bool { return margins[y*size.X+x] == 1 }
	left, leftOK := edgeOf(size.Y, size.X, false, column)
	right, rightOK := edgeOf(size.Y, size.X, true, column)
	top, topOK := edgeOf(size.X, size.Y, false, row)
	bottom, bottomOK := edgeOf(size.X, size.Y, true, row)
	if !leftOK || !rightOK || !topOK || !bottomOK ||
		max(math.Abs(left.slope-right.slope), math.Abs(top.slope-bottom.slope)) < minKeystone {
		return corners, false
	}
	corners = [4]spot{left.meets(top), right.meets(top), right.meets(bottom), left.meets(bottom)}
	var area float64 // twice that of the sheet
	slack := 0.05 * float64(max(size.X, size.Y))
	for i, p := range corners {
		q := corners[(i+1)%4]
		area += p.x*q.y - q.x*p.y
		if p.x < -slack || p.y < -slack || p.x > float64(size.X)+slack || p.y > float64(size.Y)+slack {
			return corners, false
		}
	}
	return corners, area > 2*minSheet*float64(size.X*size.Y)
}

// edge is a line at slope·along + start.
type edge struct{ slope, start float64 }

// meets returns where an edge from top to bottom crosses one from left to right.
func (e edge) meets(across edge) spot {
	y := (across.slope*e.start + across.start) / (1 - across.slope*e.slope)
	return spot{e.slope*y + e.start, y}
}

// edgeOf finds the edge of a sheet along one side of the picture: the line through most
// of the places where the margin of that side ends. It looks at 64 places.
func edgeOf(along, across int, fromEnd bool, margin func(across, along int) bool) (edge, bool) {
	var found []spot // x is along the side
	var without int  // places where the sheet reaches the border of the picture
	for i := range 64 {
		at := (2*i + 1) * along / 128
		for in := range across {
			place := in
			if fromEnd {
				place = across - 1 - in
			}
			if !margin(place, at) {
				if in == 0 {
					without++
				}
				found = append(found, spot{float64(at), float64(place)})
				break
			}
		}
	}
	if len(found) < 16 || without > len(found)/4 { // that border is no edge of the sheet
		return edge{}, false
	}
	var slopes, starts []float64
	for i, p := range found {
		for _, q := range found[i+1:] {
			slopes = append(slopes, (q.y-p.y)/(q.x-p.x))
		}
	}
	line := edge{slope: middleOf(slopes)}
	for _, p := range found {
		starts = append(starts, p.y-line.slope*p.x)
	}
	line.start = middleOf(starts)
	var on int
	for _, start := range starts {
		if math.Abs(start-line.start) <= max(2, 0.01*float64(across)) {
			on++
		}
	}
	return line, float64(on) >= minOnEdge*float64(len(found))
}

func middleOf(numbers []float64) float64 {
	slices.Sort(numbers)
	return numbers[len(numbers)/2]
}
