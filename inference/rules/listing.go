package rules

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// listing tells what is in a folder: its counts, its kinds, then its names.
func listing(l files.Listing) string {
	head := fmt.Sprintf("In %s: %s, %s", l.Path, count(l.Files, "file", "files"), count(l.Folders, "folder", "folders"))
	if kinds := kindsIn(l); kinds != "" {
		head += " (" + kinds + ")"
	}
	if len(l.Entries) == 0 {
		return head
	}
	rows := make([]string, len(l.Entries))
	for i, e := range l.Entries {
		rows[i] = "- " + entryWords(l, e)
	}
	body, more := intent.Beginning(strings.Join(rows, "\n"), listRunes)
	if l.Truncated || more {
		body += "\n\n" + moreThanShown
	}
	return head + "\n\n" + body
}

const moreThanShown = "There is more than is shown here."

// nameIn is an entry's path inside the listed folder.
func nameIn(l files.Listing, e files.Entry) string {
	if rel, err := filepath.Rel(l.Path, e.Path); err == nil {
		return rel
	}
	return e.Path
}

// entryWords is an entry as an answer lists it.
func entryWords(l files.Listing, e files.Entry) string {
	name := filename.Shown(nameIn(l, e))
	if e.Type == files.TypeFile {
		return name + " (" + sizeWords(e.Size) + ")"
	}
	return name + " (" + e.Type + ")"
}

// sizeWords tells a number of bytes.
func sizeWords(bytes int64) string {
	n, units := float64(bytes), []string{"B", "kB", "MB", "GB", "TB"}
	for n >= 1000 && len(units) > 1 {
		n, units = n/1000, units[1:]
	}
	return fmt.Sprintf("%.3g %s", n, units[0])
}

// kindsIn counts the kinds of the files in a listing, the most frequent first;
// empty when there are none.
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
