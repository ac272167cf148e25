package kit

import "strings"

// Gap fills a gap of a sentence where what belongs there is set apart, such as a
// name in bold.
const Gap = "\x00"

// Around is a sentence before and after its Gap.
func Around(sentence string) (before, after string) {
	before, after, _ = strings.Cut(sentence, Gap)
	return before, after
}
