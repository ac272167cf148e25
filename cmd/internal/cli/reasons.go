package cli

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
)

// failureWords says why a file was not done and what helps. The file itself is
// named before it.
func failureWords(f plan.Failure) string {
	if words := codeSentences()[f.Kind]; words != "" {
		return words
	}
	if f.Message == "" {
		return "It could not be done, and no reason was given."
	}
	return capitalized(visible(f.Message))
}

// codeSentences are the words of the causes that have some here.
func codeSentences() map[chat.Code]string {
	return map[chat.Code]string{
		chat.CodeDiskFull:      "The disk is full. Make room on it, then try again.",
		chat.CodeReadOnly:      "Its folder or disk is read-only. Allow changes there, or choose another folder.",
		chat.CodePermission:    "You are not allowed to change it there. Choose another folder, or ask its owner.",
		chat.CodeVanished:      "It is not there any more. Look where it was moved to.",
		chat.CodeChanged:       "It was changed or replaced after the plan was made. Propose again.",
		chat.CodeTaken:         "Other files took its new name. Choose another name.",
		chat.CodeOtherDisk:     "It would have to go to another disk, and it cannot be copied there.",
		chat.CodeNameTooLong:   "Its new name is too long for this disk. Choose a shorter one.",
		chat.CodeOnlineOnly:    "Its contents are online only. Download it first.",
		chat.CodeBeingWritten:  "A program is still writing it. Try again when that is done.",
		chat.CodeDiskError:     "The disk does not answer properly. Check it before you try again.",
		chat.CodeUnreachable:   "It is on another computer, which cannot be reached now. Try again later.",
		chat.CodeNotRegular:    "It is not an ordinary file, so it is left alone.",
		chat.CodeLink:          "It is a link, or its path leads through one. Links are not followed.",
		chat.CodeNotFolder:     "A part of its path is not a folder.",
		chat.CodeCopyDiffers:   "The copy on the other disk was not the same, so the file stayed. Check that disk.",
		chat.CodeUnclear:       "How far it came is not known; every version of it was kept. Undo looks again.",
		chat.CodeTwice:         "It is in the plan twice. Take one of the two out.",
		chat.CodeOutside:       "It is outside the folders that may be changed. Add its folder, or take it out of the plan.",
		chat.CodeTargetOutside: "A file would go there, and that is outside the folders that may be changed. Choose another folder.",
	}
}
