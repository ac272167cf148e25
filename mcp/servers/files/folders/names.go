package folders

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

// Entry is a name in a folder, and what it is the name of.
type Entry struct {
	Name string
	Kind fs.FileMode
}

// Names are the names of one folder, as they were when it was read. It
// belongs to one tree at a time.
type Names struct {
	Path  string
	id    safefs.Identity // of the folder: its time tells of changes
	sure  bool            // id tells of every change
	Names []Entry         // sorted

	signs     *recognise.Folder // nil: not asked for yet
	catalogue *Catalogue        // nil: not asked for yet
	// ours says that the catalogue follows changes of our own since the folder was
	// read; names and signs do not.
	ours bool
}

// readNames reads a folder that is id before.
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

// surelyKnown reports whether a change from now on will show in a folder's time.
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
		names := make([]recognise.Name, len(c.Names))
		for i, n := range c.Names {
			names[i] = recognise.Name{Name: n.Name, Folder: n.Kind.IsDir()}
		}
		c.signs = recognise.NewFolder(names)
	}
	return c.signs
}

// Catalogue returns the names that are taken.
func (c *Names) Catalogue() *Catalogue {
	if c.catalogue == nil {
		c.catalogue = NewCatalogue(len(c.Names))
		for _, n := range c.Names {
			c.catalogue.Put(n.Name)
		}
	}
	return c.catalogue
}

// follow puts changes of our own into the catalogue of a folder.
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

// memory are the names of folders that a later call may ask for. They are
// forgotten when the folder has changed, and when others need their place.
type memory struct {
	mu   sync.Mutex
	kept []*Names // the last asked for at the end
}

// take returns what is known of a folder and forgets it; nil if there is nothing,
// or if the folder is not as it was. Who wants the names exactly gets none that
// we changed ourselves or that may have changed without a trace; a plan looks
// each name up once more and can do with those.
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

// keep remembers a folder, and forgets the oldest ones if they are too many.
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

// forgetOurs forgets the folders that we changed ourselves: the batch that they
// were remembered for is over, and the next one looks again.
func (r *memory) forgetOurs() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = slices.DeleteFunc(r.kept, func(c *Names) bool { return c.ours })
}
