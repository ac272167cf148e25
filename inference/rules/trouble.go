package rules

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
)

// trouble says plainly how a call failed, with no more than its result says.
func trouble(r result) string {
	switch {
	case r.status == chat.StatusDenied && r.failure.Code == chat.CodeDeniedAgain:
		return "The change was not approved the second time. Nothing more was changed."
	case r.status == chat.StatusDenied:
		return "Nothing was changed: the change was not approved."
	case r.failure.Class == chat.ErrInterrupted:
		return "It was cut short, and I do not know how far it came. The history shows what was done."
	case r.status == chat.StatusCancelled:
		return "It was cancelled. The history shows what was done until then."
	case r.failure.Class == chat.ErrTimeout:
		return "It took too long and was ended. Look before it is tried again: a part may be done."
	case r.status == chat.StatusBlocked:
		return "It was not done: " + cause(r)
	default:
		return "That did not work: " + cause(r)
	}
}

// causes say in words what the code of a failure means.
var causes = map[chat.Code]string{
	chat.CodeDiskFull:      "the disk is full.",
	chat.CodeReadOnly:      "the disk or the folder can only be read.",
	chat.CodePermission:    "the computer does not permit it.",
	chat.CodeVanished:      "it is not there.",
	chat.CodeChanged:       "the files have changed since.",
	chat.CodeTaken:         "the name is taken.",
	chat.CodeNameTooLong:   "the name is too long.",
	chat.CodeNotRegular:    "it is no ordinary file.",
	chat.CodeLink:          "it is a link.",
	chat.CodeNotFolder:     "a part of the path is no folder.",
	chat.CodeOnlineOnly:    "its contents are online only.",
	chat.CodeBeingWritten:  "it is being written.",
	chat.CodeUnreachable:   "the other computer cannot be reached.",
	chat.CodeTwice:         "a file stands in the list twice.",
	chat.CodeOutside:       "this path was not opened to me.",
	chat.CodeTargetOutside: "the place that it is to go to was not opened to me.",
	chat.CodeLookOnly:      "the request only asks to look. No file changes were made.",
	chat.CodeExcluded:      "it would touch a file that the request leaves out.",
	chat.CodeUnrecorded:    "the record of changes could not be written.",
}

// classes say the same of a failure whose code says nothing.
var classes = map[chat.ErrorType]string{
	chat.ErrInvalidArgs:      "there is no such file or folder, or nothing to do.",
	chat.ErrPermissionDenied: "this path was not opened to me.",
	chat.ErrNetwork:          "the other computer cannot be reached.",
	chat.ErrBlocked:          "the files have changed since.",
	chat.ErrServerDown:       "the server of the tool is down.",
	chat.ErrCircuitBreaker:   "the tool failed too often and rests for a while.",
}

// cause says what a failed result is put down to.
func cause(r result) string {
	words := causes[r.failure.Code]
	if words == "" {
		words = classes[r.failure.Class]
	}
	if words == "" {
		words = "the tool " + r.tool + " did not say why."
	}
	if r.failure.Path != "" {
		words += "\nPath: " + filename.Shown(r.failure.Path)
	}
	if len(r.failure.Suggestions) > 0 {
		words += "\nDid you mean " + filename.Shown(strings.Join(r.failure.Suggestions, ", ")) + "?"
	}
	return words
}

// firstTrouble gives the first of some results that is not good.
func firstTrouble(results []result) (result, bool) {
	for _, r := range results {
		if r.status != chat.StatusOK {
			return r, true
		}
	}
	return result{}, false
}
