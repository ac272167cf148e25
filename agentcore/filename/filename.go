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
	// MaxBytes is what ext4, XFS and APFS allow in a component.
	MaxBytes = 255
	// MaxUnits is what NTFS and HFS+ allow, in UTF-16 code units.
	MaxUnits = 255
	// AimRunes is where a name that we make is cut: longer ones are not read,
	// and leave no room in a path.
	AimRunes = 120
	// maxExtension is the longest extension in bytes that is believed to be
	// one; "Dear Sir. I write to you because" has none.
	maxExtension = 32
)

// Nameless is the stem of a file that no word is left for.
const Nameless = "Untitled"

// Sanitise builds a whole safe file name out of a stem that nobody has vouched
// for and the extension of the file at hand, with its dot; ext may be empty.
// The extension stays, but for what must not be in any name. A stem that
// already ends in it does not get it twice.
//
// Sanitising what came out, with the extension that it has or with none,
// changes nothing.
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

// Key returns the same string for names that some file system takes for one:
// those that differ in case or in how an accent is encoded.
func Key(name string) string {
	if isASCII(name) {
		return strings.ToLower(name)
	}
	folded := cases.Fold().String(norm.NFD.String(norm.NFC.String(name)))
	return norm.NFC.String(strings.Map(foldRune, folded))
}

// foldRune returns one rune for all that differ in case alone. The full folding
// of cases leaves the two cases of a Cherokee letter apart.
func foldRune(r rune) rune {
	least := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		least = min(least, other)
	}
	return unicode.ToLower(least)
}

// Unique returns name, or name with the suffix " (2)", " (3)" … before its
// extension, such that taken says no to its Key. It asks taken a number of
// times that grows with the logarithm of the names in use, so a gap in the
// numbers may stay open.
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

// Split divides a name into its stem and its extension with the dot. A leading
// dot starts no extension, and ".tar.gz" is one.
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

// cleanExtension keeps the dot and what may stand behind it. What is too much
// for an extension are words of the stem.
func cleanExtension(raw string) (words, ext string) {
	raw = strings.TrimRight(clean(raw), ". ")
	words, ext = Split("x" + raw)
	if body := ext[min(1, len(ext)):]; len(ext) > maxExtension || body != trim(body) {
		return raw, ""
	}
	return words[1:], ext
}

// trimExtension drops ext from the end of stem as often as it stands there, in
// whatever case.
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
