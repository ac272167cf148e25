package mover

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/suggest"
)

// nearLooked is how many names of a folder are looked at for one that was
// probably meant: in a larger folder some go unseen.
const nearLooked = 10_000

// missed explains an error and, where it says that path is not there, names
// those in the scope that were probably meant.
func (t *tree) missed(err error, path string) *Problem {
	p := Explain(err, path)
	if errors.Is(err, fs.ErrNotExist) {
		p.suggest(t.near(path))
	}
	return p
}

// near gives at most three paths that were probably meant by one that is not
// there: the first part of it that is missing is looked for among the names
// beside it. Only what the scope lets be looked at is named, and what is hidden
// only to who asks for what is hidden.
func (t *tree) near(path string) []string {
	folder, missing := t.lost(path)
	if missing == "" {
		return nil
	}
	dir, err := t.dir(folder)
	if err != nil {
		return nil
	}
	paths := suggest.Names(missing, func(yield func(string) bool) {
		looked := 0
		_ = dir.List(func(name string, _ fs.FileMode) bool { // a folder that fails half way has named some
			looked++
			hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(missing, ".")
			if hidden || !t.scope.MayRead(joined(folder, name)) {
				return looked < nearLooked
			}
			return yield(name) && looked < nearLooked
		})
	})
	for i, name := range paths {
		paths[i] = joined(folder, name)
	}
	return paths
}

// lost gives the first part of a path that is missing and the folder that it is
// missing from; nothing if that cannot be told inside the scope.
func (t *tree) lost(path string) (folder, missing string) {
	folder, inside := t.scope.base(path)
	if !inside {
		return "", ""
	}
	for name := range strings.SplitSeq(path[len(folder):], string(filepath.Separator)) {
		if name == "" {
			continue
		}
		next := joined(folder, name)
		_, err := t.lstat(next)
		if errors.Is(err, fs.ErrNotExist) {
			return folder, name
		}
		if err != nil {
			return "", ""
		}
		folder = next
	}
	return "", ""
}
