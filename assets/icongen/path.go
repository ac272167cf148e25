package main

import (
	"fmt"
	"strings"

	"golang.org/x/image/vector"
)

// path is an outline of straight lines and cubic curves, in icon units, that
// closes itself.
type path []segment

// segment goes to its last point: over two control points when it is a curve.
// The first segment of a path is where it begins.
type segment struct {
	c1, c2, to point
	curve      bool
}

type point struct{ x, y float32 }

// round is how far a curve's control points lie from the corner's ends, as a
// part of the radius, for the cubic nearest to a quarter of a circle.
const round = 0.5522848

func (p *path) line(x, y float32) { *p = append(*p, segment{to: point{x, y}}) }

// corner turns from the current point to (x, y) round the corner at (cx, cy).
func (p *path) corner(cx, cy, x, y float32) {
	from := (*p)[len(*p)-1].to
	*p = append(*p, segment{
		c1:    point{from.x + (cx-from.x)*round, from.y + (cy-from.y)*round},
		c2:    point{x + (cx-x)*round, y + (cy-y)*round},
		to:    point{x, y},
		curve: true,
	})
}

// roundRect is a rectangle from (x0, y0) to (x1, y1) with corners of radius r.
func roundRect(x0, y0, x1, y1, r float32) path {
	var p path
	p.line(x0+r, y0)
	p.line(x1-r, y0)
	p.corner(x1, y0, x1, y0+r)
	p.line(x1, y1-r)
	p.corner(x1, y1, x1-r, y1)
	p.line(x0+r, y1)
	p.corner(x0, y1, x0, y1-r)
	p.line(x0, y0+r)
	p.corner(x0, y0, x0+r, y0)
	return p
}

// data is the path as the d attribute of SVG.
func (p path) data() string {
	var d strings.Builder
	for i, s := range p {
		switch {
		case i == 0:
			fmt.Fprintf(&d, "M%g %g", s.to.x, s.to.y)
		case s.curve:
			fmt.Fprintf(&d, "C%.1f %.1f %.1f %.1f %g %g", s.c1.x, s.c1.y, s.c2.x, s.c2.y, s.to.x, s.to.y)
		default:
			fmt.Fprintf(&d, "L%g %g", s.to.x, s.to.y)
		}
	}
	return d.String() + "Z"
}

// trace puts the path into a rasterizer, one unit a pixel.
func (p path) trace(r *vector.Rasterizer) {
	for i, s := range p {
		switch {
		case i == 0:
			r.MoveTo(s.to.x, s.to.y)
		case s.curve:
			r.CubeTo(s.c1.x, s.c1.y, s.c2.x, s.c2.y, s.to.x, s.to.y)
		default:
			r.LineTo(s.to.x, s.to.y)
		}
	}
	r.ClosePath()
}
