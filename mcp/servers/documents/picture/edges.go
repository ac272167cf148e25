package picture

import (
	"bytes"
	"image"
	"slices"
)

const (
	// darkShare is how bright something may be, of what the paper is, to be no paper.
	darkShare = 0.45
	// minEdge and maxEdge are how much of a picture dark margins cover, in thousandths.
	minEdge, maxEdge = 5, 700
	// maxIslands is how many thousandths of the margins may be bright: more is print.
	maxIslands = 10
)

// WithoutEdges paints over what is dark at the margins of a picture, in the
// brightness of the paper: what a scanner saw beyond the sheet, or the table that it
// lies on. A picture without such margins is returned as it is, and so is one with
// something bright in them, which may be print.
func WithoutEdges(p *image.Gray) *image.Gray { return withoutEdges(p, false) }

// WithoutAnyEdges does so even if there may be print in the margins: it is for pages of
// which nothing was read, so that nothing can be lost.
func WithoutAnyEdges(p *image.Gray) *image.Gray { return withoutEdges(p, true) }

func withoutEdges(p *image.Gray, evenPrint bool) *image.Gray {
	if !darkBorder(p) {
		return p
	}
	cell := cellOf(p, 250_000)
	small := shrunk(p, cell)
	paper := brightness(small, 90)
	dark := byte(darkShare * float64(paper))
	margins := fromBorder(small, func(light byte) bool { return light < dark })
	if covered := 1000 * bytes.Count(margins, marked) / len(margins); covered < minEdge || covered > maxEdge || !evenPrint && printed(small, margins) {
		return p
	}
	return painted(p, small.Rect.Size(), margins, cell, dark, paper)
}

var marked = []byte{1}

// darkBorder reports whether a side of the picture is dark for a tenth of its length.
func darkBorder(p *image.Gray) bool {
	size := p.Rect.Size()
	if size.X < 64 || size.Y < 64 {
		return false
	}
	dark := func(n int, at func(i int) byte) bool {
		var count int
		for i := range n {
			if at(i) < 115 {
				count++
			}
		}
		return 10*count >= n
	}
	for _, in := range []int{2, size.X / 100} {
		if dark(size.Y, func(y int) byte { return p.Pix[y*p.Stride+in] }) ||
			dark(size.Y, func(y int) byte { return p.Pix[y*p.Stride+size.X-1-in] }) {
			return true
		}
	}
	for _, in := range []int{2, size.Y / 100} {
		if dark(size.X, func(x int) byte { return p.Pix[in*p.Stride+x] }) ||
			dark(size.X, func(x int) byte { return p.Pix[(size.Y-1-in)*p.Stride+x] }) {
			return true
		}
	}
	return false
}

// cellOf returns the side of squares of pixels, of which a picture has at most that many.
func cellOf(p *image.Gray, most int) int {
	cell := 1
	for p.Rect.Dx()*p.Rect.Dy() > most*cell*cell {
		cell++
	}
	return cell
}

// shrunk returns a picture of which each pixel is the mean of cell×cell of p.
func shrunk(p *image.Gray, cell int) *image.Gray {
	if cell == 1 {
		return p
	}
	small := image.NewGray(image.Rect(0, 0, p.Rect.Dx()/cell, p.Rect.Dy()/cell))
	sums := make([]int, small.Rect.Dx())
	for y := range small.Rect.Dy() {
		clear(sums)
		for row := y * cell; row < (y+1)*cell; row++ {
			line := p.Pix[row*p.Stride:]
			for x := range sums {
				for _, light := range line[x*cell : (x+1)*cell] {
					sums[x] += int(light)
				}
			}
		}
		to := small.Pix[y*small.Stride:]
		for x, sum := range sums {
			to[x] = byte(sum / (cell * cell)) //nolint:gosec // a mean of bytes
		}
	}
	return small
}

// brightness returns the one that percent of the pixels do not exceed.
func brightness(p *image.Gray, percent int) byte {
	var counts [256]int
	for y := range p.Rect.Dy() {
		for _, light := range p.Pix[y*p.Stride : y*p.Stride+p.Rect.Dx()] {
			counts[light]++
		}
	}
	left := p.Rect.Dx() * p.Rect.Dy() * percent / 100
	for light, count := range counts {
		if left -= count; left <= 0 {
			return byte(light) //nolint:gosec // an index of 256
		}
	}
	return 255
}

// fromBorder marks, row by row, the pixels that are joined to the border through
// pixels like them.
func fromBorder(p *image.Gray, like func(light byte) bool) []byte {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	found := make([]byte, w*h)
	var next []int
	visit := func(x, y int) {
		if x >= 0 && y >= 0 && x < w && y < h && found[y*w+x] == 0 && like(p.Pix[y*p.Stride+x]) {
			found[y*w+x] = 1
			next = append(next, y*w+x)
		}
	}
	for x := range w {
		visit(x, 0)
		visit(x, h-1)
	}
	for y := range h {
		visit(0, y)
		visit(w-1, y)
	}
	for len(next) > 0 {
		x, y := next[len(next)-1]%w, next[len(next)-1]/w
		next = next[:len(next)-1]
		visit(x-1, y)
		visit(x+1, y)
		visit(x, y-1)
		visit(x, y+1)
	}
	return found
}

// printed reports whether there are bright pixels in the margins: pixels with margin to
// the left and right, or above and below, within a short distance.
func printed(p *image.Gray, margins []byte) bool {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	far := max(2, w/12)
	islands, all := 0, 0
	for y := range h {
		last := -1 // where the margins were last met in this row
		for x := range w {
			if margins[y*w+x] == 1 {
				all++
				if last >= 0 && x-last > 1 && x-last <= far {
					islands += x - last - 1
				}
				last = x
			}
		}
	}
	return 1000*islands > maxIslands*all
}

// painted returns a copy without the margins, which are marked by cells. At their
// borders only what is dark is painted over.
func painted(p *image.Gray, cells image.Point, margins []byte, cell int, dark, paper byte) *image.Gray {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	out := &image.Gray{Pix: slices.Clone(Pixels(p)), Stride: w, Rect: image.Rect(0, 0, w, h)}
	margin := func(x, y int) bool {
		return margins[min(max(y, 0), cells.Y-1)*cells.X+min(max(x, 0), cells.X-1)] == 1
	}
	limit := byte((int(dark) + int(paper)) / 2) //nolint:gosec // between two bytes
	for y := range h {
		for x := range w {
			i, j := x/cell, y/cell
			switch {
			case margin(i, j):
				out.Pix[y*w+x] = paper
			case out.Pix[y*w+x] < limit && (margin(i-1, j) || margin(i+1, j) || margin(i, j-1) || margin(i, j+1)):
				out.Pix[y*w+x] = paper
			}
		}
	}
	return out
}
