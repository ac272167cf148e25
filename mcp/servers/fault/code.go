package fault

import (
	"context"
	"errors"
	"io/fs"
	"syscall"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Code says what went wrong with a file, for programs. The words are for
// readers and may change; a code stays.
type Code = string

// The codes.
const (
	DiskFull     Code = "disk_full"
	ReadOnly     Code = "read_only" // the disk, or the folder for everybody
	NoPermission Code = "permission"
	Vanished     Code = "vanished"
	Changed      Code = "changed"
	Taken        Code = "taken"
	OtherDisk    Code = "other_disk"
	NameTooLong  Code = "name_too_long"
	NotRegular   Code = "not_regular"
	IsLink       Code = "link"
	NotFolder    Code = "not_folder" // a part of the path
	OnlineOnly   Code = "online_only"
	BeingWritten Code = "being_written"
	CopyDiffers  Code = "copy_differs"
	DiskError    Code = "disk_error"
	Unreachable  Code = "unreachable"
	Unclear      Code = "unclear" // the disk fits no step of the move
	Stopped      Code = "stopped"
	Twice        Code = "twice"   // the file is in the list twice
	Outside      Code = "outside" // the folders that may be touched
	OtherFailure Code = "other"
)

// known are the failures that have a code or words of their own.
var known = []struct {
	is   error
	code Code
	text string
}{
	{safefs.ErrChanged, Changed, "it was changed or replaced meanwhile"},
	{safefs.ErrUncertain, DiskError, "the disk failed in the middle"},
	{safefs.ErrNotRegular, NotRegular, "it is not an ordinary file"},
	{safefs.ErrLink, IsLink, "the path leads through a link, and links are not followed"},
	{safefs.ErrNotFolder, NotFolder, "a part of the path is not a folder"},
	{safefs.ErrOnlineOnly, OnlineOnly, "its contents are online only, so it cannot be copied to another disk"},
	{safefs.ErrSparse, OtherFailure, "it is a sparse file: most of it is holes, which a copy would fill"},
	{safefs.ErrCopyDiffers, CopyDiffers, "the copy was not the same as the original, so the original was kept"},
	{journal.ErrLive, OtherFailure, "this batch is being worked on by another window or program"},
	{journal.ErrDamaged, OtherFailure, "the record of this batch is damaged, so nothing was touched"},
	{journal.ErrUnknown, OtherFailure, "there is no such batch"},
	{journal.ErrBadID, OtherFailure, "a batch id is 1 to 64 letters, digits and dashes"},
	{context.Canceled, Stopped, "stopped before it was its turn"},
	{context.DeadlineExceeded, Stopped, "stopped before it was its turn"},
	{fs.ErrNotExist, Vanished, "it is not there (any more)"},
	{fs.ErrExist, Taken, "the name is taken"},
	{fs.ErrPermission, NoPermission, "this computer does not allow it"},
	{syscall.ENOSPC, DiskFull, "the disk is full"},
	{syscall.EDQUOT, DiskFull, "no more of the disk may be used"},
	{syscall.EROFS, ReadOnly, "the disk cannot be written to"},
	{syscall.EIO, DiskError, "the disk does not answer properly"},
	{syscall.EXDEV, OtherDisk, "it is on another disk"},
	{syscall.ENAMETOOLONG, NameTooLong, "the name is too long for this disk"},
}

// CodeOf returns the code of an error.
func CodeOf(err error) Code {
	for _, k := range known {
		if errors.Is(err, k.is) {
			return k.code
		}
	}
	if safefs.Away(err) {
		return Unreachable
	}
	return OtherFailure
}

// Words says in a few words what went wrong with a file.
func Words(err error) string {
	for _, k := range known {
		if errors.Is(err, k.is) {
			return k.text
		}
	}
	if safefs.Away(err) {
		return "it is on another computer, which cannot be reached now"
	}
	return "the computer said: " + bare(err)
}
