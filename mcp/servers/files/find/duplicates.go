package find

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// The limits of a search for duplicates.
const (
	// maxFiles is how many files are compared at most.
	maxFiles = 200_000
	// probe is how many bytes at either end of a file are compared before all of it.
	probe = 16 << 10
)

// compared is a file as it was found.
type compared struct {
	path string
	info safefs.Info
}

// Duplicates finds files with the same contents in folders, recursively, and among single
// files. Links, empty and hidden files, files inside projects and packages, second names of
// one file and online-only files are left out. At most groups groups are listed, those that
// waste most first; all are counted.
func (f *Finder) Duplicates(ctx context.Context, scope roots.Scope, paths []string, groups int, progress Progress) (files.Duplicates, error) {
	t := f.folders.Tree(scope)
	defer t.Close()
	d := &comparer{
		ctx: ctx, tree: t, flags: NewFlags(t), progress: progress, seen: map[files.FileID]bool{}, bySize: map[int64][]compared{},
		out: files.Duplicates{Groups: []files.Group{}, Unread: []files.Change{}},
	}
	for _, path := range paths {
		path, err := scope.Readable(path)
		if err == nil {
			err = d.collect(path, true)
		}
		if err != nil {
			return files.Duplicates{}, err
		}
	}
	return d.compare(groups)
}

type comparer struct {
	ctx      context.Context
	tree     *folders.Tree
	flags    *Flags
	progress Progress
	seen     map[files.FileID]bool
	bySize   map[int64][]compared
	out      files.Duplicates
}

// collect adds a file, or the files of a folder.
func (f *comparer) collect(path string, named bool) error {
	if err := f.ctx.Err(); err != nil {
		return err
	}
	in, err := f.tree.Lstat(path)
	switch {
	case !named && errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return f.tree.Missed(err, path)
	case in.Mode.IsDir():
		if !named && f.isWhole(path, in) {
			return nil
		}
		return f.folder(path, named)
	case !in.Mode.IsRegular() || in.OnlineOnly || in.ID.Size == 0 || f.seen[in.ID.File()]:
		return nil
	case f.out.Files == maxFiles:
		return &chat.Failure{Class: chat.ErrInvalidArgs, Code: chat.CodeTooMany, Path: path, Message: "These are more files than can be compared at once.", Advice: chat.Advice{Text: "Choose a smaller folder."}}
	}
	f.seen[in.ID.File()] = true
	f.out.Files++
	f.bySize[in.ID.Size] = append(f.bySize[in.ID.Size], compared{path, in})
	return nil
}

// isWhole reports whether a folder is a project or a package: its files have their places
// there, two of the same contents too.
func (f *comparer) isWhole(path string, in safefs.Info) bool {
	flags := f.flags.Of(path, in)
	return slices.Contains(flags, recognise.Project) || slices.Contains(flags, recognise.Package)
}

func (f *comparer) folder(path string, named bool) error {
	dir, err := f.tree.Dir(path)
	if !named && (errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, safefs.ErrLink)) {
		return nil
	}
	if err != nil {
		return fault.Of(err, path)
	}
	var names []string
	if err := dir.List(func(name string, kind fs.FileMode) bool {
		if (kind.IsRegular() || kind.IsDir()) && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
		return len(names) <= maxFiles
	}); err != nil {
		return err
	}
	for _, name := range names {
		if err := f.collect(filepath.Join(path, name), false); err != nil {
			return err
		}
	}
	return nil
}

// compare splits the files of one size by ever more of their contents.
func (f *comparer) compare(groups int) (files.Duplicates, error) {
	done := 0
	for size, same := range f.bySize {
		if len(same) > 1 {
			if err := f.sameSize(size, same); err != nil {
				return files.Duplicates{}, err
			}
		}
		done += len(same)
		if f.progress != nil {
			f.progress(done, f.out.Files, filepath.Base(same[0].path))
		}
	}
	all := f.out.Groups
	slices.SortFunc(all, func(a, b files.Group) int {
		return cmp.Or(cmp.Compare(wasted(b), wasted(a)), strings.Compare(a.Files[0].Path, b.Files[0].Path))
	})
	for _, g := range all {
		f.out.Wasted += wasted(g)
	}
	f.out.Total, f.out.Truncated = len(all), len(all) > groups
	f.out.Groups = all[:min(groups, len(all))]
	return f.out, nil
}

