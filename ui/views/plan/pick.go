package plan

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// maxDateWords is how many words a date on a page has at most.
const maxDateWords = 4

// pickedField returns the value of the words between two places of a page, and its field:
// the wanted one, else a date or an amount. Nil if the words do not fit.
func pickedField(words []app.Word, from, to fyne.Position, wanted string) (said map[string]string, field string) {
	first, last := wordAt(words, from), wordAt(words, to)
	if first < 0 || last < 0 {
		return nil, ""
	}
	first, last = min(first, last), max(first, last)
	for _, field := range []string{wanted, plan.FieldDate, plan.FieldAmount} {
		switch field {
		case "":
		case plan.FieldDate, plan.FieldAmount:
			if said := valueRound(words, first, last, field, field == wanted); said != nil {
				return said, field
			}
		default:
			said, _ := kit.Taken(field, textOf(words[first:last+1]))
			return said, field
		}
		if field == wanted && wanted != "" {
			return nil, "" // it was requested, and is not one
		}
	}
	return nil, ""
}

// wordAt returns the word at a place; negative if there is none.
func wordAt(words []app.Word, at fyne.Position) int {
	const air = 0.004 // around a word: small print is hard to hit
	return slices.IndexFunc(words, func(w app.Word) bool {
		x, y := float64(at.X), float64(at.Y)
		return x >= w.Box[0]-air && x <= w.Box[0]+w.Box[2]+air && y >= w.Box[1]-air && y <= w.Box[1]+w.Box[3]+air
	})
}

func textOf(words []app.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

// valueRound returns the longest run of words of one line around those from first to last
// that is valid for a field; nil if none is. Unless the field is sure, a bare number is
// not an amount.
func valueRound(words []app.Word, first, last int, field string, sure bool) map[string]string {
	for size := max(maxDateWords, last-first+1); size > last-first; size-- {
		for start := max(0, last-size+1); start <= first && start+size <= len(words); start++ {
			run := words[start : start+size]
			if run[0].Line != run[len(run)-1].Line {
				continue
			}
			text := strings.Trim(textOf(run), " .,;:()")
			said, ok := kit.Taken(field, text)
			if ok && said[field] != "" && (sure || field == plan.FieldDate || said[plan.FieldCurrency] != "") {
				return said
			}
		}
	}
	return nil
}
