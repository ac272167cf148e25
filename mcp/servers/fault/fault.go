package fault

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// causes are the codes of the system's errors.
var causes = []struct {
	is   error
	code chat.Code
}{
	{context.Canceled, chat.CodeStopped},
	{context.DeadlineExceeded, chat.CodeStopped},
	{fs.ErrNotExist, chat.CodeVanished},
	{fs.ErrExist, chat.CodeTaken},
	{fs.ErrPermission, chat.CodePermission},
	{syscall.ENOSPC, chat.CodeDiskFull},
	{syscall.EDQUOT, chat.CodeDiskFull},
	{syscall.EROFS, chat.CodeReadOnly},
	{syscall.EIO, chat.CodeDiskError},
	{syscall.EXDEV, chat.CodeOtherDisk},
	{syscall.ENAMETOOLONG, chat.CodeNameTooLong},
}

// CodeOf returns the code of an error.
func CodeOf(err error) chat.Code {
	var ours safefs.Error
	if errors.As(err, &ours) {
		return chat.Code(ours)
	}
	for _, c := range causes {
		if errors.Is(err, c.is) {
			return c.code
		}
	}
	if safefs.Away(err) {
		return chat.CodeUnreachable
	}
	return chat.CodeOther
}

// Of returns what is to be said of an error that happened on path: the
// chat.Failure in it, or one for what it means.
func Of(err error, path string) *chat.Failure {
	var known *chat.Failure
	if errors.As(err, &known) {
		return known
	}
	var not *journal.NotFile
	if errors.As(err, &not) {
		return &chat.Failure{
			Class: chat.ErrExecution, Code: chat.CodeNotRegular, Path: not.Name, Err: err,
			Message: not.Name + " has the name of a batch's record, but it is not a file.",
			Advice:  chat.Advice{Text: "Move it out of the folder of the journals."},
		}
	}
	words := Words(err)
	f := &chat.Failure{Code: CodeOf(err), Path: path, Err: err, Message: strings.ToUpper(words[:1]) + words[1:] + "."}
	f.Class, f.Advice = meaning(f.Code)
	if f.Class == chat.ErrCancelled {
		f.Message = "Stopped before it was finished."
	}
	return f
}

// meaning returns the class of a code, and what may be done about it.
func meaning(code chat.Code) (chat.ErrorType, chat.Advice) {
	switch code {
	case chat.CodeStopped:
		return chat.ErrCancelled, chat.Advice{}
	case chat.CodePermission, chat.CodeLink:
		return chat.ErrPermissionDenied, chat.Advice{Code: chat.AdviseOtherPlace, Text: "Choose another folder, or change who may use this one."}
	case chat.CodeNotRegular:
		return chat.ErrInvalidArgs, chat.Advice{}
	case chat.CodeVanished, chat.CodeNotFolder, chat.CodeNoBatch, chat.CodeBadBatchID:
		return chat.ErrInvalidArgs, chat.Advice{Code: chat.AdviseLook, Text: "Look at what is there and use a path or an id from that list."}
	case chat.CodeUnreachable:
		return chat.ErrNetwork, chat.Advice{Code: chat.AdviseRetryLater, Text: "Try again later, when the other computer can be reached."}
	case chat.CodeBatchLive, chat.CodeBatchDamaged:
		return chat.ErrBlocked, chat.Advice{}
	}
	return chat.ErrExecution, chat.Advice{}
}

// Words says in a few English words what went wrong with a file; nothing of no
// error.
func Words(err error) string {
	var known *chat.Failure
	switch {
	case err == nil:
		return ""
	case errors.As(err, &known):
		return known.Message
	}
	if code := CodeOf(err); code != chat.CodeOther {
		return words[code]
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err // without the call and the path
	}
	return "the computer said: " + err.Error()
}

var words = map[chat.Code]string{
	chat.CodeChanged:      "it was changed or replaced meanwhile",
	chat.CodeNotRegular:   "it is not an ordinary file",
	chat.CodeLink:         "the path leads through a link, and links are not followed",
	chat.CodeNotFolder:    "a part of the path is not a folder",
	chat.CodeOnlineOnly:   "its contents are online only, so it cannot be copied to another disk",
	chat.CodeSparse:       "it is a sparse file: most of it is holes, which a copy would fill",
	chat.CodeStreams:      "it has more parts than its contents (named streams), which a copy there would lose",
	chat.CodeTooLarge:     "it is too large to be read",
	chat.CodeCopyDiffers:  "the copy was not the same as the original, so the original was kept",
	chat.CodeBatchLive:    "this batch is being worked on by another window or program",
	chat.CodeBatchDamaged: "the record of this batch is damaged, so nothing was touched",
	chat.CodeNoBatch:      "there is no such batch",
	chat.CodeBadBatchID:   "a batch id is 1 to 64 letters, digits and dashes",
	chat.CodeStopped:      "stopped before it was its turn",
	chat.CodeVanished:     "it is not there (any more)",
	chat.CodeTaken:        "the name is taken",
	chat.CodePermission:   "this computer does not allow it",
	chat.CodeDiskFull:     "the disk is full, or no more of it may be used",
	chat.CodeReadOnly:     "the disk cannot be written to",
	chat.CodeDiskError:    "the disk failed",
	chat.CodeOtherDisk:    "it is on another disk",
	chat.CodeNameTooLong:  "the name is too long for this disk",
	chat.CodeUnreachable:  "it is on another computer, which cannot be reached now",
}

// Invalid is for a call that cannot be understood. path and advice may be empty.
func Invalid(path, message, advice string) *chat.Failure {
	return &chat.Failure{Class: chat.ErrInvalidArgs, Path: path, Message: message, Advice: chat.Advice{Text: advice}}
}
