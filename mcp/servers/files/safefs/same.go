package safefs

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
)

// SameBytes reports whether two files have the same bytes from their current positions to
// their ends.
func SameBytes(ctx context.Context, a, b io.Reader) (bool, error) {
	const chunk = 256 << 10
	bufA, bufB := make([]byte, chunk), make([]byte, chunk)
	for {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		na, errA := io.ReadFull(a, bufA)
		nb, errB := io.ReadFull(b, bufB)
		if !bytes.Equal(bufA[:na], bufB[:nb]) {
			return false, nil
		}
		if ended(errA) || ended(errB) {
			return ended(errA) && ended(errB), nil
		}
		if err := cmp.Or(errA, errB); err != nil {
			return false, err
		}
	}
}

func ended(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }
