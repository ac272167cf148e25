package confine

import "golang.org/x/sys/unix"

// ofThisMachine is what only this kind has.
var ofThisMachine = []uint32{unix.SYS_ARCH_PRCTL, unix.SYS_POLL, unix.SYS_EPOLL_WAIT}
