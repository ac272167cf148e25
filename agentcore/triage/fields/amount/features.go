package amount

import "github.com/deskhand/deskhand/agentcore/triage/fields/rank"

type feature = rank.Feature[*view, *candidate]

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// features are all that is asked of a candidate. The names are those of the file of weights.
var features = []feature{
	{Name: "label of what is to be paid", Prior: 3, Of: func(_ *view, c *candidate) float64 { return yes(c.total == dueTotal) }},
	{Name: "label of the whole", Prior: 2, Of: func(_ *view, c *candidate) float64 { return yes(c.total == wholeTotal) }},
	{Name: "label that may be of the whole", Prior: 0.5, Of: func(_ *view, c *candidate) float64 { return yes(c.total == someTotal) }},
	{Name: "label of a part", Prior: -1, Of: func(_ *view, c *candidate) float64 { return yes(c.total == partTotal) }},
	{Name: "label to the left", Prior: 0, Of: func(_ *view, c *candidate) float64 { return yes(c.from == toLeft) }},
	{Name: "label above", Prior: -0.5, Of: func(_ *view, c *candidate) float64 { return yes(c.from == above) }},
	{Name: "last with such a label", Prior: 0.5, Of: func(v *view, c *candidate) float64 { return yes(c.total > partTotal && v.lasts[c.total] == c.at) }},
	{Name: "first with such a label", Prior: 0, Of: func(v *view, c *candidate) float64 { return yes(c.total > partTotal && v.firsts[c.total] == c.at) }},
	{Name: "last of its line", Prior: 0.5, Of: func(_ *view, c *candidate) float64 { return yes(c.last) }},
	{Name: "alone on its line", Prior: 0, Of: func(_ *view, c *candidate) float64 { return yes(c.only) }},
	{Name: "a currency next to it", Prior: 0.3, Of: func(_ *view, c *candidate) float64 { return yes(c.money) }},
	{Name: "the largest", Prior: 1, Of: func(v *view, c *candidate) float64 { return yes(c.cents == v.sorted[0]) }},
	{Name: "the largest, no part", Prior: 0.5, Of: func(v *view, c *candidate) float64 { return yes(c.cents == v.sorted[0] && c.total != partTotal) }},
	{Name: "the second largest", Prior: 0.3, Of: func(v *view, c *candidate) float64 { return yes(len(v.sorted) > 1 && c.cents == v.sorted[1]) }},
	{Name: "said again", Prior: 0.3, Of: func(_ *view, c *candidate) float64 { return yes(c.said > 1) }},
	{Name: "said often", Prior: 0, Of: func(_ *view, c *candidate) float64 { return yes(c.said > 2) }},
	{Name: "sum of two others", Prior: 0.3, Of: func(v *view, c *candidate) float64 { return yes(v.sumOfTwo(c.cents)) }},
	{Name: "sum of two others, a part", Prior: -0.5, Of: func(v *view, c *candidate) float64 { return yes(c.total == partTotal && v.sumOfTwo(c.cents)) }},
	{Name: "the whole, with the change what was given", Prior: 0.5, Of: func(v *view, c *candidate) float64 {
		return yes(c.total > partTotal && v.partOfSum(c.cents))
	}},
	{Name: "sum of what stands above", Prior: 0.5, Of: func(v *view, c *candidate) float64 { return yes(v.items[c.at]) }},
	{Name: "round", Prior: 0, Of: func(_ *view, c *candidate) float64 { return yes(c.cents%1000 == 0) }},
	{Name: "nothing", Prior: -3, Of: func(_ *view, c *candidate) float64 { return yes(c.cents == 0) }},
	{Name: "large print", Prior: 0.5, Of: func(v *view, c *candidate) float64 { return yes(v.Relative(c.Line) >= 1.2) }},
	{Name: "the last amount", Prior: 0, Of: func(v *view, c *candidate) float64 { return yes(c.at+1 == len(v.all)) }},
	{Name: "in the lower half", Prior: 0, Of: func(_ *view, c *candidate) float64 { return yes(c.Line.Top > 0.5 && c.Line.Top <= 1) }},
	{Name: "on a later page", Prior: 0, Of: func(_ *view, c *candidate) float64 { return yes(c.Line.Page > 1) }},
	{Name: "badly read", Prior: -0.5, Of: func(_ *view, c *candidate) float64 { return yes(c.Confidence() < 0.6) }},
	{Name: "in running text", Prior: -0.5, Of: func(_ *view, c *candidate) float64 { return yes(c.Line.WordCount > 12) }},
}

// noneFeatures speak for that no amount in the document is what it is about.
var noneFeatures = []feature{
	{Name: "always", Prior: 2, Of: func(*view, *candidate) float64 { return 1 }},
	{Name: "no label of a whole", Prior: 1, Of: func(v *view, _ *candidate) float64 {
		return yes(v.firsts[dueTotal]+v.firsts[wholeTotal]+v.firsts[someTotal] == -3)
	}},
	{Name: "by OCR", Prior: 0, Of: func(v *view, _ *candidate) float64 { return yes(v.Doc.Method == "ocr") }},
}

// partOfSum reports whether another amount is the sum of this one and a third.
func (v *view) partOfSum(cents int64) bool {
	for _, a := range v.sorted {
		if b := a - cents; cents > 0 && b > 0 && v.known[b] {
			return true
		}
	}
	return false
}

// sumOfTwo reports whether an amount is the sum of two others, such as net and tax.
func (v *view) sumOfTwo(cents int64) bool {
	for _, a := range v.sorted {
		if b := cents - a; a > 0 && a < cents && b > 0 && v.known[b] {
			return true
		}
	}
	return false
}
