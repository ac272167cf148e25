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

// mostLooked is how many names of a folder are looked at for one that was
// probably meant: in a larger folder some go unseen.
const mostLooked = 10_000

// Missed explains an error and, where it says that path is not there, names
// those in the scope that were probably meant.
func (t *Tree) Missed(err error, path string) *chat.Failure {
	p := fault.Of(err, path)
	if errors.Is(err, fs.ErrNotExist) {
		p.Suggestions = t.Suggest(path)
	}
	return p
}

// Suggest returns at most three paths that were probably meant by one that is not
// there: the first part of it that is missing is looked for among the names
// in its folder. Only what the scope lets be looked at is named, and what is hidden
// only to who asks for what is hidden.
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
		_ = dir.List(func(name string, _ fs.FileMode) bool { // a folder that fails half way has named some
			looked++
			hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(missing, ".")
			if hidden || !t.Scope.MayRead(roots.Join(folder, name)) {
				return looked < mostLooked
			}
			return yield(name) && looked < mostLooked
		})
	})
	for i, name := range paths {
		paths[i] = roots.Join(folder, name)
	}
	return paths
}

// missing returns the first part of a path that is missing and the folder that it is
// missing from; nothing if that cannot be told inside the scope.
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
