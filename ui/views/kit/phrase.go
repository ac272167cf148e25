package kit

import "strings"

// Gap marks a gap of a sentence whose content is highlighted, such as a name in bold.
const Gap = "\x00"

// Around returns a sentence before and after its Gap.
func Around(sentence string) (before, after string) {
	before, after, _ = strings.Cut(sentence, Gap)
	return before, after
}
