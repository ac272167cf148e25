package layout

import (
	"cmp"
	"image"
	"slices"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// Columns of prose differ from the columns of a table by how much text they hold.
const (
	proseWords = 4 // of a line, at least
	proseLines = 6 // of each column, at least
)

// InReadingOrder returns the page with its lines as the eye goes: row by row
// from the top, each from the left, and columns of prose one after the other. A
// file may store them in any order. The page is upright.
func (p Page) InReadingOrder() Page {
	lines := p.Lines()
	ordered := Page{Width: p.Width, Height: p.Height, Words: make([]Word, 0, len(p.Words))}
	for number, line := range inOrder(lines, p.Width) {
		for _, word := range p.Words[line.First:line.Last] {
			word.Line = number
			ordered.Words = append(ordered.Words, word)
		}
	}
	return ordered
}

// inOrder sorts lines: what is above the columns, each column, what is below.
func inOrder(lines []Line, width int) []Line {
	gutter, from, to := columns(lines, width)
	if gutter == 0 {
		return byRow(lines)
	}
	var above, left, right, below []Line
	for _, line := range lines {
		switch middle := (line.Box.Min.Y + line.Box.Max.Y) / 2; {
		case middle < from:
			above = append(above, line)
		case middle > to:
			below = append(below, line)
		case line.Box.Min.X < gutter:
			left = append(left, line)
		default:
			right = append(right, line)
		}
	}
	return slices.Concat(byRow(above), byRow(left), inOrder(right, width), byRow(below))
}

// byRow sorts lines from the top, and those in a row from the left. The rows are
// the same in whatever order the lines come.
func byRow(lines []Line) []Line {
	lines = slices.Clone(lines)
	slices.SortStableFunc(lines, func(a, b Line) int {
		return cmp.Or(
			cmp.Compare(a.Box.Min.Y+a.Box.Max.Y, b.Box.Min.Y+b.Box.Max.Y), cmp.Compare(a.Box.Min.Y, b.Box.Min.Y),
			cmp.Compare(a.Box.Min.X, b.Box.Min.X), cmp.Compare(a.Box.Max.X, b.Box.Max.X),
		)
	})
	for first := 0; first < len(lines); {
		last := first + 1
		for last < len(lines) && sameRow(lines[first].Box, lines[last].Box) {
			last++
		}
		slices.SortStableFunc(lines[first:last], func(a, b Line) int { return cmp.Compare(a.Box.Min.X, b.Box.Min.X) })
		first = last
	}
	return lines
}

// sameRow reports whether the middle of each box is within the other's height.
func sameRow(a, b image.Rectangle) bool {
	return 2*abs(centre(a).Y-centre(b).Y) < min(a.Dy(), b.Dy())
}

// columns finds the gutter between two columns of prose, and the top and bottom of the
// columns; a gutter of 0: there are none.
func columns(lines []Line, width int) (gutter, from, to int) {
	prose := lists.Filter(lines, func(line Line) bool { return line.Last-line.First >= proseWords })
	if len(prose) < 2*proseLines || width <= 0 {
		return 0, 0, 0
	}
	best := 0
	for part := 20; part <= 80; part++ { // percent of the width
		x := width * part / 100
		if f, t, n := bothSides(prose, x, width/100); n > best {
			gutter, from, to, best = x, f, t, n
		}
	}
	return gutter, from, to
}

// bothSides returns from where to where lines lie on both sides of x, with a margin, and
// none across it; n is their number.
func bothSides(prose []Line, x, margin int) (from, to, n int) {
	var left, right, across []Line
	for _, line := range prose {
		switch {
		case line.Box.Max.X <= x-margin/2:
			left = append(left, line)
		case line.Box.Min.X >= x+margin/2:
			right = append(right, line)
		default:
			across = append(across, line)
		}
	}
	if len(left) < proseLines || len(right) < proseLines {
		return 0, 0, 0
	}
	a, b := extent(left), extent(right)
	from, to = min(a.Min.Y, b.Min.Y), max(a.Max.Y, b.Max.Y)
	for _, line := range across { // a heading or a foot over both columns
		switch middle := centre(line.Box).Y; {
		case middle <= (from+to)/2:
			from = max(from, line.Box.Max.Y)
		default:
			to = min(to, line.Box.Min.Y)
		}
	}
	l, r := within(left, from, to), within(right, from, to)
	if l < proseLines || r < proseLines {
		return 0, 0, 0
	}
	return from, to, l + r
}

func extent(lines []Line) image.Rectangle {
	var box image.Rectangle
	for _, line := range lines {
		box = box.Union(line.Box)
	}
	return box
}

// within counts the lines between two heights.
func within(lines []Line, from, to int) int {
	return lists.Count(lines, func(line Line) bool {
		y := centre(line.Box).Y
		return y >= from && y <= to
	})
}
