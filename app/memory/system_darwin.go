package memory

import "golang.org/x/sys/unix"

// systemMemory is the RAM, in bytes; on a Mac the GPU shares it.
func systemMemory() int64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(n)
}
