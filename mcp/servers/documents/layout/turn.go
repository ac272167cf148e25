package layout

import "image"

// UprightTurn is by how many degrees clockwise the page must be turned so that
// its text runs from left to right: 0, 90, 180 or 270. It goes by the way from
// each word to the next one on its line; where no line has two words, by the
// way from line to line. A page of one word is taken as upright.
func (p Page) UprightTurn() int {
	if turn, ok := p.vote(sameLine, [4]int{0, 270, 180, 90}); ok {
		return turn
	}
	if turn, ok := p.vote(nextLine, [4]int{90, 0, 270, 180}); ok {
		return turn
	}
	return 0
}

func sameLine(a, b Word) bool { return a.Line == b.Line }

func nextLine(a, b Word) bool { return a.Block == b.Block && a.Line != b.Line }

// vote adds up the steps between neighbouring words that counts picks, sorted
// by the direction they go: right, down, left, up. turns says what each
// direction means.
func (p Page) vote(counts func(a, b Word) bool, turns [4]int) (int, bool) {
	var votes [4]int
	for i := 1; i < len(p.Words); i++ {
		if a, b := p.Words[i-1], p.Words[i]; counts(a, b) {
			direction, length := step(centre(a.Box), centre(b.Box))
			votes[direction] += length
		}
	}
	best := 0
	for direction, sum := range votes {
		if sum > votes[best] {
			best = direction
		}
	}
	return turns[best], votes[best] > 0
}

// step is the main direction from a to b (0 right, 1 down, 2 left, 3 up) and
// how far it goes that way.
func step(a, b image.Point) (direction, length int) {
	dx, dy := b.X-a.X, b.Y-a.Y
	switch {
	case abs(dx) >= abs(dy) && dx >= 0:
		return 0, dx
	case abs(dx) >= abs(dy):
		return 2, -dx
	case dy >= 0:
		return 1, dy
	default:
		return 3, -dy
	}
}

func centre(r image.Rectangle) image.Point {
	return image.Pt((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2)
}

func abs(n int) int { return max(n, -n) }

// Turn returns the page turned clockwise by degrees, a multiple of 90.
func (p Page) Turn(degrees int) Page {
	turned := Page{Width: p.Width, Height: p.Height, Words: make([]Word, len(p.Words))}
	if degrees%180 != 0 {
		turned.Width, turned.Height = p.Height, p.Width
	}
	for i, word := range p.Words {
		word.Box = TurnBox(word.Box, image.Pt(p.Width, p.Height), degrees)
		turned.Words[i] = word
	}
	return turned
}

// TurnBox is where a box lies after its page, of that size, was turned by so
// many degrees clockwise.
func TurnBox(box image.Rectangle, page image.Point, degrees int) image.Rectangle {
	switch (degrees%360 + 360) % 360 {
	case 90:
		return image.Rect(page.Y-box.Max.Y, box.Min.X, page.Y-box.Min.Y, box.Max.X)
	case 180:
		return image.Rect(page.X-box.Max.X, page.Y-box.Max.Y, page.X-box.Min.X, page.Y-box.Min.Y)
	case 270:
		return image.Rect(box.Min.Y, page.X-box.Max.X, box.Max.Y, page.X-box.Min.X)
	default:
		return box
	}
}

// Unturned is the box, in pixels of a page of that size, that shows as crop
// when the page is turned by so many degrees.
func Unturned(crop [4]float64, page image.Point, turn int) image.Rectangle {
	upright := page
	if turn%180 != 0 {
		upright.X, upright.Y = page.Y, page.X
	}
	w, h := float64(upright.X), float64(upright.Y)
	box := image.Rect(int(crop[0]*w), int(crop[1]*h), int((crop[0]+crop[2])*w+0.5), int((crop[1]+crop[3])*h+0.5))
	box.Max.X, box.Max.Y = max(box.Max.X, box.Min.X+1), max(box.Max.Y, box.Min.Y+1)
	box = box.Intersect(image.Rectangle{Max: upright})
	return TurnBox(box, upright, 360-turn)
}
