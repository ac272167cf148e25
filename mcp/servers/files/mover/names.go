package mover

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
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

// maxDepth is how many levels below its root a folder may be made at.
const maxDepth = 64

// tooDeep refuses a path that leads too many levels down from its root.
func (s Scope) tooDeep(path string) error {
	base, _ := s.base(path)
	if strings.Count(path, string(filepath.Separator))-strings.Count(base, string(filepath.Separator)) <= maxDepth {
		return nil
	}
	return &Problem{
		Kind: InvalidArgs, Path: path, Advice: "Choose a folder that is less deep.",
		Message: fmt.Sprintf("The folder is more than %d levels deep.", maxDepth),
	}
}

// folder returns the path that a wished folder gets. Parts of it that exist stay
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
