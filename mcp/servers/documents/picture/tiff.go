package picture

import (
	"bytes"
	"encoding/binary"
	"io"
)

// maxTIFFPages is how many pages of one TIFF are seen.
const maxTIFFPages = 2_000

// tiffHeader is the length of a TIFF's header: byte order, magic number, and
// where the first page's directory is.
const tiffHeader = 8

// tiffPages follows the chain of directories, one a page. It stops at the end,
// at the first thing that is wrong, and at a loop.
func tiffPages(data []byte) []uint32 {
	order := tiffOrder(data)
	if order == nil {
		return nil
	}
	var pages []uint32
	seen := map[uint32]bool{}
	for at := order.Uint32(data[4:]); at != 0 && !seen[at] && len(pages) < maxTIFFPages; {
		if int64(at)+2 > int64(len(data)) {
			break
		}
		entries := int64(order.Uint16(data[at:]))
		next := int64(at) + 2 + 12*entries
		if next+4 > int64(len(data)) {
			break
		}
		seen[at] = true
		pages = append(pages, at)
		at = order.Uint32(data[next:])
	}
	return pages
}

// tiffOrder is the file's byte order; nil if it is no TIFF.
func tiffOrder(data []byte) binary.ByteOrder {
	switch {
	case len(data) < tiffHeader:
		return nil
	case bytes.HasPrefix(data, []byte("II*\x00")):
		return binary.LittleEndian
	case bytes.HasPrefix(data, []byte("MM\x00*")):
		return binary.BigEndian
	default:
		return nil
	}
}

// tiffPage shows a TIFF as if another of its pages were the first: the
// library decodes only that one. The bytes are not copied.
type tiffPage struct {
	*io.SectionReader
}

func newTIFFPage(data []byte, directory uint32) tiffPage {
	header := bytes.Clone(data[:tiffHeader])
	tiffOrder(data).PutUint32(header[4:], directory)
	return tiffPage{io.NewSectionReader(spliced{header, data}, 0, int64(len(data)))}
}

// spliced is data with its first bytes replaced.
type spliced struct{ head, data []byte }

func (s spliced) ReadAt(p []byte, off int64) (int, error) {
	n, err := bytes.NewReader(s.data).ReadAt(p, off)
	if off >= 0 && off < int64(len(s.head)) {
		copy(p[:n], s.head[off:])
	}
	return n, err
}
