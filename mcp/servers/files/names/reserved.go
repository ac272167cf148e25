package names

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/trash"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// Reserved knows the names in the folders of a plan. The cached names of a folder may
// lack the latest changes, so each name is checked once more before it is assigned or
// reported taken.
type Reserved struct {
	tree *folders.Tree
	by   map[string]*folders.Catalogue
	// labels are the names of a trash's labels, by the folder of its files.
	labels map[string]*folders.Catalogue
	// leaving are the files that will have left their folder.
	leaving map[leaver]bool
	// Exact allows names that differ only in case, since an undo restores earlier ones.
	Exact bool
}

type leaver struct {
	folder string
	file   files.FileID
}

func New(t *folders.Tree) *Reserved {
	return &Reserved{tree: t, by: map[string]*folders.Catalogue{}, labels: map[string]*folders.Catalogue{}, leaving: map[leaver]bool{}}
}

func (s *Reserved) in(folder string) (*folders.Catalogue, error) {
	if known := s.by[folder]; known != nil {
		return known, nil
	}
	names, err := s.namesIn(folder)
	if err != nil {
		return nil, err
	}
	if bin := filepath.Dir(folder); s.tree.Scope.HasWay(bin) && folder == trash.FilesOf(bin) {
		labels, err := s.namesIn(filepath.Join(bin, trash.LabelFolder))
		if err != nil {
			return nil, err
		}
		s.labels[folder] = labels
	}
	s.by[folder] = names.Above()
	return s.by[folder], nil
}

// namesIn returns the names in a folder; none for one to be created. In a trash whose
// folder cannot be listed, names are checked one by one.
func (s *Reserved) namesIn(folder string) (*folders.Catalogue, error) {
	names, err := s.tree.Names(folder)
	hidden := errors.Is(err, fs.ErrPermission) && s.tree.Scope.HasWay(folder)
	if errors.Is(err, fs.ErrNotExist) || hidden {
		return folders.NewCatalogue(0), nil
	}
	if err != nil {
		return nil, err
	}
	return names.Catalogue(), nil
}

// Vacate records that the file at path will leave. An unreadable folder keeps its names:
// nothing can be moved there anyway.
func (s *Reserved) Vacate(path string, id safefs.Identity) {
	folder := filepath.Dir(path)
	if taken, err := s.in(folder); err == nil {
		taken.Take(filepath.Base(path))
		s.leaving[leaver{folder, id.File()}] = true
	}
}

// Hold records that path will exist.
func (s *Reserved) Hold(path string) {
	if taken, err := s.in(filepath.Dir(path)); err == nil {
		taken.Put(filepath.Base(path))
	}
}

// Knows reports whether the names of a folder are known.
func (s *Reserved) Knows(folder string) bool { return s.by[folder] != nil }

// Reserve returns path, or path with a number, and reserves it.
func (s *Reserved) Reserve(path string) (string, error) {
	for {
		free, err := s.Claim(path)
		if free || err != nil {
			return path, err
		}
		folder, name := roots.Split(path)
		taken, labels := s.by[folder], s.labels[folder]
		name = filename.Unique(name, func(key string) bool { return taken.Holds(key) || labels.Holds(key+trash.LabelSuffix) })
		path = roots.Join(folder, name)
	}
}

// Claim reserves path, if it is free.
func (s *Reserved) Claim(path string) (free bool, err error) {
	folder, name := roots.Split(path)
	taken, err := s.in(folder)
	if err != nil {
		return false, err
	}
	labels, key := s.labels[folder], filename.Key(name)
	s.sweep(folder, taken, name)
	s.sweep(folder, taken, taken.Last(key))
	switch {
	case taken.Has(name), labels.Has(name + trash.LabelSuffix):
		return false, nil
	case !s.Exact && (taken.Holds(key) || labels.Holds(key+trash.LabelSuffix)):
		return false, nil
	}
	taken.Put(name)
	return !s.takenMeanwhile(folder, name), nil
}

// sweep removes a cached name that no longer exists on the disk.
func (s *Reserved) sweep(folder string, taken *folders.Catalogue, name string) {
	if name == "" || taken.Knows(name) || !taken.Has(name) {
		return
	}
	if _, err := s.tree.Lstat(roots.Join(folder, name)); errors.Is(err, fs.ErrNotExist) {
		taken.Take(name)
	}
}

// takenMeanwhile reports whether a file that will not leave has the name on the disk, or
// one that the disk takes for the same.
func (s *Reserved) takenMeanwhile(folder, name string) bool {
	in, err := s.tree.Lstat(roots.Join(folder, name))
	return err == nil && !s.leaving[leaver{folder, in.ID.File()}]
}

// Same returns the name in folder that some file system takes for name; empty if there is
// none.
func (s *Reserved) Same(folder, name string) (string, error) {
	taken, err := s.in(folder)
	if err != nil {
		return "", err
	}
	key := filename.Key(name)
	s.sweep(folder, taken, taken.Last(key))
	if !taken.Holds(key) {
		return "", nil
	}
	return taken.Last(key), nil
}
