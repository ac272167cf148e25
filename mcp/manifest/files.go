package manifest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// File is a file that a command runs or names.
type File struct {
	// Arg is 0 for the program, else the place of the argument that names it.
	Arg int `json:"arg"`
	// Path is where it lies: absolute, links followed.
	Path string `json:"path"`
	// Content stands for what is in it: "sha256:" and the hash, or, for one that
	// is too large or must not be read, "stat:" and its Mark. A database changes
	// with use and has ContentDatabase.
	Content string `json:"content"`
	// Mark tells without reading that it is still the same; empty: it has to be
	// read again.
	Mark string `json:"mark,omitempty"`
}

// ContentDatabase is the Content of an argument that is an SQLite database: what a
// server writes into it does not ask again.
const ContentDatabase = "database"

const (
	// largest is the most bytes of a file that are read to know it.
	largest = 512 << 20
	// quietTime is how old a file's last change must be for its mark to be relied
	// on: two changes within one tick of a clock have the same times.
	quietTime = 2 * time.Second
)

var databaseHeader = []byte("SQLite format 3\x00")

// Files looks at files, and remembers what it read in them as long as they stay as
// they are. It is safe for concurrent use.
type Files struct {
	mu   sync.Mutex
	seen map[string]File
}

// Remember takes over what was known of files before.
func (f *Files) Remember(files []File) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.seen == nil {
		f.seen = map[string]File{}
	}
	for _, file := range files {
		if file.Mark != "" {
			f.seen[file.Path] = file
		}
	}
}

// Look returns the program and each argument that is an existing regular file; one
// that is not absolute is looked for from dir.
func (f *Files) Look(program string, args []string, dir string) ([]File, error) {
	first, err := f.look(0, program)
	if err != nil {
		return nil, err
	}
	files := []File{first}
	for i, arg := range args {
		if arg == "" {
			continue
		}
		if !filepath.IsAbs(arg) {
			arg = filepath.Join(dir, arg)
		}
		if info, err := os.Stat(arg); err != nil || !info.Mode().IsRegular() {
			continue
		}
		file, err := f.look(i+1, arg)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			files = append(files, file)
		}
	}
	return files, nil
}

// look returns one file, out of memory where its mark is the one of then.
func (f *Files) look(arg int, path string) (File, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return File{}, err
	}
	now, _, err := mark(path, nil)
	if err != nil {
		return File{}, fmt.Errorf("look at %s: %w", path, err)
	}
	f.mu.Lock()
	file, ok := f.seen[path]
	f.mu.Unlock()
	if !ok || file.Mark != now {
		if file, err = read(path); err != nil {
			return File{}, fmt.Errorf("read %s: %w", path, err)
		}
		f.Remember([]File{file})
	}
	file.Arg = arg
	return file, nil
}

// read reads a file to know what is in it.
func read(path string) (File, error) {
	file := File{Path: path}
	open, err := os.OpenFile(path, os.O_RDONLY|noWait, 0)
	if errors.Is(err, fs.ErrPermission) { // it can be run and not read
		stat, _, err := mark(path, nil)
		file.Content = "stat:" + stat
		return file, err
	}
	if err != nil {
		return file, err
	}
	defer func() { _ = open.Close() }()
	before, changed, err := mark(path, open)
	if err == nil {
		file.Content, err = content(open, before)
	}
	if err != nil {
		return file, err
	}
	// One that changed a moment ago can change again without a trace.
	after, _, err := mark(path, open)
	if before == after && file.Content != ContentDatabase && time.Since(changed) > quietTime {
		file.Mark = after
	}
	return file, err
}

// content stands for what is in an open file.
func content(file *os.File, stat string) (string, error) {
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fs.ErrInvalid
	}
	if info.Size() > largest {
		return "stat:" + stat, nil
	}
	head := make([]byte, len(databaseHeader))
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	if bytes.Equal(head[:n], databaseHeader) {
		return ContentDatabase, nil
	}
	h := sha256.New()
	_, _ = h.Write(head[:n]) // a hash takes all
	if _, err := io.Copy(h, io.LimitReader(file, largest)); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}
