package engine

import (
	"cmp"
	"image"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
)

const (
	// agreed is what a reading counts for, besides how sure it is, when it says the
	// same as another one.
	agreed = 0.3
	// alone is how sure a word must be that the reading with the highest score does
	// not have at all.
	alone = 0.6
)

// vote puts a page together from several readings of it: in each place the words
// on which the readings agree, or which one is surest of. The lines are those of
// the reading with the highest score.
func vote(readings []layout.Page) layout.Page {
	best := 0
	for i := range readings {
		if score(readings[i]) > score(readings[best]) {
			best = i
		}
	}
	page := readings[best]
	lines := page.Lines()
	var more []layout.Word // on no line of page
	texts := make([][]layout.Word, len(lines))
	for _, place := range places(readings) {
		chosen := place.elected()
		if own := place.words[best]; len(own) > 0 {
			for _, word := range chosen {
				line := lineOf(word, own)
				word.Block, word.Line = lines[line].Block, line
				texts[line] = append(texts[line], word)
			}
		} else if sureOf(chosen) >= alone && slices.ContainsFunc(chosen, legible) {
			more = append(more, chosen...)
		}
	}
	page.Words = assembled(lines, texts, more)
	return page
}

// lineOf returns the line of a word of a place: that of the word of the place which
// shares most of its rows. A letter read across two lines makes one place of both.
func lineOf(word layout.Word, own []layout.Word) int {
	shared := func(a layout.Word) int {
		return min(a.Box.Max.Y, word.Box.Max.Y) - max(a.Box.Min.Y, word.Box.Min.Y)
	}
	return slices.MaxFunc(own, func(a, b layout.Word) int { return cmp.Compare(shared(a), shared(b)) }).Line
}

// assembled puts words on their lines, each line from the left; a word on no line gets a
// line of its own.
func assembled(lines []layout.Line, texts [][]layout.Word, more []layout.Word) []layout.Word {
	slices.SortStableFunc(more, func(a, b layout.Word) int {
		return cmp.Or(cmp.Compare(a.Box.Min.Y, b.Box.Min.Y), cmp.Compare(a.Box.Min.X, b.Box.Min.X))
	})
	for _, word := range more {
		at := slices.IndexFunc(lines, func(line layout.Line) bool { return sameRow(line.Box, word.Box) })
		if at < 0 {
			at = len(lines)
			if next := slices.IndexFunc(lines, func(line layout.Line) bool { return line.Box.Min.Y > word.Box.Max.Y }); next >= 0 {
				at = next
			}
			line := layout.Line{Box: word.Box, Block: word.Block}
			lines, texts = slices.Insert(lines, at, line), slices.Insert(texts, at, nil)
		}
		word.Block = lines[at].Block
		lines[at].Box = lines[at].Box.Union(word.Box)
		texts[at] = append(texts[at], word)
	}
	var words []layout.Word
	for number, text := range texts {
		slices.SortStableFunc(text, func(a, b layout.Word) int { return cmp.Compare(a.Box.Min.X, b.Box.Min.X) })
		for _, word := range text {
			word.Line = number
			words = append(words, word)
		}
	}
	return words
}

// sameRow reports whether more than half of the height of the smaller of two boxes is
// within the height of the other.
func sameRow(a, b image.Rectangle) bool {
	return 2*(min(a.Max.Y, b.Max.Y)-max(a.Min.Y, b.Min.Y)) > min(a.Dy(), b.Dy())
}

// place is a part of the page: what each reading has there.
type place struct{ words [][]layout.Word }

// elected is what is taken: for each way to read the place, the sum of what the
// readings that have it count for.
func (p place) elected() []layout.Word {
	votes := map[string]float64{}
	var chosen []layout.Word
	most := -1.0
	for _, words := range p.words {
		if len(words) == 0 {
			continue
		}
		text := textOf(words)
		if _, again := votes[text]; again {
			votes[text] += agreed
		}
		votes[text] += sureOf(words)
	}
	for _, words := range p.words { // in order, so that equals are decided alike
		if len(words) > 0 && votes[textOf(words)] > most {
			chosen, most = words, votes[textOf(words)]
		}
	}
	return p.tight(chosen)
}

// tight returns the words with smaller boxes: a word whose box reaches across two lines
// gets the box that another reading has for it on one.
func (p place) tight(chosen []layout.Word) []layout.Word {
	chosen = slices.Clone(chosen)
	for _, words := range p.words {
		if len(words) != len(chosen) || textOf(words) != textOf(chosen) {
			continue
		}
		for i, word := range words {
			if 2*chosen[i].Box.Dy() > 3*word.Box.Dy() {
				chosen[i].Box = word.Box
			}
		}
	}
	return chosen
}

func textOf(words []layout.Word) string {
	return strings.Join(lists.Map(words, func(word layout.Word) string { return word.Text }), " ")
}

// sureOf is the mean confidence of words, each weighted by its length.
func sureOf(words []layout.Word) float64 { return layout.Page{Words: words}.Confidence() }

// legible reports whether a word has a letter or a digit.
func legible(word layout.Word) bool {
	return strings.ContainsFunc(word.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// places groups the words of all readings by their boxes.
func places(readings []layout.Page) []place {
	type entry struct {
		layout.Word
		reading, root int
	}
	var all []entry
	for i, page := range readings {
		for _, word := range page.Words {
			all = append(all, entry{Word: word, reading: i})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.Box.Min.Y, b.Box.Min.Y) })
	for i := range all {
		all[i].root = i
	}
	root := func(i int) int {
		for all[i].root != i {
			all[i].root = all[all[i].root].root
			i = all[i].root
		}
		return i
	}
	var open []int // the words whose boxes may reach down to the next one
	for i, next := range all {
		open = slices.DeleteFunc(open, func(j int) bool { return all[j].Box.Max.Y <= next.Box.Min.Y })
		for _, j := range open {
			if all[j].reading != next.reading && samePlace(all[j].Box, next.Box) {
				all[root(i)].root = root(j)
			}
		}
		open = append(open, i)
	}
	var found []place
	number := map[int]int{}
	for i, word := range all {
		at, known := number[root(i)]
		if !known {
			at = len(found)
			number[root(i)] = at
			found = append(found, place{make([][]layout.Word, len(readings))})
		}
		found[at].words[word.reading] = append(found[at].words[word.reading], word.Word)
	}
	for _, place := range found {
		for _, words := range place.words {
			slices.SortStableFunc(words, func(a, b layout.Word) int {
				return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Box.Min.X, b.Box.Min.X))
			})
		}
	}
	return found
}

// samePlace reports whether two boxes of different readings are of the same word,
// or one of them of a part of it.
func samePlace(a, b image.Rectangle) bool {
	both := a.Intersect(b)
	return sameRow(a, b) && both.Dx()*10 > min(a.Dx(), b.Dx())*3
}
