//go:build linux && (amd64 || arm64)

package confine

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"unsafe"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// Parser caps the memory that may be taken from now on, and allows this process,
// for good, no call of the system's but those that computing needs: no file, no
// connection, no program. It reports whether that holds.
func Parser(memory uint64) bool {
	memory += dataSize()
	_ = unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: memory, Max: memory})
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	_ = unix.Setrlimit(unix.RLIMIT_CPU, &unix.Rlimit{Cur: mostSeconds, Max: mostSeconds})
	_ = landlock.V5.BestEffort().RestrictPaths() // a second lock; the first one refuses to open at all
	return install(only(allowed))
}

// Engine lets this process read no file but those in folders, make no connection
// and start no program, for good. It reports whether that holds.
func Engine(folders ...string) bool {
	rules := []landlock.Rule{landlock.RWFiles("/dev/null").IgnoreIfMissing()}
	for _, folder := range folders {
		rules = append(rules, landlock.RODirs(folder).IgnoreIfMissing())
	}
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	if landlock.V1.RestrictPaths(rules...) != nil { // what came with later versions is refused below
		return false
	}
	return install(but(refused))
}

// install has the kernel filter the calls of all threads: Go has several.
func install(filter []unix.SockFilter) bool {
	if unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != nil {
		return false
	}
	list := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]} //nolint:gosec // under a hundred
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&list)))
	return errno == 0
}

// mostSeconds is how long a process may compute over all of its files, should
// nobody be there to end it.
const mostSeconds = 30 * 60

// refused is what an engine that reads its own files does not need: connections,
// other processes, and ways around what is refused.
var refused = []uint32{
	unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV,
	unix.SYS_KILL, unix.SYS_TRUNCATE, unix.SYS_FTRUNCATE, unix.SYS_IO_URING_SETUP, unix.SYS_BPF, unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_USERFAULTFD, unix.SYS_PERF_EVENT_OPEN,
	unix.SYS_PIDFD_GETFD, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_FCHMODAT, unix.SYS_FCHOWNAT,
}

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

// only is a filter by which what is not in the list fails as not permitted.
func only(allowed []uint32) []unix.SockFilter {
	filter := head()
	for _, number := range allowed {
		filter = append(filter, equal(number, 0, 1), give(unix.SECCOMP_RET_ALLOW))
	}
	return append(filter, refuse)
}

// but is a filter by which what is in the list fails as not permitted.
func but(refused []uint32) []unix.SockFilter {
	filter := head()
	for _, number := range refused {
		filter = append(filter, equal(number, 0, 1), refuse)
	}
	return append(filter, give(unix.SECCOMP_RET_ALLOW))
}

// head is the beginning of a filter: a thread may be started, a process may not.
// What clone3 starts cannot be seen here: without it the C library takes clone.
func head() []unix.SockFilter {
	return []unix.SockFilter{
		load(offsetMachine), equal(machine, 1, 0), give(unix.SECCOMP_RET_KILL_PROCESS),
		load(offsetNumber),
		equal(unix.SYS_CLONE3, 0, 1), give(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)),
		equal(unix.SYS_CLONE, 0, 4), load(offsetFirst),
		{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: unix.CLONE_THREAD, Jt: 0, Jf: 1},
		give(unix.SECCOMP_RET_ALLOW), refuse,
	}
}

var refuse = give(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM))

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func give(value uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value}
}

func equal(value uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: value, Jt: yes, Jf: no}
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

// MemoryOfComputer is in bytes.
func MemoryOfComputer() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return uint64(info.Totalram) * uint64(info.Unit) //nolint:unconvert // it has other types on other machines
}
