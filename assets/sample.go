package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// inSample is where Sample has the files.
const inSample = "sample"

// WriteSample writes the sample files into a folder, which is made where it is not
// there. Files that are there already stay as they are.
func WriteSample(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the folder %s: %w", dir, err)
	}
	entries, err := fs.ReadDir(Sample, inSample)
	if err != nil {
		return fmt.Errorf("read the sample: %w", err)
	}
	for _, e := range entries {
		content, err := fs.ReadFile(Sample, inSample+"/"+e.Name())
		if err != nil {
			return fmt.Errorf("read the sample: %w", err)
		}
		if err := add(filepath.Join(dir, e.Name()), content); err != nil {
			return err
		}
	}
	return nil
}

// add writes a file that is not there yet.
func add(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err != nil:
		return fmt.Errorf("write the sample: %w", err)
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write the sample: %w", errors.Join(err, os.Remove(path)))
	}
	return nil
}
