//go:build linux && (amd64 || arm64)

package worker

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// confine caps the memory that may be taken from now on, and allows this process,
// for good, no call of the system's but those that computing needs: no file, no
// connection, no program. It reports whether that holds.
func confine(memory uint64) bool {
	memory += dataSize()
	_ = unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: memory, Max: memory})
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	_ = unix.Setrlimit(unix.RLIMIT_CPU, &unix.Rlimit{Cur: mostSeconds, Max: mostSeconds})
	if unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != nil {
		return false
	}
	filter := program()
	list := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]} //nolint:gosec // under a hundred
	// All threads at once: Go has several.
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&list)))
	return errno == 0
}

// mostSeconds is how long a process may compute over all of its files, should
// nobody be there to end it.
const mostSeconds = 30 * 60

// allowed is what computing needs: memory, threads, time, and the pipes that are
// open.
var allowed = append([]uint32{
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_CLOSE, unix.SYS_FSTAT, unix.SYS_LSEEK, unix.SYS_FCNTL,
	unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MADVISE, unix.SYS_MREMAP, unix.SYS_BRK, unix.SYS_MINCORE,
	unix.SYS_FUTEX, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_MEMBARRIER,
	unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY, unix.SYS_RESTART_SYSCALL,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_TGKILL,
	unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETRUSAGE, unix.SYS_GETRANDOM, unix.SYS_UNAME, unix.SYS_SYSINFO, unix.SYS_GETCPU,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2, unix.SYS_PIPE2, unix.SYS_PPOLL,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}, ofThisMachine...)

const (
	offsetNumber  = 0 // in what the kernel shows a filter
	offsetMachine = 4
	offsetFirst   = 16 // the lower half of the first argument
)

// program is the filter: what is not allowed fails as not permitted.
func program() []unix.SockFilter {
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	give := func(value uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value}
	}
	equal := func(value uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: value, Jt: yes, Jf: no}
	}
	refuse := give(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM))
	filter := []unix.SockFilter{
		load(offsetMachine), equal(machine, 1, 0), give(unix.SECCOMP_RET_KILL_PROCESS),
		load(offsetNumber),
		// A thread may be started, a process may not. What clone3 starts cannot be
		// seen here: without it the C library takes clone.
		equal(unix.SYS_CLONE3, 0, 1), give(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)),
		equal(unix.SYS_CLONE, 0, 4), load(offsetFirst),
		{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: unix.CLONE_THREAD, Jt: 0, Jf: 1},
		give(unix.SECCOMP_RET_ALLOW), refuse,
	}
	for _, number := range allowed {
		filter = append(filter, equal(number, 0, 1), give(unix.SECCOMP_RET_ALLOW))
	}
	return append(filter, refuse)
}

// machine is how the kernel names what this program is compiled for.
var machine = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]

// dataSize is how much memory this process has for its data, used or not.
func dataSize() uint64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(status, []byte("VmData:"))
	fields := bytes.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kilobytes, _ := strconv.ParseUint(string(fields[0]), 10, 64)
	return kilobytes << 10
}

// memoryOfComputer is in bytes.
func memoryOfComputer() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return uint64(info.Totalram) * uint64(info.Unit) //nolint:unconvert // it has other types on other machines
}
