package regular

import (
	"errors"
	"io/fs"
	"os"
)

// Error means that something else is where a regular file has to be.
type Error struct {
	Path string
	// Mode says what is there.
	Mode fs.FileMode
}

func (e *Error) Error() string { return e.Path + " is not a regular file" }

// Check returns an *Error where path leads to something else than a regular file.
// A path that leads to nothing is in order.
func Check(path string) error {
	found, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !found.Mode().IsRegular():
		return &Error{Path: path, Mode: found.Mode()}
	}
	return nil
}

// ReadFile reads a regular file, and fails with an *Error where it is none.
func ReadFile(path string) ([]byte, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