// wasted returns how many bytes keeping one file of a group would save.
func wasted(g files.Group) int64 { return g.Size * int64(len(g.Files)-1) }

func (f *comparer) sameSize(size int64, same []compared) error {
	ends, err := f.groups(same, f.ends)
	if err != nil {
		return err
	}
	for _, alike := range ends {
		whole, err := f.groups(alike, f.whole)
		if err != nil {
			return err
		}
		for sum, same := range whole {
			equal, err := f.equal(same)
			if err != nil {
				return err
			}
			if len(equal) > 1 {
				slices.SortFunc(equal, func(a, b compared) int { return strings.Compare(a.path, b.path) })
				group := files.Group{Size: size, SHA256: sum}
				for _, file := range equal {
					group.Files = append(group.Files, entry(file.path, file.info, nil))
				}
				f.out.Groups = append(f.out.Groups, group)
			}
		}
	}
	return nil
}

// groups groups files by a key; unreadable ones and groups of one are left out.
func (f *comparer) groups(all []compared, key func(compared) (string, error)) (map[string][]compared, error) {
	by := map[string][]compared{}
	for _, file := range all {
		if err := f.ctx.Err(); err != nil {
			return nil, err
		}
		k, err := key(file)
		if f.ctx.Err() != nil {
			return nil, f.ctx.Err()
		}
		if err != nil {
			f.out.Unread = append(f.out.Unread, files.Change{From: file.path, To: file.path, Note: fault.Words(err)})
			continue
		}
		by[k] = append(by[k], file)
	}
	maps.DeleteFunc(by, func(_ string, same []compared) bool { return len(same) < 2 })
	return by, nil
}

// ends returns a key of the first and the last bytes of a file.
func (f *comparer) ends(want compared) (string, error) {
	file, err := f.open(want)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	sum := sha256.New()
	if _, err := io.CopyN(sum, file, min(probe, want.info.ID.Size)); err != nil {
		return "", err
	}
	if _, err := file.Seek(-min(probe, want.info.ID.Size), io.SeekEnd); err != nil {
		return "", err
	}
	_, err = io.CopyN(sum, file, min(probe, want.info.ID.Size))
	return string(sum.Sum(nil)), err
}

func (f *comparer) whole(want compared) (string, error) {
	file, err := f.open(want)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	return safefs.HashOf(f.ctx, file)
}

// equal returns the files that are byte for byte the same as the first one.
func (f *comparer) equal(all []compared) ([]compared, error) {
	same := all[:1:1]
	for _, other := range all[1:] {
		alike, err := f.alike(all[0], other)
		if f.ctx.Err() != nil {
			return nil, f.ctx.Err()
		}
		if err == nil && alike {
			same = append(same, other)
		}
	}
	return same, nil
}

func (f *comparer) alike(a, b compared) (bool, error) {
	fa, err := f.open(a)
	if err != nil {
		return false, err
	}
	defer func() { _ = fa.Close() }()
	fb, err := f.open(b)
	if err != nil {
		return false, err
	}
	defer func() { _ = fb.Close() }()
	return safefs.SameBytes(f.ctx, fa, fb)
}

// open opens a file that is unchanged since it was seen.
func (f *comparer) open(want compared) (safefs.File, error) {
	p, err := f.tree.Place(want.path)
	if err != nil {
		return nil, err
	}
	file, err := p.Dir.Open(p.Name)
	if err != nil {
		return nil, err
	}
	if in, err := file.Stat(); err != nil || in.ID != want.info.ID {
		return nil, errors.Join(safefs.ErrChanged, err, file.Close())
	}
	return file, nil
}
