package words

import (
	"math/bits"
	"unicode"
)

// Slips returns how many slips are forgiven in a word: letters that are missing,
// too many, wrong or swapped. None are in a number or in a short word.
func Slips(key string) int {
	const one, two = 4, 8 // letters
	letters := 0
	for _, r := range key {
		if unicode.IsDigit(r) {
			return 0
		}
		letters++
	}
	switch {
	case letters < one:
		return 0
	case letters < two:
		return 1
	}
	return 2
}

// Distance returns how many slips lie between two words, or most+1 where they are
// more than most.
func Distance(a, b string, most int) int {
	s, t := []rune(a), []rune(b)
	if max(len(s)-len(t), len(t)-len(s)) > most {
		return most + 1
	}
	const usual = 48 // letters: no memory is asked for
	var room [3 * usual]int
	rows := room[:]
	n := len(t) + 1
	if n > usual {
		rows = make([]int, 3*n)
	}
	before, last, row := rows[:n], rows[n:2*n], rows[2*n:3*n]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(s); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(t); j++ {
			wrong := 1
			if s[i-1] == t[j-1] {
				wrong = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+wrong)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(t)], most+1)
}

// Letters is the set of the letters of a word, as far as it fits.
func Letters(key string) uint32 {
	var set uint32
	for i := range len(key) {
		set |= 1 << (key[i] % 32)
	}
	return set
}

// Apart reports that more slips than most lie between two words of these letters: a
// slip adds and takes away one at most. Only words of ASCII have letters of one
// byte; perLetter is how many bytes one has.
func Apart(a, b uint32, most, perLetter int) bool {
	return bits.OnesCount32(a&^b) > most*perLetter || bits.OnesCount32(b&^a) > most*perLetter
}
