package regular

import (
	"errors"
	"os"
	"path/filepath"
)

// WriteWhole writes a file beside its place and moves it there: whoever reads it
// sees the old text or the new one, after a power cut too.
func WriteWhole(file string, text []byte) error {
	beside, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".new-*")
	if err != nil {
		return err
	}
	_, err = beside.Write(text)
	err = errors.Join(err, beside.Sync(), beside.Close())
	if err == nil {
		err = os.Rename(beside.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(beside.Name()))
	}
	return nil
}
