package duplicates

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/collection"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/app/access"
	"github.com/deskhand/deskhand/app/batch"
	"github.com/deskhand/deskhand/app/scans"
)

// What is found.
type (
	// Found are groups of duplicates, Group is one of them and Copy a file in it.
	Found = collection.Duplicates
	Group = collection.Copies
	Copy  = collection.Copy
)

// Folder is the name of the folder that duplicates are put into: what is in it is not
// looked at.
const Folder = "Duplicates"

// Duplicates finds them.
type Duplicates struct {
	Read    *collection.Collection
	Batches *batch.Runner
	// Languages are those of what is read.
	Languages func() []string
}

// Request says where duplicates are looked for.
type Request struct {
	// Paths are folders and files; none: the folders of the library.
	Paths []string
	// Contents compares files byte for byte alone, and reads none.
	Contents bool
	// Same, if set, gets the files with the same contents before any is read.
	Same func(Found)
}

// FindDuplicates looks for files with the same contents, and reads documents to find those
// with the same text. emit gets how far that has come.
func (d *Duplicates) FindDuplicates(ctx context.Context, req Request, emit func(event.Event)) (Found, error) {
	if err := d.Batches.Up(ctx); err != nil {
		return Found{}, err
	}
	s, end := d.Batches.Open("duplicates", "duplicates", emit)
	defer end()
	paths, err := access.Absolute(req.Paths)
	if err != nil {
		return Found{}, err
	}
	return d.Read.Duplicates(ctx, collection.DuplicatesRequest{
		Paths: paths, Skip: skipped, Contents: req.Contents, Same: req.Same, Languages: d.Languages(),
	}, s.Emit)
}

// skipped reports whether a file is put aside already, or was made of a scan.
func skipped(path string) bool {
	stem := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return strings.HasSuffix(stem, scans.Suffix) || slices.Contains(strings.Split(filepath.Dir(path), string(filepath.Separator)), Folder)
}

// Spare is a file that is put aside, and the one that stays for it.
type Spare struct{ File, Stays Copy }

// Aside is what became of files that were to be put aside.
type Aside struct {
	Receipt plan.Receipt
	// Changed are those that were left alone, since they or the file that was to stay for
	// them are not as they were when they were found.
	Changed []string
}

// PutAside moves files into a folder; where that is empty, into one next to the files that
// were looked through, which are at paths. This call is the person's approval of that and
// of nothing else.
func (d *Duplicates) PutAside(ctx context.Context, spare []Spare, folder string, paths []string, emit func(event.Event)) (aside Aside, err error) {
	var moves []files.Move
	for _, s := range spare {
		to := folder
		if to == "" {
			to = filepath.Join(root(s.File.Path, paths), Folder)
		}
		moves = append(moves, files.Move{From: s.File.Path, To: filepath.Join(to, filepath.Base(s.File.Path))})
	}
	id := d.Batches.NewID()
	b, err := d.Batches.Preview(ctx, id, batch.Move, moves, paths...)
	if err != nil {
		return aside, err
	}
	now := map[string]*files.Identity{}
	for _, c := range b.Effect {
		now[c.From] = c.Identity
	}
	var same []files.Move
	for i, s := range spare {
		as, err := d.stays(ctx, s.Stays, now)
		if err != nil {
			return aside, err
		}
		if at := now[s.File.Path]; at != nil && *at == s.File.Identity && as {
			same = append(same, moves[i])
		} else {
			aside.Changed = append(aside.Changed, s.File.Path)
		}
	}
	switch {
	case len(same) == 0:
		return aside, nil
	case len(same) < len(moves):
		if b, err = d.Batches.Preview(ctx, id, batch.Move, same, paths...); err != nil {
			return aside, err
		}
	}
	aside.Receipt, err = d.Batches.Run(ctx, b, emit)
	return aside, err
}

// stays reports whether a file is there as it was. known are files that were looked at,
// by their paths.
func (d *Duplicates) stays(ctx context.Context, f Copy, known map[string]*files.Identity) (bool, error) {
	at, ok := known[f.Path]
	if !ok {
		var info files.Info
		err := d.Batches.Call(ctx, "files_info", files.InfoRequest{Path: f.Path}, []string{f.Path}, &info)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err == nil {
			at = &info.Identity
		}
		known[f.Path] = at
	}
	return at != nil && *at == f.Identity, nil
}

// root is the folder of paths that a file is in.
func root(path string, paths []string) string {
	i := slices.IndexFunc(paths, func(dir string) bool {
		rel, inside := filename.Inside(dir, path)
		return inside && rel != "."
	})
	if i < 0 {
		return filepath.Dir(path)
	}
	return paths[i]
}
