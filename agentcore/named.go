package agentcore

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// names is the set of file names mentioned by tools and the user.
type names map[string]bool

// add adds the file names in a text.
func (n names) add(text string) {
	for _, name := range fileNames(text) {
		n[name] = true
	}
}

// maxUnknown is how many unknown names are reported at most.
const maxUnknown = 10

// missing returns the file names in a text that nobody mentioned, each once.
func (n names) missing(text string) []string {
	var unknown []string
	for _, name := range fileNames(text) {
		if !n[name] && !slices.Contains(unknown, name) && len(unknown) < maxUnknown {
			unknown = append(unknown, name)
		}
	}
	return unknown
}

// fileNames finds what looks like a file name in a text, in lower case: a word with a
// letter or a digit before its last dot and an extension behind it. Of a name with spaces
// it is the last word, of a path its last part, so that a name is found however it is
// quoted.
func fileNames(text string) []string {
	var found []string
	for _, word := range strings.FieldsFunc(norm.NFC.String(text), parts) {
		word = strings.ToLower(strings.TrimRight(word, ".-_"))
		dot := strings.LastIndexByte(word, '.')
		if dot > 0 && isExtension(word[dot+1:]) && strings.ContainsFunc(word[:dot], isWordRune) {
			found = append(found, word)
		}
	}
	return found
}

// parts reports whether a rune separates such words.
func parts(r rune) bool { return !isWordRune(r) && !strings.ContainsRune("._-", r) }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// websites end in what could pass for an extension.
var websites = [...]string{"com", "org", "net", "edu", "gov", "io", "de", "eu", "uk"}

// isExtension reports whether a word can end a file name: two to five ASCII letters and
// digits, at least one letter, not a top-level domain.
func isExtension(ext string) bool {
	if len(ext) < 2 || len(ext) > 5 || slices.Contains(websites[:], ext) {
		return false
	}
	letter := false
	for _, r := range ext {
		if r > unicode.MaxASCII || !isWordRune(r) {
			return false
		}
		letter = letter || unicode.IsLetter(r)
	}
	return letter
}
