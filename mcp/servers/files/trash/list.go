package mover

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Trashed is a file in a trash.
type Trashed struct {
	// Path is where it is, Was where it was, When it went there.
	Path, Was string
	When      time.Time

	label string
}

// trashesOf gives the trashes that files of the scope go to and that exist.
func (b *bins) trashesOf(scope Scope) []string {
	var found []string
	for _, root := range scope.Paths() {
		dev, err := b.device(root)
		if err != nil {
			continue
		}
		trash, err := b.trashOf(root, dev)
		if _, gone := os.Lstat(trash); err == nil && gone == nil && !slices.Contains(found, trash) {
			found = append(found, trash)
		}
	}
	return found
}

// labelled reads the labels of a trash. What was outside the scope is left out.
func labelled(ctx context.Context, t *tree, trash string) ([]Trashed, error) {
	dir, err := t.dir(filepath.Join(trash, trashInfo))
	if err != nil {
		return nil, err
	}
	var names []string
	if err := dir.List(func(name string, kind fs.FileMode) bool {
		if kind.IsRegular() && strings.HasSuffix(name, labelSuffix) {
			names = append(names, name)
		}
		return ctx.Err() == nil
	}); err != nil {
		return nil, err
	}
	var found []Trashed
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, err := t.place(filepath.Join(trash, trashInfo, name))
		if err != nil {
			return nil, err
		}
		text, err := labelText(p)
		if err != nil {
			continue // gone meanwhile, or not ours to read
		}
		was, when, ok := readLabel(trash, text)
		if ok && t.scope.MayWrite(was) {
			path := filepath.Join(filesOf(trash), strings.TrimSuffix(name, labelSuffix))
			found = append(found, Trashed{Path: path, Was: was, When: when, label: text})
		}
	}
	return found, nil
}
