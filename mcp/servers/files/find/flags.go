package find

import (
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

const (
	// writtenTo is how long after a change a listing checks whether a file is open for
	// writing; a plan always checks.
	writtenTo = 2 * time.Minute
	// maxNames is how many names of a folder are read to recognise a project.
	maxNames = 2000
)

// Flags determines the flags of files that need care. Each folder is read once.
type Flags struct {
	tree    *folders.Tree
	folders map[string]*recognise.Folder
	project map[string]bool
}

func NewFlags(t *folders.Tree) *Flags {
	return &Flags{tree: t, folders: map[string]*recognise.Folder{}, project: map[string]bool{}}
}

// Of returns the flags of the file at path, except those that need its contents.
func (k *Flags) Of(path string, in safefs.Info) []string {
	folder, name := roots.Split(path)
	flags := k.Folder(folder).Flags(name, in.Mode.IsDir())
	if recognise.Group(flags) == "" && k.tree.Scope.MayRead(folder) {
		// Files in the folder of a saved web page belong to the page.
		if group := recognise.Group(k.Folder(filepath.Dir(folder)).Flags(filepath.Base(folder), true)); group != "" {
			flags = append(flags, "group:"+group)
		}
	}
	if in.OnlineOnly && !slices.Contains(flags, recognise.OnlineOnly) {
		flags = append(flags, recognise.OnlineOnly)
	}
	if k.inProject(folder) || in.Mode.IsDir() && k.isProject(path) {
		flags = append(flags, recognise.Project)
	}
	return flags
}

// all returns the flags of the file at path, with whether it is being written.
func (k *Flags) all(path string, in safefs.Info) []string {
	flags := k.Of(path, in)
	if in.Mode.IsRegular() && !in.OnlineOnly && k.Recent(in.ID, writtenTo) && !slices.Contains(flags, recognise.BeingWritten) && k.Writing(path) {
		flags = append(flags, recognise.BeingWritten)
	}
	return flags
}

// Folder reads the names of a folder; an unreadable one has none.
func (k *Flags) Folder(path string) *recognise.Folder {
	if known := k.folders[path]; known != nil {
		return known
	}
	names, err := k.tree.Names(path)
	if err != nil {
		names = &folders.Names{}
	}
	f := names.Recognised()
	k.folders[path], k.project[path] = f, f.Project()
	return f
}

// isProject reports whether a folder is a project. Of a huge folder not read yet, only
// some names are read.
func (k *Flags) isProject(path string) bool {
	if known, done := k.project[path]; done {
		return known
	}
	found, seen := false, 0
	if dir, err := k.tree.Dir(path); err == nil {
		_ = dir.List(func(name string, _ fs.FileMode) bool {
			found = recognise.ProjectMark(name)
			seen++
			return !found && seen < maxNames
		})
	}
	k.project[path] = found
	return found
}

// inProject reports whether a folder, or one above it within the scope, is a project.
func (k *Flags) inProject(folder string) bool {
	if k.isProject(folder) {
		return true
	}
	base, inside := k.tree.Scope.Base(folder)
	return inside && base != folder && k.inProject(filepath.Dir(folder))
}

// Recent reports whether a file was changed within d.
func (k *Flags) Recent(id safefs.Identity, d time.Duration) bool {
	age := k.tree.Now().Sub(time.Unix(0, id.MtimeNS))
	return age >= 0 && age < d
}

// Writing reports whether another process has a file open for writing.
func (k *Flags) Writing(path string) bool {
	p, err := k.tree.Place(path)
	if err != nil {
		return false
	}
	f, err := p.Dir.Open(p.Name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	return f.BeingWritten()
}
