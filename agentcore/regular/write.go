package regular

import (
	"errors"
	"os"
	"path/filepath"
)

// WriteWhole writes a file next to its place and moves it there: whoever reads it
// sees the old text or the new one, after a power cut too.
func WriteWhole(file string, text []byte) error {
	fresh, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".new-*")
	if err != nil {
		return err
	}
	_, err = fresh.Write(text)
	err = errors.Join(err, fresh.Sync(), fresh.Close())
	if err == nil {
		err = os.Rename(fresh.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(fresh.Name()))
	}
	return nil
}
