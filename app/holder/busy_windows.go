package holder

import "golang.org/x/sys/windows"

// errBusy is what the system says of a socket on which too many wait already.
var errBusy = windows.WSAEWOULDBLOCK
