package mover

import (
	"cmp"
	"io/fs"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// What is remembered of folders between calls: so many of them, with so many
// names in all. A larger folder is read again by each call.
const (
	keptFolders = 64
	keptNames   = 400_000
)

// How exactly disks tell when a folder was changed: most to the tick of the
// system's clock, some to two seconds. What was changed less long before it was
// read may have been changed once more without a trace.
const (
	fineTick   = 20 * time.Millisecond
	coarseTick = 2 * time.Second
)

// named is a name in a folder, and what it is the name of.
type named struct {
	name string
	kind fs.FileMode
}

// folderNames are the names of one folder, as they were when it was read. It
// belongs to one tree at a time.
type folderNames struct {
	path  string
	id    safefs.Identity // of the folder: its time tells of changes
	sure  bool            // id tells of every change
	names []named         // sorted

	signs *recognise.Folder // nil: not asked for yet
	shelf *shelf            // nil: not asked for yet
	// ours says that the shelf follows changes of our own since the folder was
	// read; names and signs do not.
	ours bool
}

// readNames reads a folder that is id before.
func readNames(path string, dir safefs.Dir, id safefs.Identity, now time.Time) (*folderNames, error) {
	c := &folderNames{path: path, id: id, sure: settled(id, now)}
	if err := dir.List(func(name string, kind fs.FileMode) bool {
		c.names = append(c.names, named{name, kind})
		return true
	}); err != nil {
		return nil, err
	}
	slices.SortFunc(c.names, func(a, b named) int { return cmp.Compare(a.name, b.name) })
	return c, nil
}

// settled says that a change from now on will show in a folder's time.
func settled(id safefs.Identity, now time.Time) bool {
	tick := fineTick
	if id.MtimeNS%int64(time.Second) == 0 {
		tick = coarseTick
	}
	return now.Sub(time.Unix(0, id.MtimeNS)) > tick
}

// from gives the index of the first name that is not before name.
func (c *folderNames) from(name string) int {
	return sort.Search(len(c.names), func(i int) bool { return c.names[i].name >= name })
}

// recognised gives what belongs together in the folder.
func (c *folderNames) recognised() *recognise.Folder {
	if c.signs == nil {
		names := make([]recognise.Name, len(c.names))
		for i, n := range c.names {
			names[i] = recognise.Name{Name: n.name, Folder: n.kind.IsDir()}
		}
		c.signs = recognise.NewFolder(names)
	}
	return c.signs
}

// taken gives the names that are taken.
func (c *folderNames) taken() *shelf {
	if c.shelf == nil {
		c.shelf = newShelf(len(c.names))
		for _, n := range c.names {
			c.shelf.put(n.name)
		}
	}
	return c.shelf
}

// follow puts changes of our own on the shelf of a folder.
func (c *folderNames) follow(leave, come []string) {
	shelf := c.taken()
	for _, name := range leave {
		shelf.take(name)
	}
	for _, name := range come {
		shelf.put(name)
	}
	c.ours = true
}

// remembered are the names of folders that a later call may ask for. They are
// forgotten when the folder has changed, and when others need their place.
type remembered struct {
	mu   sync.Mutex
	kept []*folderNames // the last asked for at the end
}

// take gives what is known of a folder and forgets it; nil if there is nothing,
// or if the folder is not as it was. Who wants the names exactly gets none that
// we changed ourselves or that may have changed without a trace; a plan looks
// each name up once more and can do with those.
func (r *remembered) take(path string, id safefs.Identity, exact bool) *folderNames {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.kept, func(c *folderNames) bool { return c.path == path })
	if i < 0 {
		return nil
	}
	c := r.kept[i]
	r.kept = slices.Delete(r.kept, i, i+1)
	if c.id != id || exact && (c.ours || !c.sure) {
		return nil
	}
	return c
}

// keep remembers a folder, and forgets the oldest ones if they are too many.
func (r *remembered) keep(c *folderNames) {
	if len(c.names) > keptNames {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = slices.DeleteFunc(r.kept, func(k *folderNames) bool { return k.path == c.path })
	r.kept = append(r.kept, c)
	total := 0
	for _, k := range r.kept {
		total += len(k.names)
	}
	for len(r.kept) > keptFolders || total > keptNames {
		total -= len(r.kept[0].names)
		r.kept = slices.Delete(r.kept, 0, 1)
	}
}

// forgetOurs forgets the folders that we changed ourselves: the batch that they
// were remembered for is over, and the next one looks anew.
func (r *remembered) forgetOurs() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = slices.DeleteFunc(r.kept, func(c *folderNames) bool { return c.ours })
}
