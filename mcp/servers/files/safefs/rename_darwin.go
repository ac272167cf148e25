package safefs

import (
	"os"

	"golang.org/x/sys/unix"
)

// dataless is SF_DATALESS of <sys/stat.h>: the contents are in the cloud.
const dataless = 0x40000000

func rename(from *dir, name string, to *dir, newName string) error {
	err := unix.RenameatxNp(from.fd(), name, to.fd(), newName, unix.RENAME_EXCL)
	return pair("rename", from, name, to, newName, err)
}

func onlineOnly(st *unix.Stat_t, _ int, _ string) bool { return st.Flags&dataless != 0 }

// beingWritten cannot be known on this system.
func beingWritten(*os.File) bool { return false }

func bornOf(st *unix.Stat_t) int64 { return st.Btim.Nano() }
