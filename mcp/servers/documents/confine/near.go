package confine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/suggest"
)

const (
	// nearLooked is how many names of a folder are looked at for one that was
	// probably meant: in a larger folder some go unseen. They are read by
	// nearBatch at a time.
	nearLooked = 10_000
	nearBatch  = 512
)

// Near gives at most three paths that were probably meant by one that is not
// there: the first part of it that is missing is looked for among the names
// beside it. Only what is in the folders of both bounds is named, and what is
// hidden only to who asks for what is hidden.
func (b Bounds) Near(path string) []string {
	path = filepath.Clean(path)
	root, at := b.narrowest(path)
	if root == nil {
		return nil
	}
	folder, at, missing := descend(root, at, path)
	if folder == nil {
		return nil
	}
	defer func() { _ = folder.Close() }()
	paths := suggest.Names(missing, func(yield func(string) bool) { namesIn(folder, missing, yield) })
	for i, name := range paths {
		paths[i] = filepath.Join(at, name)
	}
	return paths
}

// narrowest opens the inner one of the folders that hold path, one of each
// bound, through the outer one: what both let be seen. It gives nil where a
// bound has none. The caller closes it.
func (b Bounds) narrowest(path string) (root *os.Root, at string) {
	folders := make([]string, 0, 2)
	for _, bound := range b.set() {
		folder, ok := holder(bound, path)
		if !ok {
			return nil, ""
		}
		folders = append(folders, folder)
	}
	if len(folders) == 0 {
		return nil, ""
	}
	if len(folders) == 2 && len(folders[0]) > len(folders[1]) {
		folders[0], folders[1] = folders[1], folders[0]
	}
	root, err := os.OpenRoot(folders[0])
	if err != nil {
		return nil, ""
	}
	inner := folders[len(folders)-1]
	if rest, _ := below(folders[0], inner); rest != "." {
		root = stepInto(root, rest)
	}
	return root, inner
}

// set are the bounds that count.
func (b Bounds) set() [][]string {
	var bounds [][]string
	if len(b.Outer) > 0 {
		bounds = append(bounds, b.Outer)
	}
	if b.HasCall {
		bounds = append(bounds, b.Call)
	}
	return bounds
}

// holder is the first of the roots that path is below.
func holder(roots []string, path string) (string, bool) {
	for _, root := range roots {
		if rest, ok := below(filepath.Clean(root), path); filepath.IsAbs(root) && ok && rest != "." {
			return filepath.Clean(root), true
		}
	}
	return "", false
}

// descend goes from an open folder, which is at, towards path as far as there
// are folders. It gives the last one and the part of path that is missing from
// it, or nil where that cannot be told. It closes what it leaves.
func descend(folder *os.Root, at, path string) (last *os.Root, where, missing string) {
	rest, _ := below(at, path)
	for name := range strings.SplitSeq(rest, string(filepath.Separator)) {
		info, err := folder.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return folder, at, name
		}
		if err != nil || !info.IsDir() {
			break
		}
		if folder = stepInto(folder, name); folder == nil {
			return nil, "", ""
		}
		at = filepath.Join(at, name)
	}
	_ = folder.Close()
	return nil, "", ""
}

// stepInto opens what is in a folder, for good: a link never leads out again. It
// closes the folder and gives nil where there is none to be opened.
func stepInto(folder *os.Root, name string) *os.Root {
	inner, err := folder.OpenRoot(name)
	_ = folder.Close()
	if err != nil {
		return nil
	}
	return inner
}

// namesIn gives the names in a folder that may be proposed for a missing one.
func namesIn(folder *os.Root, missing string, yield func(string) bool) {
	dir, err := folder.Open(".")
	if err != nil {
		return
	}
	defer func() { _ = dir.Close() }()
	for looked := 0; looked < nearLooked; {
		names, err := dir.Readdirnames(nearBatch)
		for _, name := range names {
			hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(missing, ".")
			if !hidden && !yield(name) {
				return
			}
		}
		if looked += len(names); err != nil {
			return
		}
	}
}
