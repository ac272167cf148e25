package collection

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/alike"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Copy is a file of which there is another one with the same contents or the same text.
type Copy struct {
	Path     string        `json:"path"`
	Identity plan.Identity `json:"identity"`
	// Contents stands for what is in it, byte for byte.
	Contents string `json:"contents"`
	// Only are the numbers, then the words that no file of other contents in the group
	// has: what was read differently.
	Only []string `json:"only,omitempty"`
	// Scanned reports that its text was read off a picture.
	Scanned bool `json:"scanned,omitempty"`
	// readable is the share of its words that stand in other documents too.
	readable float64
}

// Copies are files with the same contents or the same text, the one to keep first.
type Copies []Copy

// Exact reports whether all have the same contents.
func (c Copies) Exact() bool {
	return !slices.ContainsFunc(c, func(f Copy) bool { return f.Contents != c[0].Contents })
}

// Spare returns which of them can go without a doubt where the one at keep stays: those
// of which another one with the same contents stays.
func (c Copies) Spare(keep int) []bool {
	spare, kept := make([]bool, len(c)), map[string]bool{c[keep].Contents: true}
	for i, f := range c {
		if i != keep {
			spare[i] = kept[f.Contents]
			kept[f.Contents] = true
		}
	}
	return spare
}

// Stays returns the file that stays for the one at i, where those that are away go: one with
// the same contents, else the one to keep.
func (c Copies) Stays(i, keep int, away []bool) Copy {
	for k, goes := range away {
		if !goes && c[k].Contents == c[i].Contents {
			return c[k]
		}
	}
	return c[keep]
}

// Duplicates are the groups of such files.
type Duplicates struct {
	Groups []Copies
	// Files is how many were compared byte for byte, Texts how many by what they say, and
	// Parts of how many only the first pages were read, so that they were not.
	Files, Texts, Parts int
	// More is how many groups of the same contents there are besides: they are too many.
	More int
	// Paths are where was looked.
	Paths []string
}

// DuplicatesRequest says where duplicates are looked for.
type DuplicatesRequest struct {
	// Paths are folders and files; none: those of the library.
	Paths []string
	// Skip reports that a file is not looked at.
	Skip func(path string) bool
	// Contents compares files byte for byte alone, and reads none.
	Contents bool
	// Same, if set, gets the files with the same contents before any is read.
	Same      func(Duplicates)
	Languages []string
}

// Duplicates finds files with the same contents, and those with the same text. Files that
// were not read before are read for that, and kept.
func (c *Collection) Duplicates(ctx context.Context, req DuplicatesRequest, emit func(event.Body)) (found Duplicates, err error) {
	if len(req.Paths) == 0 && c.Library.Exists() {
		folders, err := c.Library.Folders(ctx)
		if err != nil {
			return found, err
		}
		for _, f := range folders {
			req.Paths = append(req.Paths, f.Path)
		}
	}
	if len(req.Paths) == 0 {
		return found, nil
	}
	var same files.Duplicates
	if err := c.call(ctx, "files_duplicates", files.DuplicatesRequest{Paths: req.Paths}, req.Paths, &same); err != nil {
		return found, err
	}
	found.Files, found.More, found.Paths = same.Files, same.Total-len(same.Groups), req.Paths
	g := gathering{}
	for _, group := range same.Groups {
		var one Copies
		for _, e := range group.Files {
			if !req.Skip(e.Path) {
				one = append(one, Copy{Path: e.Path, Identity: e.Identity, Contents: group.SHA256})
			}
		}
		g.join(one)
	}
	if !req.Contents {
		if req.Same != nil {
			same := found
			same.Groups = g.groups()
			req.Same(same)
		}
		texts, err := c.texts(ctx, req, &found, emit)
		if err != nil {
			return found, err
		}
		found.Texts = len(texts)
		if err := g.joinAlike(ctx, texts); err != nil {
			return found, err
		}
	}
	found.Groups = g.groups()
	return found, nil
}

// read is a document as it is now, and its files.
type read struct {
	library.Text
	files Copies
}

