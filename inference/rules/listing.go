package rules

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/number"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// listing describes the contents of a folder: its counts, its kinds, then its names.
func (s *speech) listing(l files.Listing) string {
	head := s.text("in_folder", "folder", l.Path, "files", s.count("files", l.Files), "folders", s.count("folders", l.Folders))
	if kinds := kindsIn(l); kinds != "" {
		head += " (" + kinds + ")"
	}
	if len(l.Entries) == 0 {
		return head
	}
	rows := make([]string, len(l.Entries))
	for i, e := range l.Entries {
		rows[i] = "- " + s.entryWords(l, e)
	}
	body, more := intent.Beginning(strings.Join(rows, "\n"), listRunes)
	if l.Truncated || more {
		body += "\n\n" + s.text("more_than_shown")
	}
	return head + "\n\n" + body
}

// nameIn returns an entry's path inside the listed folder.
func nameIn(l files.Listing, e files.Entry) string {
	if rel, inside := filename.Inside(l.Path, e.Path); inside {
		return rel
	}
	return e.Path
}

// entryWords are an entry as an answer lists it.
func (s *speech) entryWords(l files.Listing, e files.Entry) string {
	name := filename.Shown(nameIn(l, e))
	switch e.Type {
	case files.TypeFile:
		return name + " (" + s.sizeWords(e.Size) + ")"
	case files.TypeFolder:
		return name + " (" + s.text("type_folder") + ")"
	case files.TypeLink:
		return name + " (" + s.text("type_link") + ")"
	}
	return name + " (" + s.text("type_other") + ")"
}

// sizeWords format a number of bytes.
func (s *speech) sizeWords(bytes int64) string {
	n, units := float64(bytes), strings.Fields(s.text("units"))
	for n >= 1000 && len(units) > 1 {
		n, units = n/1000, units[1:]
	}
	digits := 2
	for whole := n; whole >= 10 && digits > 0; whole /= 10 {
		digits--
	}
	return s.numbers.Sprint(number.Decimal(n, number.MaxFractionDigits(digits))) + " " + units[0]
}

// kindsIn counts the kinds of the files in a listing, most frequent first; may be empty.
func kindsIn(l files.Listing) string {
	counts := map[string]int{}
	for _, e := range l.Entries {
		if e.Type == files.TypeFile && intent.IsFileName(filepath.Base(e.Path)) {
			counts[strings.ToUpper(filepath.Ext(e.Path)[1:])]++
		}
	}
	kinds := slices.Collect(maps.Keys(counts))
	slices.SortFunc(kinds, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, kind := range kinds {
		kinds[i] = fmt.Sprintf("%d %s", counts[kind], kind)
	}
	return strings.Join(kinds, ", ")
}
