package trash

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// Entry is a file in a trash.
type Entry struct {
	// Path is where it is, Was where it was, When the time of deletion.
	Path, Was string
	When      time.Time

	Label string
}

// In returns the existing trashes that files of the scope go to.
func (b *Bins) In(scope roots.Scope) []string {
	var found []string
	for _, root := range scope.Paths() {
		dev, err := b.device(root)
		if err != nil {
			continue
		}
		trash, err := b.Of(root, dev)
		if _, gone := os.Lstat(trash); err == nil && gone == nil && !slices.Contains(found, trash) {
			found = append(found, trash)
		}
	}
	return found
}

// List reads the labels of a trash. Files that were outside the scope are left out.
func List(ctx context.Context, t *folders.Tree, trash string) ([]Entry, error) {
	dir, err := t.Dir(filepath.Join(trash, LabelFolder))
	if err != nil {
		return nil, err
	}
	var names []string
	if err := dir.List(func(name string, kind fs.FileMode) bool {
		if kind.IsRegular() && strings.HasSuffix(name, LabelSuffix) {
			names = append(names, name)
		}
		return ctx.Err() == nil
	}); err != nil {
		return nil, err
	}
	var found []Entry
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, err := t.Place(filepath.Join(trash, LabelFolder, name))
		if err != nil {
			return nil, err
		}
		text, err := LabelText(p)
		if err != nil {
			continue // gone meanwhile, or not ours to read
		}
		was, when, ok := ReadLabel(trash, text)
		if ok && t.Scope.MayWrite(was) {
			path := filepath.Join(FilesOf(trash), strings.TrimSuffix(name, LabelSuffix))
			found = append(found, Entry{Path: path, Was: was, When: when, Label: text})
		}
	}
	return found, nil
}
