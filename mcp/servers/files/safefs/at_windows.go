package safefs

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Missing in golang.org/x/sys/windows: classes of NtSetInformationFile, whose numbers
// differ from those of SetFileInformationByHandle.
const (
	ntRename   = 10
	ntLink     = 11
	ntRenameEx = 65
)

// longestName is the longest name on any disk, in UTF-16 units.
const longestName = 255

// nameInformation is FILE_RENAME_INFORMATION_EX. Without flags it serves as
// FILE_RENAME_INFORMATION and FILE_LINK_INFORMATION too: nothing is replaced.
type nameInformation struct {
	Flags  uint32
	Root   windows.Handle
	Length uint32 // bytes
	Name   [longestName + 1]uint16
}

// openAt opens a name in an open folder without following it. The folder's path is not
// resolved again, so neither its length nor later changes matter.
func openAt(d *dir, name string, access, options uint32) (windows.Handle, error) {
	if !oneComponent(name) {
		return 0, fs.ErrInvalid
	}
	return openIn(windows.Handle(d.handle.Fd()), name, access, windows.FILE_OPEN, options)
}

// openIn opens or creates a name relative to a handle: a file in a folder, a stream in a
// file.
func openIn(in windows.Handle, name string, access, disposition, options uint32) (windows.Handle, error) {
	text, err := windows.NewNTUnicodeString(name)
	if err != nil {
		return 0, err
	}
	at := windows.OBJECT_ATTRIBUTES{RootDirectory: in, ObjectName: text, Attributes: windows.OBJ_CASE_INSENSITIVE}
	at.Length = uint32(unsafe.Sizeof(at))
	const shared = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	options |= windows.FILE_OPEN_REPARSE_POINT | windows.FILE_OPEN_FOR_BACKUP_INTENT | windows.FILE_SYNCHRONOUS_IO_NONALERT
	var h windows.Handle
	err = windows.NtCreateFile(&h, access|windows.SYNCHRONIZE, &at, &windows.IO_STATUS_BLOCK{}, nil, 0, shared, disposition, options, 0, 0)
	return h, errnoOf(err)
}

// oneComponent reports whether a name is a file name, not a path or a stream.
func oneComponent(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "\\/:\x00")
}

// mayBeGiven reports whether other programs could open a file under a name. The calls
// below would accept any name, even that of a device.
func mayBeGiven(name string) bool {
	return oneComponent(name) && filepath.IsLocal(name) && !strings.ContainsAny(name, `<>"|?*`) &&
		!strings.HasSuffix(name, ".") && !strings.HasSuffix(name, " ")
}

// errnoOf converts a kernel status to a Windows error.
func errnoOf(err error) error {
	var status windows.NTStatus
	if errors.As(err, &status) {
		return status.Errno()
	}
	return err
}

// give gives an open file another name, or one more, by the first of the classes that the
// disk supports. It never replaces a file.
func give(h windows.Handle, to *dir, name string, classes ...uint32) error {
	if !mayBeGiven(name) {
		return fs.ErrInvalid
	}
	text, err := windows.UTF16FromString(name)
	if err != nil {
		return err
	}
	if len(text) > longestName+1 {
		return windows.ERROR_FILENAME_EXCED_RANGE
	}
	for _, class := range classes {
		info := nameInformation{Root: windows.Handle(to.handle.Fd()), Length: uint32(2 * (len(text) - 1))}
		copy(info.Name[:], text)
		if class == ntRenameEx {
			info.Flags = windows.FILE_RENAME_POSIX_SEMANTICS // others may have it open
		}
		err = windows.NtSetInformationFile(h, &windows.IO_STATUS_BLOCK{}, (*byte)(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)), class)
		if !unknown(err) {
			break
		}
	}
	return errnoOf(err)
}

// unknown reports whether the disk, or an older system, does not support a class.
func unknown(err error) bool {
	var status windows.NTStatus
	return errors.As(err, &status) && slices.Contains([]windows.NTStatus{
		windows.STATUS_INVALID_INFO_CLASS, windows.STATUS_NOT_IMPLEMENTED, windows.STATUS_INVALID_PARAMETER,
		windows.STATUS_NOT_SUPPORTED, windows.STATUS_INVALID_DEVICE_REQUEST,
	}, status)
}

