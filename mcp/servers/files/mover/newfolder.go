package mover

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/filename"
)

// folder returns the actual path for a requested folder. Existing parts keep the case
// that they have; missing parts get safe names and are planned.
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

// existing returns the existing name that the disk takes for a missing one. An undo,
// which restores exact names, gets none.
func (p *planner) existing(parent, name string) (string, error) {
	if p.keepNames {
		return "", nil
	}
	return p.reserved.Same(parent, name)
}
