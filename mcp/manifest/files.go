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
	// Arg is 0 for the program, else the position of the argument that names it.
	Arg int `json:"arg"`
	// Path is absolute, with links followed.
	Path string `json:"path"`
	// Content identifies the contents: "sha256:" and the hash, or, if the file is too
	// large or unreadable, "stat:" and its Mark. A database changes with use and has
	// ContentDatabase.
	Content string `json:"content"`
	// Mark shows without reading that the file is unchanged; empty means that it has to
	// be read again.
	Mark string `json:"mark,omitempty"`
}

// ContentDatabase is the Content of an argument that is an SQLite database: what a server
// writes into it does not ask again.
const ContentDatabase = "database"

const (
	// maxContent is how many bytes of a file are hashed at most.
	maxContent = 512 << 20
	// quietTime is how old a file's last change must be for its mark to count: two
	// changes within one tick of the clock have the same time.
	quietTime = 2 * time.Second
)

var databaseHeader = []byte("SQLite format 3\x00")

// Files identifies files and remembers their contents for as long as they are unchanged.
// It is safe for concurrent use.
type Files struct {
	mu   sync.Mutex
	seen map[string]File
}

// Remember adds what was known of files before.
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

// Look returns the program and each argument that is an existing regular file; relative
// paths start from dir.
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

// look returns one file, from memory if its mark is unchanged.
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

// read identifies a file by its contents.
func read(path string) (File, error) {
	file := File{Path: path}
	open, err := os.OpenFile(path, os.O_RDONLY|noWait, 0)
	if errors.Is(err, fs.ErrPermission) { // executable but not readable
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
	// A file that changed a moment ago can change again without a trace.
	after, _, err := mark(path, open)
	if before == after && file.Content != ContentDatabase && time.Since(changed) > quietTime {
		file.Mark = after
	}
	return file, err
}

// content identifies the contents of an open file.
func content(file *os.File, stat string) (string, error) {
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fs.ErrInvalid
	}
	if info.Size() > maxContent {
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
	_, _ = h.Write(head[:n]) // a hash never fails
	if _, err := io.Copy(h, io.LimitReader(file, maxContent)); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}
