package listing

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/archive"
)

const (
	zipMIME  = "application/zip"
	tarMIME  = "application/x-tar"
	gzipMIME = "application/gzip"
)

// Reader reads archives.
type Reader struct{}

// Formats implements format.Reader.
func (Reader) Formats() []format.Format {
	const gives = "names of the files in it; it keeps its own name"
	return []format.Format{
		{Name: "ZIP", Kind: wire.KindArchive, MIME: zipMIME, Extensions: []string{".zip"}, Gives: gives},
		{Name: "TAR", Kind: wire.KindArchive, MIME: tarMIME, Extensions: []string{".tar"}, Gives: gives},
		{Name: "TAR with gzip", Kind: wire.KindArchive, MIME: gzipMIME, Extensions: []string{".tgz", ".gz"}, Gives: gives},
	}
}

// Recognize implements format.Reader.
func (Reader) Recognize(f format.File) string {
	switch f.MIME {
	case zipMIME, tarMIME:
		return f.MIME
	case gzipMIME:
		if unpacked, err := gzip.NewReader(bytes.NewReader(f.Data)); err == nil {
			if _, err := tar.NewReader(io.LimitReader(unpacked, recognized)).Next(); err == nil {
				return f.MIME
			}
		}
	}
	return ""
}

// recognized is how much is unpacked to see whether it begins as a TAR, in bytes.
const recognized = 64 << 10

// Read implements format.Reader.
func (Reader) Read(f format.File) (format.Content, error) {
	var b format.Builder
	b.As(wire.RoleFile)
	if f.MIME == zipMIME {
		list, err := archive.Open(f.Data)
		if err != nil {
			return format.Content{}, err
		}
		for _, name := range list.Names() {
			add(&b, name)
		}
		return b.Done(), nil
	}
	return listTAR(&b, f)
}

// listTAR names the files of a TAR. What is damaged at its end, or goes on for
// too long, is listed as far as it goes.
func listTAR(b *format.Builder, f format.File) (format.Content, error) {
	var from io.Reader = bytes.NewReader(f.Data)
	if f.MIME == gzipMIME {
		unpacked, err := gzip.NewReader(from)
		if err != nil {
			return format.Content{}, fmt.Errorf("%w: %w", format.ErrBroken, err)
		}
		from = io.LimitReader(unpacked, archive.MaxUnpacked)
	}
	list := tar.NewReader(from)
	for !b.Full() {
		header, err := list.Next()
		if err != nil {
			b.Content.Cut = b.Content.Cut || !errors.Is(err, io.EOF)
			break
		}
		if header.Typeflag == tar.TypeReg {
			add(b, header.Name)
		}
	}
	return b.Done(), nil
}

// add adds a file; folders show in the names of their files.
func add(b *format.Builder, name string) {
	if strings.HasSuffix(name, "/") {
		return
	}
	b.Write(name)
	b.Break()
}
