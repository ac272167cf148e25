package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Own returns the path of this program. Without /proc it is looked up like a shell does,
// by the name that it was started with.
func Own() (string, error) {
	if path, err := os.Executable(); err == nil {
		return path, nil
	}
	path, err := exec.LookPath(os.Args[0])
	if err != nil {
		return "", fmt.Errorf("find our own program: %w", err)
	}
	return filepath.Abs(path)
}

// Sibling returns the path of another program of ours: in the folder of this one, else in
// PATH.
func Sibling(name string) (string, error) {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if own, err := Own(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(own), name)); err == nil {
			return path, nil
		}
	}
	return exec.LookPath(name)
}
