package safefs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
)

// copyChunk is how many bytes are copied between two checks of ctx.
const copyChunk = 1 << 20

// Hash returns the SHA-256 of the regular file at p, in hex.
func Hash(ctx context.Context, p Place) (string, error) {
	f, err := p.Dir.Open(p.Name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	return HashOf(ctx, f)
}

// HashOf returns the SHA-256 of an open file, in hex.
func HashOf(ctx context.Context, f File) (string, error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	sum := sha256.New()
	err := copyUntil(ctx, sum, f)
	return hexSum(sum), err
}

func copyUntil(ctx context.Context, to io.Writer, from io.Reader) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := io.CopyN(to, from, copyChunk); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func hexSum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }
