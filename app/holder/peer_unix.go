//go:build unix

package holder

import (
	"errors"
	"net"
	"syscall"
)

// errStranger means that another user's process is at the other end.
var errStranger = errors.New("the other end of the socket belongs to another person")

// errBusy is the system's error for a socket with too many waiting connections.
var errBusy = syscall.EAGAIN

// control calls do with the file descriptor of a connection.
func control(conn net.Conn, do func(fd int) error) error {
	raw, err := conn.(syscall.Conn).SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) { failed = do(int(fd)) })
	return errors.Join(err, failed)
}
