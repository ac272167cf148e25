package filename

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The limits of a name.
const (
	// MaxBytes is the limit of ext4, XFS and APFS for a component.
	MaxBytes = 255
	// MaxUnits is the limit of NTFS and HFS+, in UTF-16 code units.
	MaxUnits = 255
	// AimRunes is where names that we make are cut: longer ones are unreadable, and leave
	// no room in a path.
	AimRunes = 120
	// maxExtension is the longest text in bytes taken for an extension; "Dear Sir. I
	// write to you because" has none.
	maxExtension = 32
)

// Nameless is the stem of a file without any usable words.
const Nameless = "Untitled"

// Sanitise makes a safe file name from an untrusted stem and the extension of the file,
// with its dot; ext may be empty. The extension is kept, except for forbidden characters,
// and is not added to a stem that already ends in it.
//
// Sanitise is idempotent, with the resulting extension or none.
func Sanitise(stem, ext string) string {
	words, ext := cleanExtension(ext)
	stem += words
	stem = trimExtension(trim(clean(stem)), ext)
	if reserved(stem) {
		stem = escape(stem)
	}
	stem = trimExtension(trim(aim.minus(ext).cut(stem)), ext)
	stem = cmp.Or(stem, Nameless)
	return stem + ext
}

// Key returns the same string for names that some file system treats as equal: those that
// differ in case or in the encoding of accents.
func Key(name string) string {
	if isASCII(name) {
		return strings.ToLower(name)
	}
	folded := cases.Fold().String(norm.NFD.String(norm.NFC.String(name)))
	return norm.NFC.String(strings.Map(foldRune, folded))
}

// foldRune returns the same rune for all that differ only in case. Unicode full case
// folding keeps the two cases of a Cherokee letter apart.
func foldRune(r rune) rune {
	least := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		least = min(least, other)
	}
	return unicode.ToLower(least)
}

// Unique returns name, or name with " (2)", " (3)" … before its extension, such that
// taken returns false for its Key. The number of calls of taken is logarithmic in the
// names in use, so that gaps in the numbers may remain.
func Unique(name string, taken func(key string) bool) string {
	if !taken(Key(name)) {
		return name
	}
	stem, ext := Split(name)
	limit := hard
	if aim.holds(name) {
		limit = aim
	}
	numbered := func(n int) string { return number(stem, ext, n, limit) }
	free := firstFree(func(n int) bool { return taken(Key(numbered(n))) })
	return numbered(free)
}

// Split splits a name into its stem and its extension with the dot. A leading dot starts
// no extension, and ".tar.gz" is one.
func Split(name string) (stem, ext string) {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 {
		return name, ""
	}
	stem, ext = name[:dot], name[dot:]
	if tar := len(stem) - len(".tar"); tar > 0 && strings.EqualFold(stem[tar:], ".tar") {
		return stem[:tar], stem[tar:] + ext
	}
	return stem, ext
}

// cleanExtension keeps the dot and what may follow it. The excess of an overlong
// extension is returned as words of the stem.
func cleanExtension(raw string) (words, ext string) {
	raw = strings.TrimRight(clean(raw), ". ")
	words, ext = Split("x" + raw)
	if body := ext[min(1, len(ext)):]; len(ext) > maxExtension || body != trim(body) {
		return raw, ""
	}
	return words[1:], ext
}

// trimExtension removes all occurrences of ext at the end of stem, ignoring case.
func trimExtension(stem, ext string) string {
	if ext == "" {
		return stem
	}
	for {
		cut := len(stem) - len(ext)
		if cut < 0 || !strings.EqualFold(stem[cut:], ext) {
			return stem
		}
		stem = trim(stem[:cut])
	}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