// facts are what tells documents of one sender apart, as far as it is sure.
func (r read) facts() []string {
	const sure = 0.75
	var facts []string
	for _, name := range []string{plan.FieldDate, plan.FieldNumber, plan.FieldAmount} {
		f := r.Fields[name]
		if f.Confidence < sure {
			f.Value = ""
		}
		facts = append(facts, strings.ToLower(f.Value))
	}
	return facts
}

// texts reads what was not read before, and returns what all say.
func (c *Collection) texts(ctx context.Context, req DuplicatesRequest, found *Duplicates, emit func(event.Body)) ([]read, error) {
	for _, path := range req.Paths {
		if err := c.Add(ctx, path, req.Languages, emit); err != nil {
			return nil, err
		}
	}
	hits, err := c.Library.Matching(ctx, library.Query{In: req.Paths})
	if err != nil {
		return nil, err
	}
	k := check{c: c, languages: req.Languages, emit: emit}
	if _, err := k.lookInFolders(ctx, hits); err != nil {
		return nil, err
	}
	var texts []read
	err = c.Library.Texts(ctx, req.Paths, func(t library.Text) error {
		r := read{Text: t}
		for _, p := range t.Places {
			inside := slices.ContainsFunc(req.Paths, func(dir string) bool { return within(p.Path, dir) })
			if inside && !p.Gone && !k.stale[p.Path] && !req.Skip(p.Path) {
				r.files = append(r.files, Copy{Path: p.Path, Identity: p.Identity, Contents: t.Hash})
			}
		}
		switch {
		case len(r.files) == 0:
		case t.Whole:
			texts = append(texts, r)
		default:
			found.Parts++
		}
		return nil
	})
	return texts, err
}

// gathering puts files into groups.
type gathering struct {
	all []Copies
	at  map[string]int // by path
}

// join puts files into one group, with those of the groups that they are in.
func (g *gathering) join(some Copies) {
	if g.at == nil {
		g.at = map[string]int{}
	}
	to := len(g.all)
	g.all = append(g.all, nil)
	for _, f := range some {
		if from, ok := g.at[f.Path]; ok {
			some = append(some, g.all[from]...)
			g.all[from] = nil
		}
	}
	for _, f := range some {
		if at, ok := g.at[f.Path]; !ok || at != to {
			g.at[f.Path] = to
			g.all[to] = append(g.all[to], f)
		}
	}
}

// joinAlike puts together what says the same.
func (g *gathering) joinAlike(ctx context.Context, texts []read) error {
	var index alike.Index
	for _, t := range texts {
		if err := ctx.Err(); err != nil {
			return err
		}
		index.Add(t.Text.Text, t.Scanned, t.facts()...)
	}
	groups, err := index.Groups(ctx)
	if err != nil {
		return err
	}
	readable := index.Readable()
	for _, one := range groups {
		var some Copies
		for k, i := range one.Texts {
			for _, f := range texts[i].files {
				f.Only, f.Scanned, f.readable = one.Only[k], texts[i].Scanned, readable[i]
				some = append(some, f)
			}
		}
		g.join(some)
	}
	return nil
}

// groups returns the groups of more than one file, those that waste most first, with the
// file to keep in front.
func (g *gathering) groups() []Copies {
	var groups []Copies
	for _, one := range g.all {
		if len(one) > 1 {
			slices.SortFunc(one, better)
			groups = append(groups, one)
		}
	}
	slices.SortStableFunc(groups, func(a, b Copies) int {
		return cmp.Or(cmp.Compare(b.wasted(), a.wasted()), strings.Compare(a[0].Path, b[0].Path))
	})
	return groups
}

// wasted is how many bytes the files have but for the one to keep.
func (c Copies) wasted() (n int64) {
	for _, f := range c[1:] {
		n += f.Identity.Size
	}
	return n
}

// better puts first what is kept: what can be read best, then the older one, then the
// shorter name, which has no "(2)" at its end.
func better(a, b Copy) int {
	return cmp.Or(cmp.Compare(b.legibility(), a.legibility()), cmp.Compare(a.Identity.MtimeNS, b.Identity.MtimeNS),
		cmp.Compare(len(filepath.Base(a.Path)), len(filepath.Base(b.Path))), strings.Compare(a.Path, b.Path))
}

// legibility is how well it can be read, in steps that make a difference.
func (c Copy) legibility() int {
	const steps = 20
	return int(c.readable * steps)
}
