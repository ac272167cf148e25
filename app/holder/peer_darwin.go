package holder

import (
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// samePerson fails unless the process at the other end belongs to this user.
func samePerson(conn net.Conn) error {
	return control(conn, func(fd int) error {
		peer, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
		if err == nil && peer.Uid != uint32(os.Getuid()) {
			err = errStranger
		}
		return err
	})
}
