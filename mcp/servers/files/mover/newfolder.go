package mover

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/filename"
)

// folder returns the path that a requested folder gets. Parts of it that exist stay
// as they are, in the case that they have; parts that are missing get safe
// names and are remembered.
func (p *planner) folder(path string) (string, error) {
	if p.planned[path] {
		return path, nil
	}
	_, err := p.tree.Dir(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	if base, inside := p.tree.Scope.Base(path); !inside || base == path {
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
	same, err := p.existing(parent, name)
	if err != nil {
		return "", err
	}
	if same != "" {
		path = filepath.Join(parent, same)
		if p.planned[path] {
			return path, nil
		}
		_, err := p.tree.Dir(path)
		return path, err
	}
	path = filepath.Join(parent, name)
	if !p.planned[path] {
		p.planned[path] = true
		p.folders = append(p.folders, path)
		p.reserved.Hold(path)
	}
	return path, nil
}

// existing looks for a folder that stands for a missing one; an undo brings back
// what was and nothing else.
func (p *planner) existing(parent, name string) (string, error) {
	if p.keepNames {
		return "", nil
	}
	return p.reserved.Same(parent, name)
}
