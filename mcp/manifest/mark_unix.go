//go:build unix

package manifest

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// noWait keeps open from blocking on a named pipe.
const noWait = unix.O_NONBLOCK

// mark identifies a file's state without reading it, of the open file or else of path,
// with the time of the last change (ctime), which no program of the user can set back.
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
