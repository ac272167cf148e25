package archive

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/deskhand/deskhand/mcp/servers/documents/format"
)

// The caps of what is unpacked.
const (
	maxEntries  = 10_000
	MaxUnpacked = 64 << 20 // bytes of all parts that are read
	MaxRatio    = 400      // unpacked to packed, for parts over RatioFrom
	RatioFrom   = 4 << 20  // bytes
)

// Archive is an archive whose parts are read one after the other.
type Archive struct {
	parts map[string]*zip.File
	names []string
	left  int64 // bytes that may still be unpacked
	steps int   // elements that may still be read
}

// signature begins the entry of a part in the list at an archive's end.
var signature = []byte("PK\x01\x02")

// Open looks at the list of parts; it unpacks nothing yet.
func Open(data []byte) (*Archive, error) {
	if bytes.Count(data, signature) > maxEntries {
		return nil, fmt.Errorf("%w: more than %d parts", format.ErrBomb, maxEntries)
	}
	list, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("%w: %w", format.ErrBroken, err)
	}
	a := &Archive{parts: make(map[string]*zip.File, len(list.File)), left: MaxUnpacked, steps: maxElements}
	for _, part := range list.File {
		if _, twice := a.parts[part.Name]; !twice {
			a.parts[part.Name] = part
			a.names = append(a.names, part.Name)
		}
	}
	return a, nil
}

// Names are the names of the parts, in their order.
func (a *Archive) Names() []string { return a.names }

// Numbered returns the XML parts whose names start with prefix, in the order of the
// numbers behind it.
func (a *Archive) Numbered(prefix string) []string {
	number := func(name string) int {
		n, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(name, prefix), ".xml"))
		return n
	}
	names := slices.DeleteFunc(slices.Clone(a.names), func(name string) bool { return !strings.HasPrefix(name, prefix) || path.Ext(name) != ".xml" })
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	return names
}

// Has reports whether there is a part of that name.
func (a *Archive) Has(name string) bool { return a.parts[name] != nil }

// Is reports whether data is an archive with a part of that name.
func Is(data []byte, name string) bool {
	a, err := Open(data)
	return err == nil && a.Has(name)
}

// open unpacks a part within the caps.
func (a *Archive) open(name string) (io.ReadCloser, error) {
	part := a.parts[name]
	if part == nil {
		return nil, fmt.Errorf("%w: no %s", format.ErrBroken, name)
	}
	if part.Flags&1 != 0 {
		return nil, format.ErrLocked
	}
	packed, unpacked := part.CompressedSize64, part.UncompressedSize64
	if unpacked > uint64(max(0, a.left)) || unpacked > RatioFrom && unpacked > packed*MaxRatio {
		return nil, fmt.Errorf("%w: %s has %d bytes", format.ErrBomb, path.Base(name), unpacked)
	}
	reader, err := part.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", format.ErrBroken, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{&bounded{from: reader, left: &a.left}, reader}, nil
}

// bounded fails when more comes than may.
type bounded struct {
	from io.Reader
	left *int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	if *b.left -= int64(n); *b.left < 0 {
		return 0, format.ErrBomb
	}
	return n, err
}

// Text is the whole of a small part.
func (a *Archive) Text(name string) (string, error) {
	part, err := a.open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = part.Close() }()
	text, err := io.ReadAll(io.LimitReader(part, 1<<10))
	return string(text), err
}
