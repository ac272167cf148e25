package safefs

import (
	"io"
	"io/fs"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Error is why something was not done: a chat.Code.
type Error chat.Code

func (e Error) Error() string { return string(e) }

// Why a move was not made. A taken name is fs.ErrExist, a missing file
// fs.ErrNotExist.
const (
	// ErrChanged says that another file, or another version of it, stands where
	// the planned one did.
	ErrChanged = Error(chat.CodeChanged)
	// ErrNotRegular says that it is a folder, a link, a pipe or a device.
	ErrNotRegular = Error(chat.CodeNotRegular)
	// ErrLink says that a path leads through a symbolic link.
	ErrLink = Error(chat.CodeLink)
	// ErrNotFolder says that a part of a path is no folder.
	ErrNotFolder = Error(chat.CodeNotFolder)
	// ErrOnlineOnly says that the contents of a file are not on this computer.
	ErrOnlineOnly = Error(chat.CodeOnlineOnly)
	// ErrSparse says that a copy of a file would be far larger on the disk.
	ErrSparse = Error(chat.CodeSparse)
	// ErrStreams says that a copy of a file would lose its named streams.
	ErrStreams = Error(chat.CodeStreams)
	// ErrCopyDiffers says that what was read back is not what was written.
	ErrCopyDiffers = Error(chat.CodeCopyDiffers)
	// ErrUncertain says that something failed after the first change to the
	// disk: how far the move came must be looked up.
	ErrUncertain = Error(chat.CodeDiskError)
	// ErrLocked says that another process holds the lock.
	ErrLocked = Error("locked")
)

// sparseMin is the size in bytes from which on a sparse file is not copied.
const sparseMin = 1 << 30

// Identity tells one file from another, and an edited file from an untouched
// one: see Info.Mtime for the time.
type Identity = files.Identity

// Info is what is known of a name without following it.
type Info struct {
	Name string
	Mode fs.FileMode
	ID   Identity
	// OnlineOnly says that reading would fetch the contents from a cloud.
	OnlineOnly bool
	// Mtime is the time of the last change.
	Mtime time.Time
	// Sparse says that most of a large file is holes, which a copy would fill.
	Sparse bool
	// Born is when the file was made, in nanoseconds since 1970; 0: the disk does
	// not tell. A disk gives the number of a file that is gone to a new one.
	Born int64
}

// FS opens folders.
type FS interface {
	// OpenRoot opens the folder that the person named: links on the way to it
	// are theirs and are followed.
	OpenRoot(path string) (Dir, error)
}

// Dir is an open folder. Every name is one component in it; none is followed
// if it is a link. The caller closes it.
type Dir interface {
	OpenDir(name string) (Dir, error)
	Lstat(name string) (Info, error)
	// List calls each for every entry, in no order, until it says false. Memory
	// does not grow with the folder.
	List(each func(name string, kind fs.FileMode) bool) error

	// Rename gives name the new name in another open folder and fails with
	// fs.ErrExist if that is taken, with errors.ErrUnsupported if the file
	// system cannot promise it, with EXDEV if it is another device.
	Rename(name string, to Dir, newName string) error
	// Aside renames within the folder to a random name that nobody else knows,
	// without Rename's promise where the file system has none.
	Aside(name, random string) error
	Link(name string, to Dir, newName string) error
	// Mkdir makes a folder with what the person's mask leaves of mode.
	Mkdir(name string, mode fs.FileMode) error
	RemoveFile(name string) error
	// RemoveDir removes an empty folder and fails on everything else.
	RemoveDir(name string) error

	// Open opens for reading; OpenLog for reading and appending; Create makes
	// a new file for reading and writing and fails if the name is taken.
	Open(name string) (File, error)
	OpenLog(name string) (File, error)
	Create(name string) (File, error)
	// Restamp sets the time of change of a file that we made.
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
	// Adopt takes over the owner and the extended attributes of another file, as
	// far as the system and the disk allow it. It fails with ErrStreams if named
	// streams would be lost.
	Adopt(from File) error
	Truncate(size int64) error
	Sync() error
	// BeingWritten says that another process has the file open for writing, as
	// far as the system tells. The file must be open for reading.
	BeingWritten() bool
	// TryLock takes the lock that ends with the file's handle, or fails at once
	// with ErrLocked.
	TryLock() error
}
