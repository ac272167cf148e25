package mover

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// shelves know the names in the folders of a plan. What is remembered of a
// folder may miss what came or went in the last moment, so each name is looked
// up once more before it is given away or said to be taken.
type shelves struct {
	tree *tree
	by   map[string]*shelf
	// labels are the names of the labels of a trash, by the folder of its files.
	labels map[string]*shelf
	// leaving are the files that will have left the folder that they are in.
	leaving map[leaver]bool
	// exact lets names differ in case alone: an undo brings back what was.
	exact bool
}

type leaver struct {
	folder string
	file   safefs.FileID
}

func newShelves(t *tree) *shelves {
	return &shelves{tree: t, by: map[string]*shelf{}, labels: map[string]*shelf{}, leaving: map[leaver]bool{}}
}

func (s *shelves) of(folder string) (*shelf, error) {
	if known := s.by[folder]; known != nil {
		return known, nil
	}
	names, err := s.namesIn(folder)
	if err != nil {
		return nil, err
	}
	if bin := filepath.Dir(folder); s.tree.scope.hasWay(bin) && folder == filesOf(bin) {
		labels, err := s.namesIn(filepath.Join(bin, trashInfo))
		if err != nil {
			return nil, err
		}
		s.labels[folder] = labels
	}
	s.by[folder] = names.above()
	return s.by[folder], nil
}

// namesIn gives the names in a folder; one that will be made has none, and those
// in a trash that the system shows to nobody are found out one by one.
func (s *shelves) namesIn(folder string) (*shelf, error) {
	names, err := s.tree.names(folder)
	hidden := errors.Is(err, fs.ErrPermission) && s.tree.scope.hasWay(folder)
	if errors.Is(err, fs.ErrNotExist) || hidden {
		return newShelf(0), nil
	}
	if err != nil {
		return nil, err
	}
	return names.taken(), nil
}

// vacate says that the file at path will leave. A folder that cannot be read
// keeps its names: nothing is to go there anyway.
func (s *shelves) vacate(path string, id safefs.Identity) {
	folder := filepath.Dir(path)
	if shelf, err := s.of(folder); err == nil {
		shelf.take(filepath.Base(path))
		s.leaving[leaver{folder, id.File()}] = true
	}
}

// hold says that path will be there.
func (s *shelves) hold(path string) {
	if shelf, err := s.of(filepath.Dir(path)); err == nil {
		shelf.put(filepath.Base(path))
	}
}

// knows reports whether the names of a folder are known.
func (s *shelves) knows(folder string) bool { return s.by[folder] != nil }

// reserve gives path, or path with a number, and keeps it from others.
func (s *shelves) reserve(path string) (string, error) {
	for {
		free, err := s.claim(path)
		if free || err != nil {
			return path, err
		}
		folder, name := parts(path)
		shelf, labels := s.by[folder], s.labels[folder]
		name = filename.Unique(name, func(key string) bool { return shelf.holds(key) || labels.holds(key+labelSuffix) })
		path = joined(folder, name)
	}
}

// claim keeps path from others, if it is free.
func (s *shelves) claim(path string) (free bool, err error) {
	folder, name := parts(path)
	shelf, err := s.of(folder)
	if err != nil {
		return false, err
	}
	labels, key := s.labels[folder], filename.Key(name)
	s.sweep(folder, shelf, name)
	s.sweep(folder, shelf, shelf.last(key))
	switch {
	case shelf.has(name), labels.has(name + labelSuffix):
		return false, nil
	case !s.exact && (shelf.holds(key) || labels.holds(key+labelSuffix)):
		return false, nil
	}
	shelf.put(name)
	return !s.takenMeanwhile(folder, name), nil
}

// sweep takes a name off its shelf that is remembered and is not on the disk any
// more.
func (s *shelves) sweep(folder string, shelf *shelf, name string) {
	if name == "" || shelf.knows(name) || !shelf.has(name) {
		return
	}
	if _, err := s.tree.lstat(joined(folder, name)); errors.Is(err, fs.ErrNotExist) {
		shelf.take(name)
	}
}

// takenMeanwhile says that something that will not leave has the name on the
// disk, or one that the disk takes for the same.
func (s *shelves) takenMeanwhile(folder, name string) bool {
	in, err := s.tree.lstat(joined(folder, name))
	return err == nil && !s.leaving[leaver{folder, in.ID.File()}]
}

// twin gives the name in folder that some file system takes for name; empty if
// there is none.
func (s *shelves) twin(folder, name string) (string, error) {
	shelf, err := s.of(folder)
	if err != nil {
		return "", err
	}
	key := filename.Key(name)
	s.sweep(folder, shelf, shelf.last(key))
	if !shelf.holds(key) {
		return "", nil
	}
	return shelf.last(key), nil
}
