package mover

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gabriel-vasile/mimetype"

	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// hashMax is the size in bytes up to which Inspect hashes a file.
const hashMax = 64 << 20

// ListQuery asks what is in a folder.
type ListQuery struct {
	Path      string
	Recursive bool
	Hidden    bool
	// Limit is how many entries are given at most, the first ones by path.
	Limit int
	// After leaves out entries up to this path; may be empty.
	After string
}

// Listed is one entry of a folder.
type Listed struct {
	Path string
	Info safefs.Info
	// Flags are what to be careful with, as of recognise.
	Flags []string
}

// listed is an entry with its flags.
func (k *marks) listed(path string, in safefs.Info) Listed {
	flags := k.of(path, in)
	if in.Mode.IsRegular() && !in.OnlineOnly && k.recent(in.ID, writtenTo) && !slices.Contains(flags, recognise.BeingWritten) && k.open(path) {
		flags = append(flags, recognise.BeingWritten)
	}
	return Listed{Path: path, Info: in, Flags: flags}
}

// Listing is what is in a folder. Files and Folders count all ordinary ones.
type Listing struct {
	Path           string
	Entries        []Listed
	Files, Folders int
	Truncated      bool
}

// List looks into a folder. A folder without others inside is read once for all
// pages of its list. Of a whole tree each page goes through all of it; memory
// grows with the limit, the depth and the largest folder, not with the tree.
func (m *Mover) List(ctx context.Context, scope Scope, q ListQuery) (Listing, error) {
	return m.look(ctx, scope, q, nil, nil)
}

func (m *Mover) look(ctx context.Context, scope Scope, q ListQuery, search *Search, progress Progress) (Listing, error) {
	path, err := scope.Resolve(q.Path)
	if err != nil {
		return Listing{}, err
	}
	if !scope.MayRead(path) {
		return Listing{}, scope.Denied(path)
	}
	t := newTree(m.fs, scope)
	defer t.close()
	if search == nil {
		if out, ok, err := m.listPage(ctx, t, path, q); ok || err != nil {
			return out, err
		}
	}
	l := &lister{ctx: ctx, tree: t, query: q, search: search, progress: progress, now: m.now, out: Listing{Path: path}}
	if err := l.walk(path); err != nil {
		return Listing{}, err
	}
	return l.finish()
}

// lister keeps the first entries by path in a heap with the last of them on
// top.
type lister struct {
	ctx   context.Context
	tree  *tree
	query ListQuery
	out   Listing
	first lastOnTop

	search   *Search // nil: everything is wanted
	progress Progress
	seen     int
	now      func() time.Time
}

func (l *lister) walk(folder string) error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	dir, err := l.tree.dir(folder)
	if err != nil {
		return err
	}
	var inside []string
	var failed error
	err = dir.List(func(name string, kind fs.FileMode) bool {
		if !l.query.Hidden && strings.HasPrefix(name, ".") {
			return true
		}
		path := filepath.Join(folder, name)
		if kind.IsDir() && l.query.Recursive {
			inside = append(inside, path)
		}
		var wanted bool
		if wanted, failed = l.wants(safefs.Place{Dir: dir, Name: name}, kind); wanted {
			l.count(kind)
			l.keep(path)
		}
		return failed == nil && l.ctx.Err() == nil
	})
	err = cmp.Or(failed, err)
	for _, sub := range inside {
		if err != nil {
			return err
		}
		// A folder inside that may not be read is listed, and left at that.
		if err = l.walk(sub); errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, safefs.ErrLink) {
			err = nil
		}
	}
	return cmp.Or(err, l.ctx.Err())
}

func (l *lister) wants(p safefs.Place, kind fs.FileMode) (bool, error) {
	if l.search == nil {
		return true, nil
	}
	if l.seen++; l.progress != nil && l.seen%1000 == 0 {
		l.progress(l.seen, 0, p.Name)
	}
	if !l.search.names(p.Name, kind) {
		return false, nil
	}
	return l.search.wants(p)
}

func (l *lister) count(kind fs.FileMode) {
	switch {
	case kind.IsRegular():
		l.out.Files++
	case kind.IsDir():
		l.out.Folders++
	}
}

func (l *lister) keep(path string) {
	if path <= l.query.After {
		return
	}
	if len(l.first) < l.query.Limit {
		if l.first = append(l.first, path); len(l.first) == l.query.Limit {
			heap.Init(&l.first) // from here on the last one is asked for
		}
		return
	}
	l.out.Truncated = true
	if path < l.first[0] {
		l.first[0] = path
		heap.Fix(&l.first, 0)
	}
}

// finish looks at the entries that were kept.
func (l *lister) finish() (Listing, error) {
	slices.Sort(l.first)
	var err error
	l.out.Entries, err = newMarks(l.tree, l.now).listAll(l.ctx, l.first)
	return l.out, err
}

// listAll looks at entries. One that is gone by now is left out.
func (k *marks) listAll(ctx context.Context, paths []string) ([]Listed, error) {
	all := make([]Listed, 0, len(paths))
	for _, path := range paths {
		in, err := k.tree.lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		all = append(all, k.listed(path, in))
	}
	return all, nil
}

// lastOnTop is a heap of paths.
type lastOnTop []string

func (h lastOnTop) Len() int           { return len(h) }
func (h lastOnTop) Less(i, j int) bool { return h[i] > h[j] }
func (h lastOnTop) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push and Pop are for package heap.
func (h *lastOnTop) Push(x any) { *h = append(*h, x.(string)) }

// Pop takes the last one off.
func (h *lastOnTop) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// Found is one file or folder, looked at closely.
type Found struct {
	Listed
	// MIME is what the contents are, and SHA256 their hash in hex; both are
	// empty for what is no ordinary file on this computer, the hash also for
	// large files.
	MIME, SHA256 string
}

// Inspect looks at one file or folder.
func (m *Mover) Inspect(ctx context.Context, scope Scope, path string) (Found, error) {
	path, err := scope.Resolve(path)
	if err != nil {
		return Found{}, err
	}
	if !scope.MayRead(path) {
		return Found{}, scope.Denied(path)
	}
	t := newTree(m.fs, scope)
	defer t.close()
	in, err := t.lstat(path)
	if err != nil {
		return Found{}, err
	}
	k := newMarks(t, m.now)
	found := Found{Listed: k.listed(path, in)}
	if !in.Mode.IsRegular() || in.OnlineOnly {
		return found, nil
	}
	p, err := t.place(path)
	if err != nil {
		return Found{}, err
	}
	if in.ID.Size <= hashMax {
		if found.SHA256, err = safefs.Hash(ctx, p); err != nil {
			return Found{}, err
		}
	}
	if found.MIME, err = mimeOf(p); err != nil {
		return Found{}, err
	}
	if found.MIME == "application/pdf" && signed(p, min(hashMax, in.ID.Size)) {
		found.Flags = append(found.Flags, recognise.Signed)
	}
	if again, err := t.lstat(path); err == nil && again.ID != in.ID {
		found.Flags = append(found.Flags, recognise.BeingWritten)
	}
	return found, nil
}

func mimeOf(p safefs.Place) (string, error) {
	f, err := p.Dir.Open(p.Name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	kind, err := mimetype.DetectReader(f)
	if err != nil {
		return "", err
	}
	return kind.String(), nil
}
