package find

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// Query asks for the contents of a folder: at most Limit entries, in the order of
// ComparePaths, behind the path After, which may be empty.
type Query = files.ListRequest

// List lists a folder. The first page walks all of it to count; the next ones continue
// where the one before ended, with the same counts. Memory use grows with the limit, the
// depth and the largest folders, not with the tree. progress is called with the number of
// entries walked.
func (f *Finder) List(ctx context.Context, scope roots.Scope, q Query, progress Progress) (files.Listing, error) {
	return f.look(ctx, scope, q, nil, progress)
}

func (f *Finder) look(ctx context.Context, scope roots.Scope, q Query, search *Search, progress Progress) (files.Listing, error) {
	path, err := scope.Readable(q.Path)
	if err != nil {
		return files.Listing{}, err
	}
	if q.After != "" {
		if q.After, err = scope.Resolve(q.After); err != nil || !roots.Under(path, q.After) {
			return files.Listing{}, &chat.Failure{
				Class: chat.ErrInvalidArgs, Path: path, Message: "What is given as after is not a path in this folder.",
				Advice: chat.Advice{Text: "Give the last path of the list that was cut."},
			}
		}
	}
	t := f.folders.Tree(scope)
	t.Exact = true
	defer t.Close()
	q.After = t.OnDisk(q.After)
	root, err := t.Lstat(path)
	if err != nil {
		return files.Listing{}, t.Missed(err, path)
	}
	key := totalsOf(path, q, search)
	l := &lister{ctx: ctx, tree: t, query: q, search: search, progress: progress, out: files.Listing{Path: path}}
	if q.After != "" {
		l.out.Files, l.out.Folders, l.counted = f.totals.of(key, root.ID)
	}
	if err := l.walk(path); err != nil && !errors.Is(err, errFull) {
		return files.Listing{}, err
	}
	l.out.Entries, err = NewFlags(t).entries(ctx, l.paths)
	if err == nil && l.out.Truncated {
		f.totals.keep(key, root.ID, l.out)
	}
	return l.out, err
}

// errFull ends the walk of a lister whose page is full and needs no count.
var errFull = errors.New("the page is full")

// lister walks a folder in the order of ComparePaths.
type lister struct {
	ctx   context.Context
	tree  *folders.Tree
	query Query
	out   files.Listing
	paths []string // of the page
	// counted means that the totals are known and only the page is needed.
	counted bool

	search   *Search // nil: everything matches
	progress Progress
	seen     int
}

func (l *lister) walk(folder string) error {
	names, err := l.tree.Names(folder)
	if err != nil {
		return err
	}
	had := len(l.paths)
	for _, n := range names.Names[l.first(names):] {
		if !l.query.Hidden && strings.HasPrefix(n.Name, ".") {
			continue
		}
		path := filepath.Join(folder, n.Name)
		if err := l.take(path, n); err != nil {
			return err
		}
		if n.Kind.IsDir() && l.query.Recursive {
			if err := l.inside(path); err != nil {
				return err
			}
		}
	}
	if len(l.paths) == had {
		l.tree.ForgetNames(folder) // no entry of the page is in it
	}
	return nil
}

// first returns the index of the first name in a folder that the page may need.
func (l *lister) first(names *folders.Names) int {
	if !l.counted || !roots.Under(names.Path, l.query.After) {
		return 0
	}
	rest := strings.TrimPrefix(l.query.After[len(names.Path):], string(filepath.Separator))
	name, _, _ := strings.Cut(rest, string(filepath.Separator))
	return names.From(name)
}

// inside walks a folder in another one. An unreadable one is listed, but not walked.
func (l *lister) inside(folder string) error {
	if l.counted && folder != l.query.After && !roots.Under(folder, l.query.After) && ComparePaths(folder, l.query.After) < 0 {
		return nil
	}
	err := l.walk(folder)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, safefs.ErrLink) {
		return nil
	}
	return err
}

// toldEach is the number of entries between two progress reports.
const toldEach = 500

// take counts an entry and puts it on the page, if it matches.
func (l *lister) take(path string, n folders.Entry) error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	if l.seen++; l.progress != nil && l.seen%toldEach == 0 {
		l.progress(l.seen, 0, n.Name)
	}
	matches, err := l.matches(path, n)
	if err != nil || !matches {
		return err
	}
	l.count(n.Kind)
	switch {
	case ComparePaths(path, l.query.After) <= 0:
	case len(l.paths) < l.query.Limit:
		l.paths = append(l.paths, path)
	case l.counted:
		l.out.Truncated = true
		return errFull
	default:
		l.out.Truncated = true
	}
	return nil
}

func (l *lister) matches(path string, n folders.Entry) (bool, error) {
	if l.search == nil {
		return true, nil
	}
	if !l.search.matchesName(n.Name, n.Kind) {
		return false, nil
	}
	p, err := l.tree.Place(path)
	if err != nil {
		return false, err
	}
	return l.search.matches(p)
}

func (l *lister) count(kind fs.FileMode) {
	switch {
	case l.counted:
	case kind.IsRegular():
		l.out.Files++
	case kind.IsDir():
		l.out.Folders++
	}
}

// ComparePaths orders paths as in a walk: a folder, its contents, then what follows it.
// It is string order, except that the separator sorts before all other characters.
func ComparePaths(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		switch filepath.Separator {
		case rune(a[i]):
			return -1
		case rune(b[i]):
			return 1
		}
		return cmp.Compare(a[i], b[i])
	}
	return cmp.Compare(len(a), len(b))
}

// entries describes entries; one that is gone is left out.
func (k *Flags) entries(ctx context.Context, paths []string) ([]files.Entry, error) {
	all := make([]files.Entry, 0, len(paths))
	for _, path := range paths {
		in, err := k.tree.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		all = append(all, entry(path, in, k.all(path, in)))
	}
	return all, nil
}
