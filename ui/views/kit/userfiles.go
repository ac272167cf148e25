package kit

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// HomeFolder is the person's home, where a choice begins.
func HomeFolder() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return string(filepath.Separator)
	}
	return home
}

// InHome is where a file of a name is offered to be written.
func InHome(name string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "."
	}
	return filepath.Join(home, name)
}

// WriteNew writes a file that is not there yet; half a file is taken away again.
func WriteNew(file string, write func(io.Writer) error) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	err = write(f)
	if err := errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(file) // what is told is why
		return err
	}
	return nil
}
