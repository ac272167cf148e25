package mover

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// maxWalked is how many names an undo looks at to find files of its batch that were moved
// away from where the batch put them.
const maxWalked = 200_000

// locator finds the files of a batch by identity: at their place, or anywhere in the
// roots of the batch. The roots are searched once, and only if a file is not at its
// place.
type locator struct {
	ctx  context.Context
	tree *folders.Tree
	// targets are where files of the batch belong, searched the identities to find.
	targets  map[string]files.FileID
	searched map[files.FileID]bool
	disks    map[uint64]bool

	walked  bool
	folders map[string][]string // searched folders, with the folders in them
	found   map[files.FileID][]place
	seen    int
}

// place is where a file is.
type place struct {
	path string
	info safefs.Info
}

func newLocator(ctx context.Context, t *folders.Tree, b *journal.Batch) *locator {
	f := &locator{
		ctx: ctx, tree: t, targets: map[string]files.FileID{}, searched: map[files.FileID]bool{}, disks: map[uint64]bool{},
		folders: map[string][]string{}, found: map[files.FileID][]place{},
	}
	for i := range b.Steps {
		s := &b.Steps[i]
		if s.InEffect() {
			f.targets[s.To] = s.At.File()
			f.searched[s.At.File()], f.disks[s.At.Dev] = true, true
		}
	}
	return f
}

// find returns the item that moves a step's file back, or why it cannot be moved.
func (f *locator) find(s journal.Step) (item Item, code chat.Code, why string) {
	in, err := f.tree.Lstat(s.To)
	if err == nil && isFileOf(in, s) {
		return itemAt(place{s.To, in}, s), "", ""
	}
	f.walk(filepath.Dir(s.To))
	all := lists.Filter(f.found[s.At.File()], func(p place) bool {
		return isFileOf(p.info, s) && (p.info.ID.SameContents(s.At) || s.AtBorn != 0 && p.info.Born == s.AtBorn)
	})
	switch {
	case len(all) == 1:
		return itemAt(all[0], s), "", ""
	case len(all) > 1:
		return Item{}, chat.CodeUnclear, fmt.Sprintf("it has %d names now, the first is %s; none was touched", len(all), all[0].path)
	case s.At == safefs.Identity{}:
		return Item{}, chat.CodeUnclear, "what was known of it is lost; it was not touched"
	case f.seen >= maxWalked:
		return Item{}, chat.CodeVanished, fmt.Sprintf("it is not among the first %d names that were looked at", maxWalked)
	case err == nil:
		return Item{}, chat.CodeTaken, "another file has its name now; neither was touched"
	}
	return Item{}, chat.CodeVanished, "it is not there any more"
}

func itemAt(p place, s journal.Step) Item {
	return Item{From: p.path, To: s.From, ID: p.info.ID, born: p.info.Born, Exists: true}
}

// isFileOf reports whether in is the file of a step, edited or not. Disks reuse the
// numbers of deleted files; the new file has a later creation time.
func isFileOf(in safefs.Info, s journal.Step) bool {
	reused := in.Born != 0 && s.AtBorn != 0 && in.Born != s.AtBorn
	return in.Mode.IsRegular() && in.ID.SameFile(s.At) && !reused
}

// walk searches a folder, and once the roots of the batch, for its files.
func (f *locator) walk(folder string) {
	f.search(folder, false)
	if f.walked {
		return
	}
	f.walked = true
	for _, r := range f.tree.Scope.Call {
		f.search(r.Base(), !r.File)
	}
}

// search looks at the names in a folder, with deep also in its subfolders. An unreadable
// folder is empty; links are not followed.
func (f *locator) search(folder string, deep bool) {
	subs, done := f.folders[folder]
	if !done {
		subs = f.look(folder)
		f.folders[folder] = subs
	}
	for _, sub := range subs {
		if !deep || f.seen >= maxWalked || f.ctx.Err() != nil {
			return
		}
		f.search(sub, true)
	}
}

// look notes the files of a folder that are searched for, except those still where the
// batch put them, and returns the subfolders that are on a disk of the batch.
func (f *locator) look(folder string) (subs []string) {
	dir, err := f.tree.Dir(folder)
	if err != nil {
		return nil
	}
	_ = dir.List(func(name string, kind fs.FileMode) bool {
		f.seen++
		if !kind.IsRegular() && !kind.IsDir() {
			return f.seen < maxWalked
		}
		path := roots.Join(folder, name)
		in, err := dir.Lstat(name)
		key := in.ID.File()
		at, taken := f.targets[path]
		switch {
		case err != nil:
		case kind.IsDir() && f.disks[in.ID.Dev]:
			subs = append(subs, path)
		case f.searched[key] && (!taken || at != key):
			f.found[key] = append(f.found[key], place{path, in})
		}
		return f.seen < maxWalked
	})
	return subs
}
