package plan

import "github.com/deskhand/deskhand/agentcore/chat"

// Failure is a file that was not done, and why.
type Failure struct {
	Path string      `json:"path"` // absolute; where the file was
	Kind FailureKind `json:"kind"`
	// Message says it in words.
	Message string `json:"message"`
}

// FailureKind says why a file was not done. There may be others than those
// below.
type FailureKind = chat.Code

// The kinds of failure.
const (
	FailedDiskFull      FailureKind = "disk_full"
	FailedReadOnly      FailureKind = "read_only" // the disk, or the folder for everybody
	FailedPermission    FailureKind = "permission"
	FailedVanished      FailureKind = "vanished"
	FailedChanged       FailureKind = "changed"
	FailedTaken         FailureKind = "taken" // the name
	FailedOtherDisk     FailureKind = "other_disk"
	FailedNameTooLong   FailureKind = "name_too_long"
	FailedNotRegular    FailureKind = "not_regular" // a folder, a device, ...
	FailedLink          FailureKind = "link"
	FailedNotFolder     FailureKind = "not_folder" // a part of the path
	FailedOnlineOnly    FailureKind = "online_only"
	FailedBeingWritten  FailureKind = "being_written"
	FailedCopyDiffers   FailureKind = "copy_differs"
	FailedDiskError     FailureKind = "disk_error"
	FailedUnreachable   FailureKind = "unreachable" // another computer
	FailedUnclear       FailureKind = "unclear"     // how far it came
	FailedTwice         FailureKind = "twice"       // in the list
	FailedOutside       FailureKind = "outside"     // the folders that may be touched
	FailedTargetOutside FailureKind = "target_outside"
	FailedOther         FailureKind = "other"
)
