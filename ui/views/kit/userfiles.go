package kit

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// HomeFolder returns the user's home, where a choice begins.
func HomeFolder() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return string(filepath.Separator)
	}
	return home
}

// InHome returns the proposed path of a new file.
func InHome(name string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "."
	}
	return filepath.Join(home, name)
}

// WriteNew writes a new file; an incomplete one is removed.
func WriteNew(file string, write func(io.Writer) error) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	err = write(f)
	if err := errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(file) // the first error is reported
		return err
	}
	return nil
}
