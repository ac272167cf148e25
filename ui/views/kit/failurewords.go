package kit

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui/inert"
)

// FailureWords says in a sentence or two why a file was not done and what helps.
// The file itself is named beside it.
func FailureWords(f plan.Failure) string {
	if words := failureWords(f.Kind); words != "" {
		return words
	}
	if f.Message == "" {
		return "It could not be done, and no reason was given."
	}
	return SentenceCase(inert.Line(f.Message))
}

// failureWords is FailureWords of the kinds that have words here; empty for
// others.
func failureWords(kind chat.Code) string {
	switch kind {
	case chat.CodeDiskFull:
		return "The disk is full. Make room on it, then try again."
	case chat.CodeReadOnly:
		return "Its folder or disk is read-only. Allow changes there, or choose another folder."
	case chat.CodePermission:
		return "You are not allowed to change it there. Choose another folder, or ask its owner."
	case chat.CodeVanished:
		return "It is not there any more. Look where it was moved to."
	case chat.CodeChanged:
		return "It was changed or replaced after the plan was made. Propose again."
	case chat.CodeTaken:
		return "Other files took its new name. Choose another name."
	case chat.CodeOtherDisk:
		return "It would have to go to another disk, and it cannot be copied there."
	case chat.CodeNameTooLong:
		return "Its new name is too long for this disk. Choose a shorter one."
	case chat.CodeOnlineOnly:
		return "Its contents are online only. Download it first."
	case chat.CodeBeingWritten:
		return "A program is still writing it. Try again when that is done."
	case chat.CodeDiskError:
		return "The disk does not answer properly. Check it before you try again."
	case chat.CodeUnreachable:
		return "It is on another computer, which cannot be reached now. Try again later."
	}
	return otherFailureWords(kind)
}

// otherFailureWords are those of the rarer kinds.
func otherFailureWords(kind chat.Code) string {
	switch kind {
	case chat.CodeNotRegular:
		return "It is not an ordinary file, so it is left alone."
	case chat.CodeLink:
		return "It is a link, or its path leads through one. Links are not followed."
	case chat.CodeNotFolder:
		return "A part of its path is not a folder."
	case chat.CodeCopyDiffers:
		return "The copy on the other disk was not the same, so the file stayed. Check that disk."
	case chat.CodeUnclear:
		return "How far it came is not known; every version of it was kept. Undo looks again."
	case chat.CodeTwice:
		return "It is in the plan twice. Take one of the two out."
	case chat.CodeOutside:
		return "It is outside the folders that may be changed. Add its folder, or take it out of the plan."
	case chat.CodeTargetOutside:
		return "A file would go there, and that is outside the folders that may be changed. Choose another folder."
	}
	return ""
}
