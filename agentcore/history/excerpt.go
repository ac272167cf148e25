package history

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/excerpt"
)

// runeCount is the length of a text in characters.
func runeCount(text string) int { return utf8.RuneCountInString(text) }

// shortest is the least that is worth a notice of its own.
const shortest = 100

// cutMiddle keeps about keep characters of a text, two thirds from its beginning and one
// from its end, with notice between them. A text that would not get shorter is unchanged.
func cutMiddle(text string, keep int, notice func(head, tail, of int) string) string {
	of := runeCount(text)
	tail := keep / 3
	head := keep - tail
	gap := "[…]"
	if keep >= shortest {
		gap = "\n" + notice(head, tail, of) + "\n"
	}
	if of <= keep+runeCount(gap) {
		return text
	}
	first, last := excerpt.Ends(text, head, tail)
	return first + gap + last
}

// firstOf keeps the first n characters of a text, followed by a notice. A text that would
// not get shorter is unchanged.
func firstOf(text string, n int, notice string) string {
	first := excerpt.First(text, n)
	if rest := text[len(first):]; excerpt.First(rest, runeCount(notice)) == rest {
		return text
	}
	return first + notice
}

// Fenced puts a text between two lines that it cannot contain, under a label, so that
// nothing in it can pass for ours.
func Fenced(label, text string) string {
	fence := strings.Repeat("~", max(3, longestRun(text, '~')+1))
	return fmt.Sprintf("%s\n%s\n%s\n%s", label, fence, text, fence)
}

// longestRun returns the length of the longest run of c.
func longestRun(text string, c byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// opens names the handle that opens the full text; "" without one.
func opens(handle string) string {
	if handle == "" {
		return ""
	}
	return " [handle " + handle + "]"
}
