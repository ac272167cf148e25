package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/deskhand/deskhand/app/config"
)

// maxPasted is the largest picture that is taken from the clipboard, in bytes: a
// screenshot of four 4K screens has some 30 MB.
const maxPasted = 64 << 20

var (
	errPictureTooLarge = errors.New("the image in the clipboard is too large")
	pngSignature       = []byte("\x89PNG\r\n\x1a\n")
)

// pastedPicture keeps the picture in the clipboard as a file, so that the assistant
// reads it like any other, and returns its path; empty: the clipboard has none.
func pastedPicture() (path string, err error) {
	png, err := clipboardPNG()
	if err != nil || !bytes.HasPrefix(png, pngSignature) {
		return "", err
	}
	return keepPicture(config.FindPaths().Pasted(), time.Now(), png)
}

// keepPicture writes a picture to a new file of a folder.
func keepPicture(folder string, now time.Time, png []byte) (path string, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		name := "Pasted " + now.Format("2006-01-02 150405")
		if n > 1 {
			name += fmt.Sprintf(" (%d)", n)
		}
		path = filepath.Join(folder, name+".png")
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(png)
		if err = errors.Join(err, f.Close()); err != nil {
			return "", errors.Join(err, os.Remove(path))
		}
		return path, nil
	}
}
