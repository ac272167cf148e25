package builtin

import (
	"bytes"
	"errors"
	"io"
	"path"
	"strings"
)

// dataFolder is where tesseract looks for its data; there is no such folder.
const dataFolder = "/tessdata"

// The numbers of errors, as WASI has them.
const (
	errBadFile  = 8
	errInvalid  = 28
	errNotThere = 44
	errNoSystem = 52
)

// maxOpen is how many files may be open at a time.
const maxOpen = 64

// files is all that tesseract sees of a file system: the data of its languages,
// to be read. It is used by one goroutine.
type files struct {
	open [maxOpen]*bytes.Reader
}

// firstFile is the lowest number of a file: below it are the three of a terminal.
const firstFile = 3

// openFile returns the number of a file.
func (f *files) openFile(name string) (number uint32, errno uint32) {
	language, found := strings.CutSuffix(path.Base(name), dataEnding)
	if !found || path.Dir(name) != dataFolder {
		return 0, errNotThere
	}
	data := load(language)
	if data == nil {
		return 0, errNotThere
	}
	for i := firstFile; i < maxOpen; i++ {
		if f.open[i] == nil {
			f.open[i] = bytes.NewReader(data)
			return uint32(i), 0
		}
	}
	return 0, errNotThere
}

// file is the open file of a number, or nil.
func (f *files) file(number uint32) *bytes.Reader {
	if number >= maxOpen {
		return nil
	}
	return f.open[number]
}

func (f *files) read(number uint32, into []byte) (int, uint32) {
	file := f.file(number)
	if file == nil {
		return 0, errBadFile
	}
	n, err := file.Read(into)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, errInvalid
	}
	return n, 0
}

func (f *files) seek(number uint32, offset int64, whence int) (int64, uint32) {
	file := f.file(number)
	if file == nil {
		return 0, errBadFile
	}
	at, err := file.Seek(offset, whence)
	if err != nil {
		return 0, errInvalid
	}
	return at, 0
}

func (f *files) close(number uint32) uint32 {
	if f.file(number) == nil {
		return errBadFile
	}
	f.open[number] = nil
	return 0
}
