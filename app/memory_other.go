//go:build !linux && !darwin && !windows

package app

// systemMemory is not known here.
func systemMemory() int64 { return 0 }
