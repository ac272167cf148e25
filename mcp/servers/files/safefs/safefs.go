package safefs

import (
	"io"
	"io/fs"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Error is a chat.Code as an error.
type Error chat.Code

func (e Error) Error() string { return string(e) }

// Reasons why a move was not made. A taken name is fs.ErrExist, a missing file
// fs.ErrNotExist.
const (
	// ErrChanged: another file, or another version of it, is where the planned one was.
	ErrChanged = Error(chat.CodeChanged)
	// ErrNotRegular: it is a folder, a link, a pipe or a device.
	ErrNotRegular = Error(chat.CodeNotRegular)
	// ErrLink: a path leads through a symbolic link.
	ErrLink = Error(chat.CodeLink)
	// ErrNotFolder: a part of a path is not a folder.
	ErrNotFolder = Error(chat.CodeNotFolder)
	// ErrOnlineOnly: the contents of a file are not on this computer.
	ErrOnlineOnly = Error(chat.CodeOnlineOnly)
	// ErrSparse: a copy of a sparse file would be far larger on disk.
	ErrSparse = Error(chat.CodeSparse)
	// ErrStreams: a copy of a file would lose its named streams.
	ErrStreams = Error(chat.CodeStreams)
	// ErrCopyDiffers: reading back gave something else than was written.
	ErrCopyDiffers = Error(chat.CodeCopyDiffers)
	// ErrUncertain: something failed after the first change to the disk; how far the move
	// got must be looked up.
	ErrUncertain = Error(chat.CodeDiskError)
	// ErrLocked: another process holds the lock.
	ErrLocked = Error("locked")
)

// sparseMin is the size in bytes from which a sparse file is not copied.
const sparseMin = 1 << 30

// Identity distinguishes one file from another, and an edited file from an untouched one;
// for the time see Info.Mtime.
type Identity = files.Identity

// Info describes a name, without following a link.
type Info struct {
	Name string
	Mode fs.FileMode
	ID   Identity
	// OnlineOnly means that reading would download the contents.
	OnlineOnly bool
	// Mtime is the time of the last change.
	Mtime time.Time
	// Sparse means that most of a large file is holes, which a copy would fill.
	Sparse bool
	// Born is the creation time, in nanoseconds since 1970; 0 if the disk has none. It is
	// needed because disks reuse the numbers of deleted files.
	Born int64
}

// FS opens folders.
type FS interface {
	// OpenRoot opens a folder that the user named, following links in its path.
	OpenRoot(path string) (Dir, error)
}

// Dir is an open folder. Every name is one component in it; a link is never followed. The
// caller must close it.
type Dir interface {
	OpenDir(name string) (Dir, error)
	Lstat(name string) (Info, error)
	// List calls each for every entry, in no particular order, until it returns false.
	// Memory use does not grow with the folder.
	List(each func(name string, kind fs.FileMode) bool) error

	// Rename renames name to newName in another open folder. It fails with fs.ErrExist if
	// that is taken, errors.ErrUnsupported if the file system cannot guarantee not to
	// replace, and EXDEV on another device.
	Rename(name string, to Dir, newName string) error
	// Aside renames within the folder to a random name that nobody else knows, without
	// Rename's guarantee where the file system has none.
	Aside(name, random string) error
	Link(name string, to Dir, newName string) error
	// Mkdir creates a folder; the umask applies to mode.
	Mkdir(name string, mode fs.FileMode) error
	RemoveFile(name string) error
	// RemoveDir removes an empty folder and fails on everything else.
	RemoveDir(name string) error

	// Open opens for reading, OpenLog for reading and appending. Create creates a file
	// for reading and writing and fails if the name is taken.
	Open(name string) (File, error)
	OpenLog(name string) (File, error)
	Create(name string) (File, error)
	// Restamp sets the modification time of a file that we created.
	Restamp(name string, mtime time.Time) error
	// Sync makes the names in the folder survive a power cut.
	Sync() error
	Close() error
}

// File is an open regular file.
type File interface {
	io.ReadWriteSeeker
	io.Closer
	Stat() (Info, error)
	Chmod(mode fs.FileMode) error
	// Adopt copies the owner and extended attributes of another file, as far as the
	// system and the disk allow. It fails with ErrStreams if named streams would be lost.
	Adopt(from File) error
	Truncate(size int64) error
	Sync() error
	// BeingWritten reports whether another process has the file open for writing, as far
	// as the system can tell. The file must be open for reading.
	BeingWritten() bool
	// TryLock takes a lock that ends with the file's handle, or fails at once with
	// ErrLocked.
	TryLock() error
}
