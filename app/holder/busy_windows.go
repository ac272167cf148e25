package holder

import "golang.org/x/sys/windows"

// errBusy is the system's error for a socket with too many waiting connections.
var errBusy = windows.WSAEWOULDBLOCK
