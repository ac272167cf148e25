package pathwords

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/deskhand/deskhand/agentcore/suggest"
)

// Kind says what something is that is not a regular file.
func Kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}

// Reason says why the operating system refused a path.
func Reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it does not exist; check the name"
	case errors.Is(err, fs.ErrPermission):
		return "you have no permission for it"
	case errors.Is(err, fs.ErrExist):
		return "it already exists and is not overwritten; choose another name"
	}
	if errors.Is(err, syscall.ENOSPC) {
		return "the disk is full; make room on it, then try again"
	}
	return err.Error()
}

// Slip reports whether the first argument is a bare word and no verb and no file of a
// folder, rather than a path to drop on the window, and asks whether a verb is meant.
func Slip(args []string, dir string, verbs []string) (asks string, ok bool) {
	if len(args) == 0 || strings.ContainsAny(args[0], `-./\`) {
		return "", false
	}
	if slices.Contains(verbs, args[0]) {
		return "", false
	}
	if _, err := os.Lstat(filepath.Join(dir, args[0])); !errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	if near := suggest.Names(args[0], slices.Values(verbs)); len(near) > 0 {
		return "Did you mean: deskhand " + near[0] + "?", true
	}
	return "Try: deskhand --help", true
}
