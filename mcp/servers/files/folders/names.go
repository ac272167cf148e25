package folders

import (
	"cmp"
	"io/fs"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Limits of the cache between calls: the number of folders, and of names in all. A larger
// folder is read again by each call.
const (
	keptFolders = 64
	keptNames   = 400_000
)

// Precision of the modification times of folders: mostly the tick of the system clock, on
// some disks two seconds. A folder read sooner than that after a change may have been
// changed again without a trace.
const (
	fineTick   = 20 * time.Millisecond
	coarseTick = 2 * time.Second
)

// Entry is a name in a folder, and its type.
type Entry struct {
	Name string
	Kind fs.FileMode
}

// Names are the names of one folder at the time it was read. They belong to one tree at a
// time.
type Names struct {
	Path  string
	id    safefs.Identity // of the folder: its time shows changes
	sure  bool            // id shows every change
	Names []Entry         // sorted

	signs     *recognise.Folder // nil: not needed yet
	catalogue *Catalogue        // nil: not needed yet
	// ours means that the catalogue has followed our own changes since the folder was
	// read; names and signs have not.
	ours bool
}

// readNames reads a folder whose identity was id before.
func readNames(path string, dir safefs.Dir, id safefs.Identity, now time.Time) (*Names, error) {
	c := &Names{Path: path, id: id, sure: surelyKnown(id, now)}
	if err := dir.List(func(name string, kind fs.FileMode) bool {
		c.Names = append(c.Names, Entry{name, kind})
		return true
	}); err != nil {
		return nil, err
	}
	slices.SortFunc(c.Names, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return c, nil
}

// surelyKnown reports whether any later change will show in a folder's time.
func surelyKnown(id safefs.Identity, now time.Time) bool {
	tick := fineTick
	if id.MtimeNS%int64(time.Second) == 0 {
		tick = coarseTick
	}
	return now.Sub(time.Unix(0, id.MtimeNS)) > tick
}

// From returns the index of the first name that is not before name.
func (c *Names) From(name string) int {
	return sort.Search(len(c.Names), func(i int) bool { return c.Names[i].Name >= name })
}

// Recognised returns what belongs together in the folder.
func (c *Names) Recognised() *recognise.Folder {
	if c.signs == nil {
		names := lists.Map(c.Names, func(n Entry) recognise.Name { return recognise.Name{Name: n.Name, Folder: n.Kind.IsDir()} })
		c.signs = recognise.NewFolder(names)
	}
	return c.signs
}

// Catalogue returns the set of taken names.
func (c *Names) Catalogue() *Catalogue {
	if c.catalogue == nil {
		c.catalogue = NewCatalogue(len(c.Names))
		for _, n := range c.Names {
			c.catalogue.Put(n.Name)
		}
	}
	return c.catalogue
}

// follow applies our own changes to the catalogue of a folder.
func (c *Names) follow(leave, come []string) {
	all := c.Catalogue()
	for _, name := range leave {
		all.Take(name)
	}
	for _, name := range come {
		all.Put(name)
	}
	c.ours = true
}

// memory caches the names of folders for later calls, until the folder changes or others
// need the space.
type memory struct {
	mu   sync.Mutex
	kept []*Names // most recently used last
}

// take removes and returns the cached names of a folder; nil if there are none or the
// folder has changed. With exact it returns none that we changed ourselves or that may
// have changed without a trace; a plan, which checks each name once more, does not need
// that.
func (r *memory) take(path string, id safefs.Identity, exact bool) *Names {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.kept, func(c *Names) bool { return c.Path == path })
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

// keep caches a folder, and evicts the oldest if there are too many.
func (r *memory) keep(c *Names) {
	if len(c.Names) > keptNames {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = slices.DeleteFunc(r.kept, func(k *Names) bool { return k.Path == c.Path })
	r.kept = append(r.kept, c)
	total := 0
	for _, k := range r.kept {
		total += len(k.Names)
	}
	for len(r.kept) > keptFolders || total > keptNames {
		total -= len(r.kept[0].Names)
		r.kept = slices.Delete(r.kept, 0, 1)
	}
}

// forgetOurs evicts the folders that we changed ourselves, when their batch is over.
func (r *memory) forgetOurs() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = slices.DeleteFunc(r.kept, func(c *Names) bool { return c.ours })
}
