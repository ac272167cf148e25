package pdf

import (
	"context"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// withMemory has the memory of each PDFium made by linear.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(newLinear))
}

// linear is the memory of one PDFium. It grows where it is, and goes back to the system
// with the file. In Go's heap each size would be a copy of the one before, and all of
// them would stay until the collector comes by.
type linear struct {
	reserved []byte // addresses; nil: it is in the heap
	now      []byte
}

// newLinear reserves addresses for as much as it may ever have, which takes no memory.
func newLinear(_, most uint64) experimental.LinearMemory {
	reserved, err := unix.Mmap(-1, 0, int(most), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE) //nolint:gosec // memoryPages at most
	if err != nil {
		return &linear{}
	}
	return &linear{reserved: reserved}
}

// Reallocate returns size bytes that begin with the former ones. Where the system gives no
// more, the heap has to: its lack ends the process, as that of other memory does.
func (l *linear) Reallocate(size uint64) []byte {
	if size <= uint64(len(l.reserved)) && unix.Mprotect(l.reserved[:size], unix.PROT_READ|unix.PROT_WRITE) == nil {
		l.now = l.reserved[:size:size]
		return l.now
	}
	larger := make([]byte, size)
	copy(larger, l.now)
	l.Free()
	l.now = larger
	return l.now
}

// Free gives it back; nothing uses it afterwards.
func (l *linear) Free() {
	if l.reserved != nil {
		_ = unix.Munmap(l.reserved) // it stays, at worst
	}
	l.reserved, l.now = nil, nil
}