// unname removes the name of an open file. A read-only file stays read-only under its
// other names.
func unname(h windows.Handle) error {
	flags := uint32(windows.FILE_DISPOSITION_DELETE | windows.FILE_DISPOSITION_POSIX_SEMANTICS | windows.FILE_DISPOSITION_IGNORE_READONLY_ATTRIBUTE)
	err := windows.SetFileInformationByHandle(h, windows.FileDispositionInfoEx, (*byte)(unsafe.Pointer(&flags)), uint32(unsafe.Sizeof(flags)))
	if err == nil || errors.Is(err, windows.ERROR_DIR_NOT_EMPTY) || errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
		return err
	}
	// FAT, exFAT, shares and Windows before 10 support only plain deletion.
	var was basicInformation
	if err := was.of(h); err != nil {
		return err
	}
	if was.Attributes&windows.FILE_ATTRIBUTE_READONLY != 0 {
		if err := (basicInformation{Attributes: windows.FILE_ATTRIBUTE_NORMAL}).set(h); err != nil {
			return err
		}
		defer func() { _ = (basicInformation{Attributes: was.Attributes}).set(h) }() // its other names are read-only too
	}
	gone := byte(1)
	return windows.SetFileInformationByHandle(h, windows.FileDispositionInfo, &gone, 1)
}

// basicInformation is FILE_BASIC_INFO. Setting a field to zero leaves it unchanged.
type basicInformation struct {
	Made, Read, Written, Changed int64 // in 100 ns since 1601
	Attributes                   uint32
	_                            uint32
}

func (b *basicInformation) of(h windows.Handle) error {
	return windows.GetFileInformationByHandleEx(h, windows.FileBasicInfo, (*byte)(unsafe.Pointer(b)), uint32(unsafe.Sizeof(*b)))
}

func (b basicInformation) set(h windows.Handle) error {
	return windows.SetFileInformationByHandle(h, windows.FileBasicInfo, (*byte)(unsafe.Pointer(&b)), uint32(unsafe.Sizeof(b)))
}

// epoch is 1970 in seconds since 1601, when Windows time begins.
const epoch = 11_644_473_600

// ticks returns a time in Windows units, at least 1, since zero means none.
func ticks(t time.Time) int64 {
	return max(1, (t.Unix()+epoch)*10_000_000+int64(t.Nanosecond())/100)
}

// timeOf converts a time from Windows units.
func timeOf(ticks int64) time.Time {
	return time.Unix(ticks/10_000_000-epoch, ticks%10_000_000*100)
}

// numberOf returns the device and file number of an open file. 128-bit numbers (ReFS) are
// hashed; NTFS uses 64 bits.
func numberOf(h windows.Handle, by *windows.ByHandleFileInformation) (dev, inode uint64) {
	var id struct { // FILE_ID_INFO
		Volume    uint64
		Low, High uint64
	}
	if windows.GetFileInformationByHandleEx(h, windows.FileIdInfo, (*byte)(unsafe.Pointer(&id)), uint32(unsafe.Sizeof(id))) != nil {
		return uint64(by.VolumeSerialNumber), uint64(by.FileIndexHigh)<<32 | uint64(by.FileIndexLow)
	}
	if id.High == 0 {
		return id.Volume, id.Low
	}
	sum := fnv.New64a()
	_ = binary.Write(sum, binary.LittleEndian, [2]uint64{id.Low, id.High}) // a hash never fails
	return id.Volume, sum.Sum64()
}

// isSparse reports whether most of a large file is holes.
func isSparse(h windows.Handle, attributes uint32, size int64) bool {
	if attributes&windows.FILE_ATTRIBUTE_SPARSE_FILE == 0 || size <= sparseMin {
		return false
	}
	var stored struct { // FILE_COMPRESSION_INFO
		Bytes int64
		_     [8]byte
	}
	err := windows.GetFileInformationByHandleEx(h, windows.FileCompressionInfo, (*byte)(unsafe.Pointer(&stored)), uint32(unsafe.Sizeof(stored)))
	return err == nil && stored.Bytes < size/2
}

// fileOf returns an open handle as a file, which closes it.
func fileOf(h windows.Handle, name string) *os.File { return os.NewFile(uintptr(h), name) }
