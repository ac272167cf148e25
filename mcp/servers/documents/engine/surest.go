package engine

import (
	"image"

	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
)

// surest puts a page together from several readings of it: the reading with the
// highest score, in which each line that another one is clearly surer of is
// replaced by that one's.
func surest(readings []layout.Page) layout.Page {
	best := 0
	for i := range readings {
		if score(readings[i]) > score(readings[best]) {
			best = i
		}
	}
	page := readings[best]
	lines := page.Lines()
	var words []layout.Word
	for number, line := range lines {
		chosen := page.Words[line.First:line.Last]
		for i, other := range readings {
			if i == best {
				continue
			}
			for _, rival := range other.Lines() {
				if sameLineOfPage(line.Box, rival.Box) && rival.Confidence > sureOf(chosen)+surer {
					chosen = other.Words[rival.First:rival.Last]
				}
			}
		}
		for _, word := range chosen {
			word.Block, word.Line = line.Block, number
			words = append(words, word)
		}
	}
	page.Words = words
	return page
}

// surer is by how much another reading of a line must be surer to be taken.
const surer = 0.05

// sureOf is the mean confidence of words.
func sureOf(words []layout.Word) float64 {
	var sum float64
	for _, word := range words {
		sum += word.Confidence
	}
	return sum / float64(max(1, len(words)))
}

// sameLineOfPage reports whether two boxes hold the same line: they begin, end
// and stand at nearly the same places.
func sameLineOfPage(a, b image.Rectangle) bool {
	both := a.Intersect(b)
	return both.Dx()*10 >= max(a.Dx(), b.Dx())*9 && both.Dy()*10 >= max(a.Dy(), b.Dy())*6
}
