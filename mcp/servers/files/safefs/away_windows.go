package safefs

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// unreachableHere returns those of Windows.
func unreachableHere() []syscall.Errno {
	return []syscall.Errno{
		windows.ERROR_BAD_NETPATH, windows.ERROR_UNEXP_NET_ERR, windows.ERROR_NETNAME_DELETED, windows.ERROR_BAD_NET_NAME,
		windows.ERROR_SEM_TIMEOUT, windows.ERROR_NETWORK_UNREACHABLE, windows.ERROR_HOST_UNREACHABLE, windows.ERROR_CONNECTION_REFUSED,
	}
}
