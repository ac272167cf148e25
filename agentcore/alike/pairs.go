package alike

import (
	"context"
	"slices"

	"github.com/deskhand/deskhand/agentcore/library/words"
)

// Pair is two texts, and how far they are the same.
type Pair struct {
	A, B int
	// Words is the share of the words that both have, of those of the longer text; where
	// one was read off a picture, a word with a slip counts as had by both.
	Words float64
	// Both are how many numbers both have. Slipped are those that may be one number that
	// was read in two ways, Other how many differ otherwise, and More how many one text has
	// more than the other.
	Both, Slipped, Other, More int
	// Agreed is how many facts are known of both and are one, Contrary how many differ.
	Agreed, Contrary int
	// Scanned reports that one of them was read off a picture.
	Scanned bool
}

// How far texts are the same that are. Where nothing was misread, all numbers are: two
// invoices of one layout have all words in common. Where something may have been, the
// invoices of a sender still differ in more numbers (docs/accuracy.md).
const (
	minWords        = 0.97
	minScannedWords = 0.85
	maxSlipped      = 2
	slippedOf       = 20 // numbers, of which one may be slipped
	moreOf          = 10 // numbers, of which one more may be had
	// minAgreed facts make up for more misread numbers: both have seven in ten.
	minAgreed, agreedBoth, agreedOf = 2, 7, 10
)

// Same reports whether two texts are the same but for how they were read.
func (p Pair) Same() bool {
	numbers := p.Both + p.Slipped + p.Other + p.More
	switch {
	case !p.Scanned:
		return p.Words >= minWords && p.Both == numbers
	case p.Words < minScannedWords:
		return false
	case p.Agreed >= minAgreed && p.Contrary == 0:
		return p.Both*agreedOf >= numbers*agreedBoth
	case p.Contrary > 0 && p.Slipped > 0:
		return false
	}
	return p.Other == 0 && p.Slipped <= maxSlipped && p.Slipped*slippedOf <= numbers && p.More*moreOf <= numbers
}

// compare compares two texts.
func (x *Index) compare(i, j int) Pair {
	a, b := x.texts[i], x.texts[j]
	p := Pair{A: i, B: j, Scanned: a.scanned || b.scanned}
	for k := range min(len(a.facts), len(b.facts)) {
		switch {
		case a.facts[k] == "" || b.facts[k] == "":
		case a.facts[k] == b.facts[k]:
			p.Agreed++
		default:
			p.Contrary++
		}
	}
	both, onlyA, onlyB := part(a.numbers, b.numbers)
	p.Both, p.Slipped = both, x.slipped(onlyA, onlyB, digitSlips)
	p.Other = min(len(onlyA), len(onlyB)) - p.Slipped
	p.More = max(len(onlyA), len(onlyB)) - min(len(onlyA), len(onlyB))
	longer := max(len(a.words), len(b.words))
	if longer == 0 || p.Both*2 < len(onlyA)+len(onlyB) { // far from the same, whatever the words are
		return p
	}
	same, restA, restB := part(a.words, b.words)
	if p.Scanned && float64(same+min(len(restA), len(restB))) >= minScannedWords*float64(longer) {
		same += x.slipped(restA, restB, words.Slips)
	}
	p.Words = float64(same) / float64(longer)
	return p
}

// digitSlips is how many digits of a number may have been misread.
func digitSlips(number string) int {
	const each = 5
	return 1 + len(number)/each
}

// part parts what two sorted lists have in common from what one has alone.
func part(a, b []int32) (both int, onlyA, onlyB []int32) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			both++
			a, b = a[1:], b[1:]
		case a[0] < b[0]:
			onlyA, a = append(onlyA, a[0]), a[1:]
		default:
			onlyB, b = append(onlyB, b[0]), b[1:]
		}
	}
	return both, append(onlyA, a...), append(onlyB, b...)
}

// slipped counts those of a that are in b with a few slips, as a bad picture makes them.
func (x *Index) slipped(a, b []int32, maxOf func(string) int) (n int) {
	const maxCompared = 500 // of a long text: what it costs grows with their product
	a, b = a[:min(len(a), maxCompared)], slices.Clone(b[:min(len(b), maxCompared)])
	for _, id := range a {
		key := x.keyOf[id]
		slips, letters := maxOf(key), words.Letters(key)
		for k, other := range b {
			if other < 0 || words.Apart(letters, words.Letters(x.keyOf[other]), slips, perLetter) || words.Distance(key, x.keyOf[other], slips) > slips {
				continue
			}
			n++
			b[k] = -1
			break
		}
	}
	return n
}

// perLetter is how many bytes a letter has at most.
const perLetter = 4

// What candidates have in common.
const (
	// commonest is in how many texts a word is at most that tells some of them from the
	// others; one that is in fewer than rare counts twice.
	commonest, rare = 64, 4
	// minCommon is how much of that two texts have in common at least.
	minCommon = 4
)

// candidates hands over the texts after i that have rare words or numbers in common
// with it.
func (x *Index) candidates(having [][]int32, i int, common []int32, take func(j int)) {
	var touched []int32
	for _, ids := range [][]int32{x.texts[i].words, x.texts[i].numbers} {
		for k, id := range ids {
			if k > 0 && ids[k-1] == id || len(having[id]) > commonest {
				continue
			}
			counts := int32(1)
			if len(having[id]) < rare {
				counts = 2
			}
			for _, j := range having[id] {
				if int(j) <= i {
					continue
				}
				if common[j] == 0 {
					touched = append(touched, j)
				}
				common[j] += counts
			}
		}
	}
	slices.Sort(touched)
	for _, j := range touched {
		if common[j] >= minCommon {
			take(int(j))
		}
		common[j] = 0
	}
}

// having lists the texts that have each word or number.
func (x *Index) having() [][]int32 {
	having := make([][]int32, len(x.keyOf))
	for i, t := range x.texts {
		for _, ids := range [][]int32{t.words, t.numbers} {
			for k, id := range ids {
				if k == 0 || ids[k-1] != id {
					having[id] = append(having[id], int32(i)) //nolint:gosec // there are not so many texts
				}
			}
		}
	}
	return having
}

// Pairs compares the texts that may be the same, in steps that grow with their number,
// not with its square.
func (x *Index) Pairs(ctx context.Context) ([]Pair, error) {
	having, common := x.having(), make([]int32, len(x.texts))
	var pairs []Pair
	for i := range x.texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x.candidates(having, i, common, func(j int) { pairs = append(pairs, x.compare(i, j)) })
	}
	return pairs, nil
}
