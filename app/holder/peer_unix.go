//go:build unix

package holder

import (
	"errors"
	"net"
	"syscall"
)

// errStranger means that another person's process is at the other end.
var errStranger = errors.New("the other end of the socket belongs to another person")

// errBusy is what the system says of a socket on which too many wait already.
var errBusy = syscall.EAGAIN

// control does something to the socket of a connection.
func control(conn net.Conn, do func(fd int) error) error {
	raw, err := conn.(syscall.Conn).SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) { failed = do(int(fd)) })
	return errors.Join(err, failed)
}
