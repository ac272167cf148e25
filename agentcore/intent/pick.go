package intent

import (
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// File is what is known of a file that a pick may fit.
type File struct {
	Path string // absolute
	// Kind, Sender and Date are what the file itself says, as far as that is
	// known: "Stromrechnung", 2026-03-04.
	Kind, Sender, Date string
}

// kindScreenshot is the kind that is told by the name of a picture.
const kindScreenshot = "screenshot"

// NeedsReading reports whether only what a file says tells if the pick fits it.
func (p Pick) NeedsReading() bool {
	return p.Year != 0 || p.Sender != "" || p.Kind != "" && p.Kind != kindScreenshot && !isMedium(p.Kind)
}

// isMedium reports whether a kind is told by the ending of a name.
func isMedium(kind string) bool {
	for _, k := range lexicons()[0].values[roleEndings] {
		if k == kind {
			return true
		}
	}
	return false
}

// Fits reports whether a pick fits a file. Of what needs reading, a blank fits
// nothing.
func (p Pick) Fits(f File) bool {
	return p.FitsName(f.Path) &&
		(p.Kind == "" || p.fitsKind(f)) &&
		(p.Year == 0 || strings.HasPrefix(f.Date, strconv.Itoa(p.Year))) &&
		(p.Sender == "" || f.Sender != "" && strings.Contains(fold(f.Sender), fold(p.Sender)))
}

// MayFit is Fits, but that of what needs reading a blank fits everything.
func (p Pick) MayFit(f File) bool {
	if f.Kind == "" && p.Kind != "" && !isMedium(p.Kind) && p.Kind != kindScreenshot {
		p.Kind = ""
	}
	if f.Date == "" {
		p.Year = 0
	}
	if f.Sender == "" {
		p.Sender = ""
	}
	return p.Fits(f)
}

// FitsName reports whether what a pick says of the name and the ending fits a
// path.
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

// isNamed reports whether the name that was written is that of the file: its last
// name, with or without its ending, its path or the end of it, or a folder that it
// is in.
func (p Pick) isNamed(path string) bool {
	name, path := fold(filepath.Clean(p.Name)), fold(path)
	base := filepath.Base(path)
	name = strings.TrimPrefix(name, "~")
	slash := string(filepath.Separator)
	return base == name || strings.TrimSuffix(base, filepath.Ext(base)) == name ||
		strings.HasSuffix(path, slash+strings.TrimPrefix(name, slash)) ||
		strings.Contains(name, slash) && strings.Contains(path+slash, slash+strings.Trim(name, slash)+slash)
}

// fitsKind reports whether a file is of a kind: by its ending, or by what it says.
func (p Pick) fitsKind(f File) bool {
	ext := ending(filepath.Ext(f.Path))
	media := lexicons()[0].values[roleEndings][ext]
	switch {
	case p.Kind == kindScreenshot:
		base := fold(filepath.Base(f.Path))
		return media == "image" && (strings.Contains(strings.ReplaceAll(base, " ", ""), "screenshot") || strings.Contains(base, "bildschirmfoto"))
	case isMedium(p.Kind):
		return media == p.Kind
	}
	return p.Kind == KindOf(f.Kind)
}

// KindOf returns the section [kind …] that a document's own word for what it is
// belongs to; "" for none. The end of a longer word counts: "Stromrechnung", "tax
// invoice".
func KindOf(said string) string {
	said = fold(said)
	best, kind := 0, ""
	for _, l := range lexicons() {
		for phrase, k := range l.values[roleKind] {
			const least = 4 // letters
			if f := fold(phrase); len(f) > best && (said == f || len(f) >= least && strings.HasSuffix(said, f)) {
				best, kind = len(f), k
			}
		}
	}
	return kind
}

// containsWords reports whether each word stands in a name.
func containsWords(base, words string) bool {
	for _, w := range strings.Fields(fold(words)) {
		if !strings.Contains(base, w) {
			return false
		}
	}
	return true
}

// jpeg reports whether an ending is one of the two of that format.
func jpeg(ext string) bool { return ext == ".jpg" || ext == ".jpeg" }

// fold writes names alike that are alike to a person.
func fold(name string) string { return norm.NFC.String(strings.ToLower(norm.NFC.String(name))) }
