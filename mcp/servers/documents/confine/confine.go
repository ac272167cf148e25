package confine

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Why a file is not opened.
var (
	// ErrNoRoots: neither bound is set.
	ErrNoRoots = errors.New("no folder is allowed")
	// ErrRelative: the path is not absolute.
	ErrRelative = errors.New("not an absolute path")
	// ErrOutside: the path is not in the allowed folders, or a link leads out.
	ErrOutside = errors.New("outside of the allowed folders")
	// ErrLink: it is a symbolic link.
	ErrLink = errors.New("a symbolic link")
	// ErrNotRegular: it is a folder, a pipe or a device.
	ErrNotRegular = errors.New("not a regular file")
	// ErrTooLarge: it has more bytes than are read.
	ErrTooLarge = errors.New("too large")
)

// Bounds are the allowed folders and single files, as absolute paths.
type Bounds struct {
	Outer []string // empty: Call alone decides
	Call  []string
	// HasCall says that the call brought roots of its own: even an empty list
	// of them then counts, and allows nothing.
	HasCall bool
}

// Read reads a whole file of at most limit bytes.
func (b Bounds) Read(path string, limit int64) ([]byte, error) {
	if len(b.Outer) == 0 && !b.HasCall {
		return nil, ErrNoRoots
	}
	if !filepath.IsAbs(path) {
		return nil, ErrRelative
	}
	path = filepath.Clean(path)
	var files []*os.File
	defer func() {
		for _, file := range files {
			_ = file.Close()
		}
	}()
	if len(b.Outer) > 0 {
		file, err := openIn(b.Outer, path)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if b.HasCall {
		file, err := openIn(b.Call, path)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if err := same(files); err != nil {
		return nil, err
	}
	return readAll(files[0], limit)
}

// same makes sure that both bounds led to one file.
func same(files []*os.File) error {
	if len(files) < 2 {
		return nil
	}
	first, err := files[0].Stat()
	if err != nil {
		return fmt.Errorf("look at the file: %w", err)
	}
	second, err := files[1].Stat()
	if err != nil {
		return fmt.Errorf("look at the file: %w", err)
	}
	if !os.SameFile(first, second) {
		return ErrOutside
	}
	return nil
}

// openIn opens a file through the first of the roots that holds its path.
func openIn(roots []string, path string) (*os.File, error) {
	for _, root := range roots {
		if !filepath.IsAbs(root) {
			continue
		}
		if root = filepath.Clean(root); root == path {
			return openBelow(filepath.Dir(path), filepath.Base(path))
		}
		if rest, ok := below(root, path); ok {
			return openBelow(root, rest)
		}
	}
	return nil, ErrOutside
}

// below gives the rest of a path under root.
func below(root, path string) (string, bool) {
	rest, err := filepath.Rel(root, path)
	if err != nil || !filepath.IsLocal(rest) {
		return "", false
	}
	return rest, true
}

// openBelow opens a regular file; the system resolves the path inside the
// folder, so that swapping a link in leads nowhere.
func openBelow(folder, rest string) (*os.File, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, cause(err)
	}
	defer func() { _ = root.Close() }()
	info, err := root.Lstat(rest)
	if err != nil {
		return nil, cause(err)
	}
	if err := regular(info); err != nil {
		return nil, err
	}
	return openSeen(root, rest, info)
}

// openSeen opens the file that was looked at: one that has taken its place since
// is not read.
func openSeen(root *os.Root, rest string, info fs.FileInfo) (*os.File, error) {
	file, err := root.OpenFile(rest, os.O_RDONLY|noWait, 0)
	if err != nil {
		return nil, cause(err)
	}
	opened, err := file.Stat()
	if err == nil {
		err = regular(opened)
	}
	if err == nil && !os.SameFile(info, opened) {
		err = ErrOutside // swapped in between
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

func regular(info fs.FileInfo) error {
	switch {
	case info.Mode().IsRegular():
		return nil
	case info.Mode()&fs.ModeSymlink != 0:
		return ErrLink
	default:
		return ErrNotRegular
	}
}

// cause sorts the system's errors; the library has no name for a link that
// leads out.
func cause(err error) error {
	if strings.Contains(err.Error(), "path escapes") {
		return ErrOutside
	}
	return err
}

// readAll reads a file within the limit, also when it grows meanwhile.
func readAll(file *os.File, limit int64) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("look at the file: %w", err)
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, info.Size())
	}
	data := make([]byte, 0, info.Size()+1)
	reader := io.LimitReader(file, limit+1)
	for {
		n, err := reader.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			return data, nil
		case err != nil:
			return nil, fmt.Errorf("read the file: %w", err)
		case int64(len(data)) > limit:
			return nil, fmt.Errorf("%w: over %d bytes", ErrTooLarge, limit)
		case len(data) == cap(data):
			data = append(data, 0)[:len(data)]
		}
	}
}
