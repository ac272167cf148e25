package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A journal is the magic line, then frames: the payload's length in four bytes, little
// endian, a checksum, and the payload. In format 2 the checksum is a running one: the
// first 16 bytes of the SHA-256 of the previous checksum (zeros at the start) and the
// payload, so that a frame fits only behind its predecessor. In format 1 it is the
// payload's CRC32C in four bytes; such journals are read and continued, but no longer
// created.
const (
	magic      = "deskhand journal 2\n"
	magicOld   = "deskhand journal 1\n"
	lengthSize = 4
	sumSize    = 16
	sumSizeOld = 4
	// maxPayload is far above the longest record: two paths and some numbers.
	maxPayload = 1 << 20
)

// errTorn means that the file ends inside a frame: the writer was interrupted.
var errTorn = errors.New("the last record is cut")

// framing is the format of a journal, and the checksum of its last frame.
type framing struct {
	old  bool
	last [sumSize]byte
}

func (f framing) sum(payload []byte) []byte {
	if f.old {
		crc := crc32.Checksum(payload, crc32.MakeTable(crc32.Castagnoli))
		return binary.LittleEndian.AppendUint32(nil, crc)
	}
	h := sha256.New()
	h.Write(f.last[:])
	h.Write(payload)
	return h.Sum(nil)[:sumSize]
}

func (f framing) headerSize() int {
	if f.old {
		return lengthSize + sumSizeOld
	}
	return lengthSize + sumSize
}

// append appends a frame to buf.
func (f *framing) append(buf, payload []byte) []byte {
	sum := f.sum(payload)
	buf = binary.LittleEndian.AppendUint32(buf, uint32(len(payload)))
	buf = append(buf, sum...)
	copy(f.last[:], sum)
	return append(buf, payload...)
}

// next reads one payload. It returns io.EOF at the end, errTorn for an incomplete frame,
// and ErrDamaged for an invalid one.
func (f *framing) next(r io.Reader) ([]byte, error) {
	header := make([]byte, f.headerSize())
	if n, err := io.ReadFull(r, header); err != nil {
		if n == 0 && errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		return nil, torn(err)
	}
	size := binary.LittleEndian.Uint32(header)
	if size > maxPayload {
		return nil, fmt.Errorf("%w: a record of %d bytes", ErrDamaged, size)
	}
	payload := make([]byte, size)
	if _, err := io.ReadFull(r, payload); err != nil {
		return nil, torn(err)
	}
	sum := f.sum(payload)
	if !bytes.Equal(sum, header[lengthSize:]) {
		return nil, fmt.Errorf("%w: a checksum is wrong", ErrDamaged)
	}
	copy(f.last[:], sum)
	return payload, nil
}

// torn distinguishes the end of the file from a disk error.
func torn(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errTorn
	}
	return err
}

// readMagic reads the first line, which gives the format. It returns errTorn if the file
// ends in it.
func readMagic(r io.Reader) (framing, error) {
	var got [len(magic)]byte
	n, err := io.ReadFull(r, got[:])
	starts := func(line string) bool { return string(got[:n]) == line[:n] }
	if !starts(magic) && !starts(magicOld) {
		return framing{}, fmt.Errorf("%w: it does not start as a journal", ErrDamaged)
	}
	if err != nil {
		return framing{}, torn(err)
	}
	return framing{old: starts(magicOld)}, nil
}
