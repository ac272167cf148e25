package mover

import (
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

const (
	// writtenTo is how long after a change a list asks whether a file is open
	// for writing; a plan always asks.
	writtenTo = 2 * time.Minute
	// marksMax is how many names of a folder are looked at to tell a project.
	marksMax = 2000
)

// marks know what to be careful with. A folder is read once.
type marks struct {
	tree    *tree
	folders map[string]*recognise.Folder
	project map[string]bool
}

func newMarks(t *tree) *marks {
	return &marks{tree: t, folders: map[string]*recognise.Folder{}, project: map[string]bool{}}
}

// of gives the flags of what is at path, but for what only its contents tell.
func (k *marks) of(path string, in safefs.Info) []string {
	folder, name := parts(path)
	flags := k.folder(folder).Flags(name, in.Mode.IsDir())
	if recognise.Group(flags) == "" && k.tree.scope.MayRead(folder) {
		// What is in a page's folder of pictures belongs to the page.
		if group := recognise.Group(k.folder(filepath.Dir(folder)).Flags(filepath.Base(folder), true)); group != "" {
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

// folder reads the names of a folder. One that cannot be read has none.
func (k *marks) folder(path string) *recognise.Folder {
	if known := k.folders[path]; known != nil {
		return known
	}
	names, err := k.tree.names(path)
	if err != nil {
		names = &folderNames{}
	}
	f := names.recognised()
	k.folders[path], k.project[path] = f, f.Project()
	return f
}

// isProject says that a folder is a project. Of a huge one that was not read
// yet, some names are looked at.
func (k *marks) isProject(path string) bool {
	if known, done := k.project[path]; done {
		return known
	}
	found, seen := false, 0
	if dir, err := k.tree.dir(path); err == nil {
		_ = dir.List(func(name string, _ fs.FileMode) bool {
			found = recognise.ProjectMark(name)
			seen++
			return !found && seen < marksMax
		})
	}
	k.project[path] = found
	return found
}

// inProject says that a folder, or one around it within the scope, is a project.
func (k *marks) inProject(folder string) bool {
	if k.isProject(folder) {
		return true
	}
	base, inside := k.tree.scope.base(folder)
	return inside && base != folder && k.inProject(filepath.Dir(folder))
}

// recent says that a file was changed within d.
func (k *marks) recent(id safefs.Identity, d time.Duration) bool {
	age := k.tree.now().Sub(time.Unix(0, id.MtimeNS))
	return age >= 0 && age < d
}

// open says that another process has a file open for writing.
func (k *marks) open(path string) bool {
	p, err := k.tree.place(path)
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
