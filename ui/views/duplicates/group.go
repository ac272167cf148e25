package duplicates

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/app/duplicates"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// group is a group of duplicates, of which one is kept.
type group struct {
	files duplicates.Group
	keep  int
	away  []bool // those to put aside
	// touched reports whether the user has changed it.
	touched bool
}

// newGroup selects only files that are identical to the kept one.
func newGroup(files duplicates.Group) *group {
	return &group{files: files, away: files.Spare(0)}
}

// stay keeps another file instead.
func (g *group) stay(i int) {
	g.touched, g.keep = true, i
	sure := g.files.Spare(i)
	for k := range g.away {
		g.away[k] = k != i && (g.away[k] || sure[k])
	}
}

// put sets whether a file is put aside; the kept one never is.
func (g *group) put(i int, away bool) {
	g.touched = true
	g.away[i] = away && i != g.keep
}

// putAll is put for all but the kept file.
func (g *group) putAll(away bool) {
	for i := range g.away {
		g.put(i, away)
	}
}

// goes returns how many files are put aside.
func (g *group) goes() (n int) {
	for _, is := range g.away {
		if is {
			n++
		}
	}
	return n
}

// spare returns the files to put aside, with the file that is kept instead.
func (g *group) spare() []duplicates.Spare {
	var spare []duplicates.Spare
	for i, is := range g.away {
		if is {
			spare = append(spare, duplicates.Spare{File: g.files[i], Stays: g.files.Stays(i, g.keep, g.away)})
		}
	}
	return spare
}

// without returns the group without some files; nil if no duplicates remain.
func (g *group) without(gone map[string]bool) *group {
	files := slices.DeleteFunc(slices.Clone(g.files), func(f duplicates.Copy) bool { return gone[f.Path] })
	switch {
	case len(files) < 2:
		return nil
	case len(files) == len(g.files):
		return g
	}
	left := newGroup(files)
	left.touched = g.touched
	if i := left.index(g.files[g.keep].Path); i >= 0 {
		left.keep = i
	}
	left.away = make([]bool, len(files)) // the user left these
	return left
}

func (g *group) index(path string) int {
	return slices.IndexFunc(g.files, func(f duplicates.Copy) bool { return f.Path == path })
}

// as takes over the user's choices for the same files from an earlier search.
func (g *group) as(before []*group) {
	for _, b := range before {
		if !b.touched || g.index(b.files[b.keep].Path) < 0 {
			continue
		}
		g.stay(g.index(b.files[b.keep].Path))
		for i, f := range b.files {
			if at := g.index(f.Path); at >= 0 {
				g.put(at, b.away[i])
			}
		}
		return
	}
}

// kindWords says what the files have in common.
func (g *group) kindWords() string {
	if g.files.Exact() {
		return locale.L("Same contents")
	}
	return locale.L("Same text, another scan")
}

// name returns the name of the kept file.
func (g *group) name() string { return inert.Line(filepath.Base(g.files[g.keep].Path)) }

// aboutWords says how a file differs from the kept one; plain reports whether that is
// harmless.
func (g *group) aboutWords(i int) (words string, plain bool) {
	f, kept := g.files[i], g.files[g.keep]
	switch {
	case i == g.keep && (g.files.Exact() || len(f.Only) == 0):
		return "", true
	case f.Contents == kept.Contents && i != g.keep:
		return locale.L("Same contents as the kept file"), true
	case len(f.Only) == 0:
		return locale.L("Same text, word for word"), true
	}
	const shown, letters = 3, 14
	var only []string
	for _, word := range f.Only[:min(len(f.Only), shown)] {
		only = append(only, kit.Short(inert.Line(word), letters))
	}
	if more := len(f.Only) - len(only); more > 0 {
		return locale.N("Reads differently: {{.Words}} and {{.N}} more", "Reads differently: {{.Words}} and {{.N}} more", more, "Words", strings.Join(only, ", ")), false
	}
	return locale.L("Reads differently: {{.Words}}", "Words", strings.Join(only, ", ")), false
}
