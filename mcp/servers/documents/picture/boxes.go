package picture

import "image"

// What a dark box with bright print in it measures, in thousandths of the picture's sides,
// and how much of it is dark.
const (
	minBoxWidth, minBoxHeight = 80, 12
	maxBoxHeight              = 200
	minDark, maxDark          = 45, 96
	// maxBoxes is how many of a picture are looked at.
	maxBoxes = 4
)

// Boxes returns the dark boxes in a picture that may contain bright print, such as the
// name of a shop, from the top. What reaches the border of the picture is no box.
func Boxes(p *image.Gray) []image.Rectangle {
	cell := cellOf(p, 250_000)
	small := shrunk(p, cell)
	w, h := small.Rect.Dx(), small.Rect.Dy()
	dark := byte(darkShare * float64(brightness(small, 90)))
	seen := fromBorder(small, func(light byte) bool { return light < dark })
	var found []image.Rectangle
	for at := range seen {
		if seen[at] == 1 || small.Pix[at/w*small.Stride+at%w] >= dark {
			continue
		}
		box, count := spread(small, seen, at, dark)
		share := 100 * count / (box.Dx() * box.Dy())
		if 1000*box.Dx() >= minBoxWidth*w && 1000*box.Dy() >= minBoxHeight*h && 1000*box.Dy() <= maxBoxHeight*h &&
			box.Dx() > box.Dy() && share >= minDark && share <= maxDark && len(found) < maxBoxes {
			found = append(found, image.Rectangle{Min: box.Min.Mul(cell), Max: box.Max.Mul(cell)})
		}
	}
	return found
}

// spread marks the dark pixels that are joined to one of them, and returns the box around
// them and their number.
func spread(p *image.Gray, seen []byte, at int, dark byte) (box image.Rectangle, count int) {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	next := []int{at}
	seen[at] = 1
	for len(next) > 0 {
		x, y := next[len(next)-1]%w, next[len(next)-1]/w
		next = next[:len(next)-1]
		box, count = box.Union(image.Rect(x, y, x+1, y+1)), count+1
		for _, q := range [...]image.Point{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
			if i := q.Y*w + q.X; q.X >= 0 && q.Y >= 0 && q.X < w && q.Y < h && seen[i] == 0 && p.Pix[q.Y*p.Stride+q.X] < dark {
				seen[i] = 1
				next = append(next, i)
			}
		}
	}
	return box, count
}

// Inverted returns a part of a picture with bright and dark swapped, and without what is
// then dark at its border.
func Inverted(p *image.Gray, part image.Rectangle) *image.Gray {
	part = part.Intersect(p.Rect)
	out := image.NewGray(image.Rect(0, 0, part.Dx(), part.Dy()))
	for y := range part.Dy() {
		from := p.Pix[(part.Min.Y-p.Rect.Min.Y+y)*p.Stride+part.Min.X-p.Rect.Min.X:]
		to := out.Pix[y*out.Stride:]
		for x := range part.Dx() {
			to[x] = 255 - from[x]
		}
	}
	return WithoutAnyEdges(out)
}
