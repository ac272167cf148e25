package intent

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/intent/span"
	"golang.org/x/text/unicode/norm"
)

// File is what is known of a file that a pick may match.
type File struct {
	Path string // absolute
	// What the file itself says, as far as known: "Stromrechnung", 2026-03-04, 12.60,
	// EUR.
	Kind, Sender, Date, Amount, Currency string
}

// Kinds of pictures: a screenshot is recognized by its name, and any other may be a
// photo.
const (
	kindImage      = "image"
	kindPhoto      = "image photo"
	kindScreenshot = "screenshot"
)

// NeedsReading reports whether the contents of a file decide whether the pick matches.
func (p Pick) NeedsReading() bool {
	return p.Dated != span.Period{} || p.Sum != span.Sum{} || p.Sender != "" || p.Word != "" || p.Kind != "" && p.Kind != kindScreenshot && !isMedium(p.Kind)
}

// isMedium reports whether a kind is recognized by extension.
func isMedium(kind string) bool {
	return len(endingsOf(kind)) > 0
}

// Fits reports whether a pick matches a file. Unknown contents match nothing.
func (p Pick) Fits(f File) bool {
	return p.FitsName(f.Path) &&
		(p.Kind == "" || p.fitsKind(f)) &&
		p.Dated.Holds(f.Date) && p.Sum.Holds(f.Amount, f.Currency) &&
		(p.Sender == "" || isSender(p.Sender, f.Sender)) &&
		(p.Word == "" || p.HasWord(f))
}

// HasWord reports whether the word of a pick is in the name of a file, or of its sender.
func (p Pick) HasWord(f File) bool {
	return containsWords(fold(filepath.Base(f.Path)), p.Word) || f.Sender != "" && isSender(p.Word, f.Sender)
}

// MayFit is Fits, except that unknown contents match everything.
func (p Pick) MayFit(f File) bool {
	media := lexicons()[0].values[roleEndings][ending(filepath.Ext(f.Path))]
	if f.Kind == "" && p.Kind != "" && !isMedium(p.Kind) && p.Kind != kindScreenshot && media != "audio" && media != "video" {
		p.Kind = ""
	}
	if kind := KindOf(f.Kind); kind != "" && strings.HasPrefix(p.Kind, kind+" ") { // it may be that one
		p.Kind = kind
	}
	if f.Date == "" || p.Dated.IsRelative() {
		p.Dated = span.Period{}
	}
	if !p.Sum.Comparable(f.Amount, f.Currency) {
		p.Sum = span.Sum{}
	}
	if f.Sender == "" {
		p.Sender, p.Word = "", ""
	}
	return p.Fits(f)
}

// FitsName reports whether the parts of a pick about name and extension match a path.
func (p Pick) FitsName(path string) bool {
	base := fold(filepath.Base(path))
	ext := filepath.Ext(base)
	stem := strings.TrimSuffix(base, ext)
	return (p.Name == "" || p.isNamed(path)) &&
		(p.Ending == "" || ending(ext) == p.Ending || jpeg(ext) && jpeg("."+p.Ending)) &&
		strings.HasPrefix(base, fold(p.Starts)) &&
		strings.HasSuffix(stem, fold(p.Ends)) &&
		(p.Contains == "" || containsWords(base, p.Contains))
}

// isNamed reports whether a written name is that of the file: its base name with or
// without extension, its path or the end of it, or a folder that contains it.
func (p Pick) isNamed(path string) bool {
	name, path := fold(filepath.Clean(p.Name)), fold(path)
	base := filepath.Base(path)
	name = strings.TrimPrefix(name, "~")
	slash := string(filepath.Separator)
	return base == name || strings.TrimSuffix(base, filepath.Ext(base)) == name ||
		strings.HasSuffix(path, slash+strings.TrimPrefix(name, slash)) ||
		strings.Contains(name, slash) && strings.Contains(path+slash, slash+strings.Trim(name, slash)+slash)
}

// fitsKind reports whether a file is of a kind: by its extension or its contents.
func (p Pick) fitsKind(f File) bool {
	ext := ending(filepath.Ext(f.Path))
	media := lexicons()[0].values[roleEndings][ext]
	switch {
	case p.Kind == kindScreenshot, p.Kind == kindPhoto:
		return media == kindImage && isScreenshot(f.Path) == (p.Kind == kindScreenshot)
	case isMedium(p.Kind):
		return media == p.Kind
	}
	kind := KindOf(f.Kind)
	return p.Kind == kind || strings.HasPrefix(kind, p.Kind+" ") || kind != "" && strings.HasPrefix(p.Kind, kind+" ") && isFor(p.Kind, f)
}

