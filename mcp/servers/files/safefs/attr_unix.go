//go:build linux || darwin

package safefs

import (
	"bytes"
	"os"

	"golang.org/x/sys/unix"
)

// attrMax bounds the list of a file's extended attributes, and each attribute, in bytes.
const attrMax = 64 << 10

// adopt copies owner and extended attributes from source to target. Those that are not
// permitted or not supported by the disk are left out.
func adopt(target, source *os.File) error {
	var st unix.Stat_t
	if unix.Fstat(int(source.Fd()), &st) == nil {
		_ = unix.Fchown(int(target.Fd()), int(st.Uid), int(st.Gid))
	}
	names := make([]byte, attrMax)
	n, err := unix.Flistxattr(int(source.Fd()), names)
	if err != nil {
		return nil // the disk has none
	}
	value := make([]byte, attrMax)
	for name := range bytes.SplitSeq(names[:n], []byte{0}) {
		if len(name) == 0 {
			continue
		}
		if n, err := unix.Fgetxattr(int(source.Fd()), string(name), value); err == nil {
			_ = unix.Fsetxattr(int(target.Fd()), string(name), value[:n], 0)
		}
	}
	return nil
}
