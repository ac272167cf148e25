package confine

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// mostSeconds is how long a process may compute over all of its files, should
// nobody be there to end it.
const mostSeconds = 30 * 60

// second is one as jobs count time.
const second = 10_000_000

// Parser caps the memory that may be taken from now on and the time that may be
// computed, and lets this process start no other and change no file of the person.
// It reports false: files can be read and connections made, so that it is not
// confined as on Linux.
func Parser(memory uint64) bool {
	_ = enterJob(memory + committed()) // the process is ended by its server in any case
	_ = lowerIntegrity()
	return false
}

// Engine does what Parser does but for the memory: an engine's is not known beforehand.
func Engine(...string) bool {
	_ = enterJob(0)
	_ = lowerIntegrity()
	return false
}

// MemoryOfComputer is not known here: it is taken to be enough.
func MemoryOfComputer() uint64 { return 16 << 30 }

// enterJob puts this process into a job of its own that ends with it; memory of 0
// caps none.
func enterJob(memory uint64) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags:              windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS | windows.JOB_OBJECT_LIMIT_PROCESS_TIME | windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION,
			ActiveProcessLimit:      1,
			PerProcessUserTimeLimit: mostSeconds * second,
		},
	}
	if memory != 0 {
		limits.BasicLimitInformation.LimitFlags |= windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY
		limits.ProcessMemoryLimit = uintptr(memory)
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		return err
	}
	return windows.AssignProcessToJobObject(job, windows.CurrentProcess())
}

// committed returns how much memory this process has now; 0: unknown.
func committed() uint64 {
	var counters struct { // PROCESS_MEMORY_COUNTERS
		size, faults                     uint32
		peak, workingSet                 uintptr
		peakPaged, paged                 uintptr
		peakNonPaged, nonPaged           uintptr
		pagefileUsage, peakPagefileUsage uintptr
	}
	counters.size = uint32(unsafe.Sizeof(counters))
	ask := windows.NewLazySystemDLL("kernel32.dll").NewProc("K32GetProcessMemoryInfo")
	if ok, _, _ := ask.Call(uintptr(windows.CurrentProcess()), uintptr(unsafe.Pointer(&counters)), uintptr(counters.size)); ok == 0 {
		return 0
	}
	return uint64(counters.pagefileUsage)
}

// lowerIntegrity makes everything that belongs to the person's own level read-only
// for this process, for good.
func lowerIntegrity() error {
	var token windows.Token
	if err := windows.OpenProcessToken(windows.CurrentProcess(), windows.TOKEN_ADJUST_DEFAULT|windows.TOKEN_QUERY, &token); err != nil {
		return err
	}
	defer func() { _ = token.Close() }()
	low, err := windows.CreateWellKnownSid(windows.WinLowLabelSid)
	if err != nil {
		return err
	}
	label := windows.Tokenmandatorylabel{Label: windows.SIDAndAttributes{Sid: low, Attributes: windows.SE_GROUP_INTEGRITY}}
	return windows.SetTokenInformation(token, windows.TokenIntegrityLevel, (*byte)(unsafe.Pointer(&label)), label.Size())
}