// screenshots are words in the names of screenshots.
var screenshots = []string{"screenshot", "bildschirmfoto", "capture d’écran", "captura de pantalla"}

// isScreenshot reports whether a file is called a screenshot, ignoring all but letters.
func isScreenshot(path string) bool {
	letters := func(name string) string {
		return strings.Join(strings.FieldsFunc(unaccented(fold(name)), func(r rune) bool { return !unicode.IsLetter(r) }), "")
	}
	name := letters(filepath.Base(path))
	return slices.ContainsFunc(screenshots, func(word string) bool { return strings.Contains(name, letters(word)) })
}

// isFor reports whether the name or sender of a file has the word that makes a kind
// special: an invoice of "Yorkshire Water" is a water bill.
func isFor(kind string, f File) bool {
	said := fold(filepath.Base(f.Path) + " " + f.Sender)
	special := wordsIn(said, said, 0)
	return slices.ContainsFunc(special, func(w token) bool { return forWords()[w.text] == kind })
}

// forWords are words that make kinds special: "water", "Wasser".
var forWords = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, l := range lexicons() {
		kinds := l.values[roleKind]
		for phrase, kind := range kinds {
			parent, _, special := strings.Cut(kind, " ")
			if !special {
				continue
			}
			for _, w := range strings.Fields(phrase) {
				for end, k := range kinds {
					if k == parent && len(w) > len(end) {
						w = strings.TrimSuffix(w, end)
					}
				}
				if kinds[w] == "" && !l.roles[w].has(roleFrom, roleThings) {
					all[fold(w)] = kind
				}
			}
		}
	}
	return all
})

// KindOf returns the section [kind …] for a document's own word for its kind; "" for
// none. The end of a longer word counts: "Stromrechnung", "tax invoice"; else its
// beginning: "facture d'électricité".
func KindOf(said string) string {
	said = fold(said)
	best, kind := 0, ""
	beginning, first := 0, ""
	for _, l := range lexicons() {
		for phrase, k := range l.values[roleKind] {
			const least = 4 // letters
			f := fold(phrase)
			if len(f) > best && (said == f || len(f) >= least && strings.HasSuffix(said, f)) {
				best, kind = len(f), k
			}
			if len(f) > beginning && len(f) >= least && strings.HasPrefix(said, f+" ") {
				beginning, first = len(f), k
			}
		}
	}
	if kind == "" {
		return first
	}
	return kind
}

// containsWords reports whether a name has each word.
func containsWords(base, words string) bool {
	base = unaccented(base)
	for _, w := range strings.Fields(unaccented(fold(words))) {
		if !strings.Contains(base, w) {
			return false
		}
	}
	return true
}

// jpeg reports whether an extension is one of JPEG's two.
func jpeg(ext string) bool { return ext == ".jpg" || ext == ".jpeg" }

// fold normalizes names that look alike.
func fold(name string) string { return norm.NFC.String(strings.ToLower(norm.NFC.String(name))) }

// isSender reports whether a sender is the one named: each word of the name is one of the
// sender's, ignoring legal forms. "ACME Inc." is "Acme", and "den Stadtwerken" are
// "Stadtwerke Musterstadt GmbH".
func isSender(said, sender string) bool {
	have := senderWords(sender)
	want := senderWords(said)
	return len(want) > 0 && !slices.ContainsFunc(want, func(w string) bool {
		return !slices.ContainsFunc(have, func(h string) bool { return SameWord(w, h) })
	})
}

// senderWords returns the words of a name without the legal form, unless there is nothing
// else.
func senderWords(name string) []string {
	all := strings.FieldsFunc(unaccented(fold(name)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '\'' && r != '’'
	})
	var words, forms []string
	for _, w := range all {
		w = strings.NewReplacer(".", "", "'s", "", "’s", "").Replace(w)
		if rolesOf(w).has(roleCompany) {
			forms = append(forms, w)
		} else if w != "" {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return forms
	}
	return words
}

// SameWord reports whether two words of names, both in lower case, are equal except for
// inflection: "Stadtwerken" is "Stadtwerke".
func SameWord(a, b string) bool {
	const inflected = 5 // letters
	if len(a) < len(b) {
		a, b = b, a
	}
	rest, same := strings.CutPrefix(a, b)
	return same && (rest == "" || len(b) >= inflected && (rest == "n" || rest == "s" || rest == "en" || rest == "es"))
}
