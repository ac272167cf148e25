package mcp

import (
	"bytes"
	"io"
)

// boundedLines passes on a stream of lines until one is longer than limit, then ends it.
// It buffers nothing; the reader never gets more than limit bytes of one line. ended is
// called with the cause (io.EOF for a regular end).
type boundedLines struct {
	src   io.Reader
	limit int
	ended func(error)

	line int // bytes since the last line end
	done bool
}

func (b *boundedLines) Read(p []byte) (int, error) {
	if b.done {
		return 0, io.EOF
	}
	n, err := b.src.Read(p)
	b.count(p[:n])
	if b.line > b.limit {
		return 0, b.end(errLine)
	}
	if err != nil {
		return n, b.end(io.EOF)
	}
	return n, nil
}

// count sets line to the longest line that ends or continues in p.
func (b *boundedLines) count(p []byte) {
	for {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			b.line += len(p)
			return
		}
		if b.line+end > b.limit {
			b.line += end
			return
		}
		b.line, p = 0, p[end+1:]
	}
}

func (b *boundedLines) end(why error) error {
	b.done = true
	b.ended(why)
	return io.EOF
}
