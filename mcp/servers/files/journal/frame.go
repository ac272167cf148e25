package journal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A journal is the magic line, then frames: length and CRC32C of the payload,
// both four bytes, little endian, then the payload.
const (
	magic      = "deskhand journal 1\n"
	headerSize = 8
	// maxPayload is far above the longest record: two paths and some numbers.
	maxPayload = 1 << 20
)

// errTorn says that the file ends inside a frame: the writer was cut short.
var errTorn = errors.New("the last record is cut")

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func appendFrame(buf, payload []byte) []byte {
	buf = binary.LittleEndian.AppendUint32(buf, uint32(len(payload)))
	buf = binary.LittleEndian.AppendUint32(buf, crc32.Checksum(payload, castagnoli()))
	return append(buf, payload...)
}

// nextFrame reads one payload: io.EOF at the end, errTorn if there is no whole
// one, ErrDamaged if what is there is none.
func nextFrame(r io.Reader) ([]byte, error) {
	var header [headerSize]byte
	if n, err := io.ReadFull(r, header[:]); err != nil {
		if n == 0 && errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		return nil, torn(err)
	}
	size := binary.LittleEndian.Uint32(header[:4])
	if size > maxPayload {
		return nil, fmt.Errorf("%w: a record of %d bytes", ErrDamaged, size)
	}
	payload := make([]byte, size)
	if _, err := io.ReadFull(r, payload); err != nil {
		return nil, torn(err)
	}
	if crc32.Checksum(payload, castagnoli()) != binary.LittleEndian.Uint32(header[4:]) {
		return nil, fmt.Errorf("%w: a checksum is wrong", ErrDamaged)
	}
	return payload, nil
}

// torn tells the end of the file from a disk that fails.
func torn(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errTorn
	}
	return err
}

// readMagic checks the first line: errTorn if the file ends in it.
func readMagic(r io.Reader) error {
	var got [len(magic)]byte
	n, err := io.ReadFull(r, got[:])
	if !bytes.Equal(got[:n], []byte(magic)[:n]) {
		return fmt.Errorf("%w: it does not start as a journal", ErrDamaged)
	}
	if err != nil {
		return torn(err)
	}
	return nil
}
