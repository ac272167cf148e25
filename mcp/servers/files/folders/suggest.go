package folders

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/suggest"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// maxLooked is how many names of a folder are compared for suggestions.
const maxLooked = 10_000

// Missed explains an error and, if path does not exist, adds the names in the scope that
// were probably meant.
func (t *Tree) Missed(err error, path string) *chat.Failure {
	p := fault.Of(err, path)
	if errors.Is(err, fs.ErrNotExist) {
		p.Suggestions = t.Suggest(path)
	}
	return p
}

// Suggest returns at most three paths that were probably meant by one that does not
// exist: its first missing part is compared with the names in the folder. Only paths in
// the scope are named, and hidden ones only if a hidden one was asked for.
func (t *Tree) Suggest(path string) []string {
	folder, missing := t.missing(path)
	if missing == "" {
		return nil
	}
	dir, err := t.Dir(folder)
	if err != nil {
		return nil
	}
	paths := suggest.Names(missing, func(yield func(string) bool) {
		looked := 0
		_ = dir.List(func(name string, _ fs.FileMode) bool { // a folder that fails half way has given some names
			looked++
			hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(missing, ".")
			if hidden || !t.Scope.MayRead(roots.Join(folder, name)) {
				return looked < maxLooked
			}
			return yield(name) && looked < maxLooked
		})
	})
	for i, name := range paths {
		paths[i] = roots.Join(folder, name)
	}
	return paths
}

// missing returns the first missing part of a path and its folder; empty if that cannot
// be known inside the scope.
func (t *Tree) missing(path string) (folder, missing string) {
	folder, inside := t.Scope.Base(path)
	if !inside {
		return "", ""
	}
	for name := range strings.SplitSeq(path[len(folder):], string(filepath.Separator)) {
		if name == "" {
			continue
		}
		next := roots.Join(folder, name)
		_, err := t.Lstat(next)
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
