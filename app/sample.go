package app

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/regular"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/assets"
)

// sampleFolder writes the sample files that are built into the program to the
// cache, so that a model can be tried without a file of the person's own, and
// says where they are. Files that are there already stay as they are.
func sampleFolder(p config.Paths) (string, error) {
	dir := filepath.Join(p.Cache, "sample")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make the folder %s: %w", dir, err)
	}
	const in = "sample"
	entries, err := fs.ReadDir(assets.Sample, in)
	if err != nil {
		return "", fmt.Errorf("read the sample: %w", err)
	}
	for _, e := range entries {
		content, err := fs.ReadFile(assets.Sample, in+"/"+e.Name())
		if err != nil {
			return "", fmt.Errorf("read the sample: %w", err)
		}
		to := filepath.Join(dir, e.Name())
		if _, err := os.Lstat(to); err == nil {
			continue
		}
		if err := regular.WriteWhole(to, content); err != nil {
			return "", fmt.Errorf("write %s: %w", to, err)
		}
	}
	return dir, nil
}
