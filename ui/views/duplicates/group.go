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

// group is files of which one stays.
type group struct {
	files duplicates.Group
	keep  int
	away  []bool // those that are put aside
	// touched reports that the person chose something in it.
	touched bool
}

// newGroup puts aside what can go without a doubt: what has the contents of a file that
// stays.
func newGroup(files duplicates.Group) *group {
	return &group{files: files, away: files.Spare(0)}
}

// stay has another file stay.
func (g *group) stay(i int) {
	g.touched, g.keep = true, i
	sure := g.files.Spare(i)
	for k := range g.away {
		g.away[k] = k != i && (g.away[k] || sure[k])
	}
}

// put says whether a file is put aside; the one that stays never is.
func (g *group) put(i int, away bool) {
	g.touched = true
	g.away[i] = away && i != g.keep
}

// putAll says so of all but the one that stays.
func (g *group) putAll(away bool) {
	for i := range g.away {
		g.put(i, away)
	}
}

// goes is how many files are put aside.
func (g *group) goes() (n int) {
	for _, is := range g.away {
		if is {
			n++
		}
	}
	return n
}

// spare are the files that are put aside, and those that stay for them.
func (g *group) spare() []duplicates.Spare {
	var spare []duplicates.Spare
	for i, is := range g.away {
		if is {
			spare = append(spare, duplicates.Spare{File: g.files[i], Stays: g.files.Stays(i, g.keep, g.away)})
		}
	}
	return spare
}

// without is what is left of the group once files are somewhere else; nil where that is
// none.
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
	left.away = make([]bool, len(files)) // what is left was left by the person
	return left
}

func (g *group) index(path string) int {
	return slices.IndexFunc(g.files, func(f duplicates.Copy) bool { return f.Path == path })
}

// as takes over what the person chose for the same files in an earlier search.
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

// kindWords say in what the files are the same.
func (g *group) kindWords() string {
	if g.files.Exact() {
		return locale.L("Same contents")
	}
	return locale.L("Same text, another scan")
}

// name is that of the file that stays.
func (g *group) name() string { return inert.Line(filepath.Base(g.files[g.keep].Path)) }

// aboutWords say where a file differs from the one that stays; plain reports that it does
// not matter.
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
