package work

import (
	"os"
	"syscall"
)

// done returns how long a process has computed, in milliseconds.
func done(p *os.Process) (int64, bool) {
	const queryLimitedInformation = 0x1000
	handle, err := syscall.OpenProcess(queryLimitedInformation, false, uint32(p.Pid)) //nolint:gosec // an id of Windows has 32 bits
	if err != nil {
		return 0, false
	}
	defer func() { _ = syscall.CloseHandle(handle) }()
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(handle, &created, &exited, &kernel, &user); err != nil {
		return 0, false
	}
	return (ticks(kernel) + ticks(user)) / 10_000, true
}

// ticks are the tenths of a microsecond in a duration.
func ticks(t syscall.Filetime) int64 {
	return int64(t.HighDateTime)<<32 | int64(t.LowDateTime)
}
