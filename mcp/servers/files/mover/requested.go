package mover

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// requested are the files of a batch that an undo is about, by where the batch
// brought them; nil: all of them. The value reports whether one was found.
type requested map[string]bool

func newRequested(only []string) requested {
	if len(only) == 0 {
		return nil
	}
	w := requested{}
	for _, path := range only {
		w[filepath.Clean(path)] = false
	}
	return w
}

// has reports whether the file that was brought to path is to be taken back.
func (w requested) has(path string) bool {
	_, named := w[path]
	return w == nil || named
}

func (w requested) found(path string) {
	if w != nil {
		w[path] = true
	}
}

// missing says which file was asked for that is not to be taken back, if any.
func (w requested) missing() error {
	for _, path := range slices.Sorted(maps.Keys(w)) {
		if !w[path] {
			return &chat.Failure{
				Class: chat.ErrInvalidArgs, Code: chat.CodeNotInBatch, Path: path,
				Message: "This batch has moved no such file, or it was taken back already.",
				Advice:  chat.Advice{Text: "Name it by the path that the history shows behind the arrow."},
			}
		}
	}
	return nil
}
