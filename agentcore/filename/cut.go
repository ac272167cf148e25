package filename

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// size is the length of a name in three units.
type size struct{ bytes, units, runes int }

// hard is what file systems allow, aim what we make. They are not settings.
var (
	hard = size{MaxBytes, MaxUnits, MaxBytes}
	aim  = size{MaxBytes, MaxUnits, AimRunes}
)

func measure(s string) size {
	m := size{bytes: len(s)}
	for _, r := range s {
		m.runes++
		m.units++
		if r > 0xFFFF {
			m.units++
		}
	}
	return m
}

func (l size) minus(s string) size {
	m := measure(s)
	return size{l.bytes - m.bytes, l.units - m.units, l.runes - m.runes}
}

func (l size) holds(s string) bool {
	m := measure(s)
	return m.bytes <= l.bytes && m.units <= l.units && m.runes <= l.runes
}

// cut returns the longest prefix of s within l that ends between two graphemes.
func (l size) cut(s string) string {
	end, used, flags := 0, size{}, 0
	var before rune
	for i, r := range s {
		flags++
		if !isFlag(r) {
			flags = 0
		}
		if !joins(before, r, flags) {
			end = i
		}
		one := measure(string(r))
		used = size{used.bytes + one.bytes, used.units + one.units, used.runes + one.runes}
		if used.bytes > l.bytes || used.units > l.units || used.runes > l.runes {
			return s[:end]
		}
		before = r
	}
	return s
}

// joins reports whether r belongs to the same grapheme as the rune before it. flags
// counts the regional indicators in a row up to r, which pair up.
func joins(before, r rune, flags int) bool {
	switch {
	case unicode.IsMark(r), r == '\u200d', before == '\u200d':
		return true
	case r >= 0x1F3FB && r <= 0x1F3FF: // skin tones
		return true
	case flags > 0:
		return flags%2 == 0
	case r >= 0x1160 && r <= 0x11FF, r >= 0xD7B0 && r <= 0xD7FF: // the rest of a Hangul syllable
		return true
	case r == 0x0E33, r == 0x0EB3, r == 0xFF9E, r == 0xFF9F: // Thai and Lao am, Katakana sound marks
		return true
	}
	return virama(before) && unicode.IsLetter(r)
}

// virama reports whether r joins the next consonant to the previous one.
func virama(r rune) bool {
	switch r {
	case 0x094D, 0x09CD, 0x0A4D, 0x0ACD, 0x0B4D, 0x0C4D, 0x0CCD, 0x0D4D:
		return true
	}
	return false
}

func isFlag(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// number inserts " (n)" before the extension, shortening the stem; if the extension
// leaves no room, it counts as a part of the stem.
func number(stem, ext string, n int, limit size) string {
	tail := " (" + strconv.Itoa(n) + ")" + ext
	if !utf8.ValidString(stem) { // an existing name may be any bytes
		return stem[:min(len(stem), max(0, limit.bytes-len(tail)))] + tail
	}
	room := strings.TrimRight(limit.minus(tail).cut(stem), " ")
	if room == "" && ext != "" {
		return number(stem+ext, "", n, limit)
	}
	return room + tail
}

// firstFree returns a free number from 2 on: the first one if the taken ones have no gap.
// It doubles until one is free, then bisects.
func firstFree(taken func(n int) bool) int {
	low, high := 1, 2 // low is taken, high is unknown
	for taken(high) {
		low, high = high, high*2
	}
	for high-low > 1 {
		if mid := low + (high-low)/2; taken(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}
