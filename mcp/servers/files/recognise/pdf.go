package recognise

import (
	"bytes"
	"io"
)

// signatureWindow is how much is read at a time, in bytes.
const signatureWindow = 256 << 10

// IsSigned says that a PDF holds a digital signature: a ByteRange, which says
// what was signed. It reads up to limit bytes from r.
func IsSigned(r io.Reader, limit int64) (bool, error) {
	mark := []byte("/ByteRange")
	buf := make([]byte, 0, signatureWindow+len(mark))
	for r := io.LimitReader(r, limit); ; {
		n, err := io.ReadFull(r, buf[len(buf):len(buf)+signatureWindow-len(buf)])
		buf = buf[:len(buf)+n]
		if at := bytes.Index(buf, mark); at >= 0 {
			return true, nil
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		// The mark may lie across two windows.
		kept := copy(buf[:len(mark)], buf[len(buf)-len(mark):])
		buf = buf[:kept]
	}
}
