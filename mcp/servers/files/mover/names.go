package mover

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/filename"
)

// safeName makes the name that a file gets out of the one that is wished for.
// A name that it has already stays as it is, and so does its extension.
func safeName(own, wished string) string {
	if own == wished {
		return own
	}
	_, ext := filename.Split(own)
	if n := len(wished) - len(ext); ext != "" && n > 0 && strings.EqualFold(wished[n:], ext) {
		return filename.Sanitise(wished[:n], wished[n:]) // the case of the extension may change
	}
	stem, claimed := filename.Split(wished)
	if !common(claimed) {
		stem = wished
	}
	return filename.Sanitise(stem, ext)
}

// common says that ext is one that people and models write after a name
// without thinking: it is dropped for the file's own.
func common(ext string) bool {
	switch strings.ToLower(ext) {
	case ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".webp", ".heic", ".bmp", ".svg",
		".doc", ".docx", ".odt", ".rtf", ".txt", ".md", ".csv", ".xls", ".xlsx", ".ods", ".ppt", ".pptx", ".odp",
		".eml", ".html", ".htm", ".xml", ".json", ".zip", ".mp3", ".mp4", ".mov", ".wav", ".exe":
		return true
	}
	return false
}

// folder gives the path that a wished folder gets. Parts of it that exist stay
// as they are, in the case that they have; parts that are missing get safe
// names and are remembered.
func (p *planner) folder(path string) (string, error) {
	if p.planned[path] {
		return path, nil
	}
	_, err := p.tree.dir(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	if base, inside := p.tree.scope.base(path); !inside || base == path {
		return "", err
	}
	if err := p.guardedFolder(path); err != nil {
		return "", err
	}
	parent, err := p.folder(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	name := filepath.Base(path)
	if !p.keepNames {
		name = filename.Sanitise(name, "")
	}
	twin, err := p.twin(parent, name)
	if err != nil {
		return "", err
	}
	if twin != "" {
		path = filepath.Join(parent, twin)
		if p.planned[path] {
			return path, nil
		}
		_, err := p.tree.dir(path)
		return path, err
	}
	path = filepath.Join(parent, name)
	if !p.planned[path] {
		p.planned[path] = true
		p.folders = append(p.folders, path)
		p.shelves.hold(path)
	}
	return path, nil
}

// twin looks for a folder that stands for a missing one; an undo brings back
// what was and nothing else.
func (p *planner) twin(parent, name string) (string, error) {
	if p.keepNames {
		return "", nil
	}
	return p.shelves.twin(parent, name)
}

// shelf is what is known of the names in one folder.
type shelf struct {
	// present are the names that will be there: those that leave are taken off.
	present map[string]bool
	// count is how many of them have a key, and names the last one of each.
	count map[string]int
	names map[string]string
}

func newShelf(size int) *shelf {
	return &shelf{present: make(map[string]bool, size), count: make(map[string]int, size), names: make(map[string]string, size)}
}

func (s *shelf) put(name string) {
	if s.present[name] {
		return
	}
	key := filename.Key(name)
	s.present[name], s.names[key] = true, name
	s.count[key]++
}

func (s *shelf) take(name string) {
	if s.present[name] {
		delete(s.present, name)
		s.count[filename.Key(name)]--
	}
}

// shelves know the names in the folders of a plan. A folder is read once.
type shelves struct {
	tree *tree
	by   map[string]*shelf
	// exact lets names differ in case alone: an undo brings back what was.
	exact bool
}

func newShelves(t *tree) *shelves { return &shelves{tree: t, by: map[string]*shelf{}} }

func (s *shelves) of(folder string) (*shelf, error) {
	if known := s.by[folder]; known != nil {
		return known, nil
	}
	names, err := s.tree.names(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // one that will be made is empty
		return nil, err
	}
	fresh := newShelf(len(names))
	for _, n := range names {
		fresh.put(n.Name)
	}
	if err := s.labels(folder, fresh); err != nil {
		return nil, err
	}
	s.by[folder] = fresh
	return fresh, nil
}

// labels puts the names of the labels of a trash on the shelf of its files: a
// name is free in both or in none.
func (s *shelves) labels(folder string, files *shelf) error {
	if !slices.Contains(s.tree.scope.trash, filepath.Dir(folder)) || filepath.Base(folder) != trashFiles {
		return nil
	}
	dir, err := s.tree.dir(filepath.Join(filepath.Dir(folder), trashInfo))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return dir.List(func(name string, _ fs.FileMode) bool {
		if file, is := strings.CutSuffix(name, labelSuffix); is {
			files.put(file)
		}
		return true
	})
}

// vacate says that the file at path will leave. A folder that cannot be read
// keeps its names: nothing is to go there anyway.
func (s *shelves) vacate(path string) {
	if shelf, err := s.of(filepath.Dir(path)); err == nil {
		shelf.take(filepath.Base(path))
	}
}

// hold says that path will be there.
func (s *shelves) hold(path string) {
	if shelf, err := s.of(filepath.Dir(path)); err == nil {
		shelf.put(filepath.Base(path))
	}
}

// reserve gives path, or path with a number, and keeps it from others.
func (s *shelves) reserve(path string) (string, error) {
	folder, name := filepath.Dir(path), filepath.Base(path)
	shelf, err := s.of(folder)
	if err != nil {
		return "", err
	}
	if !s.exact || shelf.present[name] {
		name = filename.Unique(name, func(key string) bool { return shelf.count[key] > 0 })
	}
	shelf.put(name)
	return filepath.Join(folder, name), nil
}

// twin gives the name in folder that some file system takes for name; empty if
// there is none.
func (s *shelves) twin(folder, name string) (string, error) {
	shelf, err := s.of(folder)
	if err != nil || shelf.count[filename.Key(name)] == 0 {
		return "", err
	}
	return shelf.names[filename.Key(name)], nil
}
