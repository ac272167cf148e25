package mover

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// What is remembered between the pages of lists: so many folders, with so many
// names in all. Of a larger folder each page reads all names again.
const (
	keptFolders = 4
	keptNames   = 400_000
)

// folderNames are the names of one folder, as they were when a list of it began.
// It is not changed once it is made.
type folderNames struct {
	path           string
	hidden         bool
	id             safefs.Identity // of the folder: its time tells of new names
	names          []string        // sorted
	files, folders int
	signs          *recognise.Folder
}

// pages remember the folders whose next page is awaited. A folder is forgotten
// after its last page, when it has changed, and when others need its place.
type pages struct {
	mu   sync.Mutex
	kept []*folderNames // the last asked for at the end
}

// take gives what is known of a folder and forgets it; nil if there is nothing,
// or if the folder is not as it was.
func (p *pages) take(path string, hidden bool, id safefs.Identity) *folderNames {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, c := range p.kept {
		if c.path == path && c.hidden == hidden {
			p.kept = slices.Delete(p.kept, i, i+1)
			if c.id == id {
				return c
			}
			return nil
		}
	}
	return nil
}

// keep remembers a folder, and forgets the oldest ones if they are too many.
func (p *pages) keep(c *folderNames) {
	if len(c.names) > keptNames {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept = slices.DeleteFunc(p.kept, func(k *folderNames) bool { return k.path == c.path && k.hidden == c.hidden })
	p.kept = append(p.kept, c)
	total := 0
	for _, k := range p.kept {
		total += len(k.names)
	}
	for len(p.kept) > keptFolders || total > keptNames {
		total -= len(p.kept[0].names)
		p.kept = slices.Delete(p.kept, 0, 1)
	}
}

// listPage gives a part of a list of one folder. It is not ok for a list that goes
// into folders inside.
func (m *Mover) listPage(ctx context.Context, t *tree, path string, q ListQuery) (out Listing, ok bool, err error) {
	c, err := m.namesOf(ctx, t, path, q)
	if err != nil || q.Recursive && c.folders > 0 {
		return Listing{}, false, err
	}
	k := newMarks(t, m.now)
	k.folders[path], k.project[path] = c.signs, c.signs.Project()
	out = Listing{Path: path, Files: c.files, Folders: c.folders}
	paths := c.after(q.After, q.Limit)
	out.Truncated = len(paths) > q.Limit
	out.Entries, err = k.listAll(ctx, paths[:min(q.Limit, len(paths))])
	if err == nil && out.Truncated {
		m.pages.keep(c)
	}
	return out, true, err
}

// namesOf gives the names of a folder: those of the page before, or what is
// there now.
func (m *Mover) namesOf(ctx context.Context, t *tree, path string, q ListQuery) (*folderNames, error) {
	dir, err := t.dir(path)
	if err != nil {
		return nil, err
	}
	in, err := dir.Lstat(".") // before it is read: what comes later changes the time
	if err != nil {
		return nil, err
	}
	if known := m.pages.take(path, q.Hidden, in.ID); known != nil && q.After != "" {
		return known, nil
	}
	c := &folderNames{path: path, hidden: q.Hidden, id: in.ID}
	var all []recognise.Name
	if err := dir.List(func(name string, kind fs.FileMode) bool {
		all = append(all, recognise.Name{Name: name, Folder: kind.IsDir()})
		if q.Hidden || !strings.HasPrefix(name, ".") {
			c.add(name, kind)
		}
		return ctx.Err() == nil
	}); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.Sort(c.names)
	c.signs, t.read[path] = recognise.NewFolder(all), all
	return c, nil
}

func (c *folderNames) add(name string, kind fs.FileMode) {
	c.names = append(c.names, name)
	switch {
	case kind.IsRegular():
		c.files++
	case kind.IsDir():
		c.folders++
	}
}

// after gives the first paths behind one, up to one more than limit.
func (c *folderNames) after(path string, limit int) []string {
	first := sort.Search(len(c.names), func(i int) bool { return c.at(i) > path })
	paths := make([]string, 0, min(limit+1, len(c.names)-first))
	for i := first; i < len(c.names) && len(paths) <= limit; i++ {
		paths = append(paths, c.at(i))
	}
	return paths
}

func (c *folderNames) at(i int) string { return filepath.Join(c.path, c.names[i]) }
