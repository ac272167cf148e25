package find

import (
	"context"
	"io"

	"github.com/gabriel-vasile/mimetype"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// hashMax is the size in bytes up to which Inspect hashes a file.
const hashMax = 64 << 20

// Inspect describes one file or folder. MIME and hash are empty unless it is a regular
// file on this computer, the hash also for large files.
func (f *Finder) Inspect(ctx context.Context, scope roots.Scope, path string) (found files.Info, err error) {
	path, err = scope.Readable(path)
	if err != nil {
		return found, err
	}
	t := f.folders.Tree(scope)
	defer t.Close()
	in, err := t.Lstat(path)
	if err != nil {
		return found, t.Missed(err, path)
	}
	flags := NewFlags(t).all(path, in)
	if !in.Mode.IsRegular() || in.OnlineOnly {
		return files.Info{Entry: entry(path, in, flags)}, nil
	}
	p, err := t.Place(path)
	if err != nil {
		return found, err
	}
	if in.ID.Size <= hashMax {
		if found.SHA256, err = safefs.Hash(ctx, p); err != nil {
			return files.Info{}, err
		}
	}
	if found.MIME, err = mimeOf(p); err != nil {
		return files.Info{}, err
	}
	if found.MIME == "application/pdf" && Signed(p, min(hashMax, in.ID.Size)) {
		flags = append(flags, recognise.Signed)
	}
	if again, err := t.Lstat(path); err == nil && again.ID != in.ID {
		flags = append(flags, recognise.BeingWritten)
	}
	found.Entry = entry(path, in, flags)
	return found, nil
}

func mimeOf(p safefs.Place) (string, error) {
	f, err := p.Dir.Open(p.Name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	kind, err := mimetype.DetectReader(f)
	if err != nil {
		return "", err
	}
	return kind.String(), nil
}

// Signed reports whether the PDF at p is signed; false if it cannot be read. It reads the
// last limit bytes, since a signature is added at the end.
func Signed(p safefs.Place, limit int64) bool {
	f, err := p.Dir.Open(p.Name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	if _, err := f.Seek(-limit, io.SeekEnd); err != nil {
		return false
	}
	found, err := recognise.IsSigned(f, limit)
	return err == nil && found
}
