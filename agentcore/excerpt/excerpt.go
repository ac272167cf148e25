package excerpt

import "unicode/utf8"

// First returns the first n characters of a text.
func First(text string, n int) string {
	first, _ := Ends(text, n, 0)
	return first
}

// Within returns a text, or its first n characters and a mark if it has more.
func Within(text string, n int, mark string) string {
	if first := First(text, n); len(first) < len(text) {
		return first + mark
	}
	return text
}

// Ends returns the first and the last characters of a text, without overlap.
func Ends(text string, head, tail int) (first, last string) {
	from, to := 0, len(text)
	for ; head > 0 && from < len(text); head-- {
		_, n := utf8.DecodeRuneInString(text[from:])
		from += n
	}
	for ; tail > 0 && to > from; tail-- {
		_, n := utf8.DecodeLastRuneInString(text[from:to])
		to -= n
	}
	return text[:from], text[to:]
}
