//go:build !linux

package pdf

import "context"

// withMemory leaves the memory of each PDFium to Go's heap.
func withMemory(ctx context.Context) context.Context { return ctx }
