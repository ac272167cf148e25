package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Word is one word of a text.
type Word struct {
	// Key is what it is compared by.
	Key string
	// From and To are where it stands, in bytes.
	From, To int
}

// mostKept bounds what a Keys remembers.
const mostKept = 1 << 16

// Keys makes keys, and remembers those that it made: most words of a text were in
// another one.
type Keys struct {
	// Made is told of each key of a word of letters that is not remembered; nil:
	// nobody is.
	Made func(key string)

	made map[string]string
}

// Of returns the words of a text in their order.
func (k *Keys) Of(text string) []Word {
	var found []Word
	k.each(text, func(w Word) { found = append(found, w) })
	return found
}

// Join writes the keys of a text into b, with a blank behind each.
func (k *Keys) Join(b *strings.Builder, text string) {
	k.each(text, func(w Word) {
		b.WriteString(w.Key)
		b.WriteByte(' ')
	})
}

// each calls f with every word. A number is one word without the marks in it, so
// that 1.234,50 and 1,234.50 are the same; the year of a date is a word besides.
func (k *Keys) each(text string, f func(Word)) {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case unicode.IsDigit(r):
			end := number(text, at)
			k.number(text[at:end], at, f)
			at = end
		case isIdeograph(r):
			f(Word{Key: text[at : at+size], From: at, To: at + size})
			at += size
		case unicode.IsLetter(r):
			end := letters(text, at)
			if key := k.key(text[at:end]); key != "" {
				f(Word{Key: key, From: at, To: end})
			}
			at = end
		default:
			at += size
		}
	}
}

// yearDigits is how long a part of a number is that is looked for by itself.
const yearDigits = 4

func (k *Keys) number(text string, at int, f func(Word)) {
	whole := strings.Map(func(r rune) rune {
		if isNumberMark(r) {
			return -1
		}
		return r
	}, text)
	f(Word{Key: whole, From: at, To: at + len(text)})
	if len(whole) == len(text) {
		return
	}
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && !isNumberMark(rune(text[i])) {
			continue
		}
		if i-start >= yearDigits {
			f(Word{Key: text[start:i], From: at + start, To: at + i})
		}
		start = i + 1
	}
}

func isNumberMark(r rune) bool { return r == '.' || r == ',' || r == '\'' }

// number returns where the number at i ends, with its letters: 12.60, 4711a.
func number(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		next, _ := utf8.DecodeRuneInString(text[i+size:])
		if !isWordRune(r) && (!isNumberMark(r) || !unicode.IsDigit(next)) {
			break
		}
		i += size
	}
	return i
}

func letters(text string, i int) int {
	for i < len(text) {
		if c := text[i]; c < utf8.RuneSelf {
			if c|' ' < 'a' || c|' ' > 'z' {
				if c < '0' || c > '9' {
					break
				}
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isWordRune(r) {
			break
		}
		i += size
	}
	return i
}

func isWordRune(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)) && !isIdeograph(r)
}

// isIdeograph reports whether a letter is a word by itself: no blanks stand between
// words of such writing.
func isIdeograph(r rune) bool {
	const first = 0x2e80 // most letters are before any of them
	return r >= first && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// key returns the key of one word of letters and digits.
func (k *Keys) key(word string) string {
	if key, ok := k.made[word]; ok {
		return key
	}
	key := Stem(Fold(word))
	if k.made == nil || len(k.made) >= mostKept {
		k.made = map[string]string{}
	}
	k.made[strings.Clone(word)] = key
	if k.Made != nil {
		k.Made(key)
	}
	return key
}

// Fold returns a word without case and accents. Ä is a, and so is ae: who has no
// key for the one writes the other.
func Fold(word string) string {
	low := strings.ToLower(word)
	if !isASCII(low) {
		low = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFKD.String(low))
		low = spelled.Replace(low)
	}
	return written.Replace(low)
}

var (
	// spelled are letters that no accent makes.
	spelled = strings.NewReplacer("ß", "ss", "æ", "a", "ø", "o", "œ", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i")
	// written are two letters that stand for one with dots.
	written = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")
)

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// shortestStem is how many letters an ending leaves.
const shortestStem = 4

// Stem returns a folded word without its endings, those of English, German, French
// and Spanish alike: no language has to be known, and a text may have several.
// What is said with one ending more is found too.
func Stem(word string) string {
	if strings.IndexFunc(word, unicode.IsDigit) >= 0 {
		return word
	}
	if stem, ok := strings.CutSuffix(word, "y"); ok && len(word) > shortestStem {
		word = stem + "i"
	}
	for {
		cut := ending(word)
		if cut == 0 {
			return word
		}
		word = word[:len(word)-cut]
	}
}

// ending returns the length of the ending that can be taken off.
func ending(word string) int {
	for _, e := range endings {
		if len(word)-len(e) >= shortestStem && strings.HasSuffix(word, e) && !keeps(word, e) {
			return len(e)
		}
	}
	return 0
}

// endings are those that say how a word is used and not what it means, the longest
// first.
var endings = []string{"ing", "ern", "eux", "en", "er", "em", "ed", "es", "e", "s", "x"}

// keeps reports whether what looks like an ending is a part of the word: address,
// status, index.
func keeps(word, ending string) bool {
	before := word[:len(word)-len(ending)]
	switch ending {
	case "s":
		return strings.HasSuffix(before, "s") || strings.HasSuffix(before, "u") || strings.HasSuffix(before, "i")
	case "x":
		return !strings.HasSuffix(before, "u")
	}
	return false
}
