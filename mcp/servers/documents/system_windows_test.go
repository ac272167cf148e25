package documents

import (
	"os"
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// ownTime is how long this process has computed: the system does not add up what
// its children did.
func ownTime(t *testing.T) time.Duration {
	t.Helper()
	var made, ended, kernel, user windows.Filetime
	must(t, windows.GetProcessTimes(windows.CurrentProcess(), &made, &ended, &kernel, &user))
	return span(kernel) + span(user)
}

// span is a time that is a number of 100 ns, not a date.
func span(ft windows.Filetime) time.Duration {
	return time.Duration(uint64(ft.HighDateTime)<<32|uint64(ft.LowDateTime)) * 100
}

// pipe makes a folder: what is no regular file, on a system whose folders hold no
// pipes.
func pipe(t *testing.T, path string) {
	t.Helper()
	must(t, os.Mkdir(path, 0o700))
}
