package memory

import "golang.org/x/sys/unix"

// systemMemory is the RAM, in bytes.
func systemMemory() int64 {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0
	}
	return int64(info.Totalram) * int64(info.Unit)
}
