package folders

import (
	"errors"
	"io"
	"io/fs"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// ErrTooLarge means that a file is larger than the limit.
const ErrTooLarge = safefs.Error(chat.CodeTooLarge)

// Read returns the contents of a regular file in the scope, of at most limit bytes. It
// follows no link, not in the path either, and does not block on a pipe.
func (t *Tree) Read(path string, limit int64) ([]byte, error) {
	path, err := t.Scope.Readable(path)
	if err != nil {
		return nil, err
	}
	file, err := t.open(path)
	if err != nil {
		return nil, t.Missed(err, path)
	}
	defer func() { _ = file.Close() }()
	return readAll(file, limit)
}

// open opens the file that is at path now, and fails if another takes its place
// meanwhile.
func (t *Tree) open(path string) (safefs.File, error) {
	seen, err := t.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case seen.Mode&fs.ModeSymlink != 0:
		return nil, safefs.ErrLink
	case !seen.Mode.IsRegular():
		return nil, safefs.ErrNotRegular
	}
	p, err := t.Place(path)
	if err != nil {
		return nil, err
	}
	file, err := p.Dir.Open(p.Name)
	if err != nil {
		return nil, err
	}
	if opened, err := file.Stat(); err != nil || !opened.ID.SameFile(seen.ID) {
		return nil, errors.Join(safefs.ErrChanged, err, file.Close())
	}
	return file, nil
}

// readAll reads a file within the limit, even if it grows meanwhile.
func readAll(file safefs.File, limit int64) ([]byte, error) {
	in, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if in.ID.Size > limit {
		return nil, ErrTooLarge
	}
	data := make([]byte, 0, in.ID.Size+1)
	reader := io.LimitReader(file, limit+1)
	for {
		n, err := reader.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			return data, nil
		case err != nil:
			return nil, err
		case int64(len(data)) > limit:
			return nil, ErrTooLarge
		case len(data) == cap(data):
			data = append(data, 0)[:len(data)]
		}
	}
}
