//go:build unix

package manifest

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// noWait keeps a pipe in the place of a file from being waited for.
const noWait = unix.O_NONBLOCK

// mark is what tells a file apart without reading it, of the open file or else of
// what lies at path, and when it was last changed. No program of the person's own
// can set that time back.
func mark(path string, file *os.File) (text string, changed time.Time, err error) {
	var st unix.Stat_t
	if file != nil {
		err = unix.Fstat(int(file.Fd()), &st)
	} else {
		err = unix.Stat(path, &st)
	}
	text = fmt.Sprintf("%d:%d:%d:%d:%d", st.Dev, st.Ino, st.Size, st.Mtim.Nano(), st.Ctim.Nano())
	return text, time.Unix(0, st.Ctim.Nano()), err
}
