package cli

import "github.com/deskhand/deskhand/agentcore/plan"

// failureWords says why a file was not done and what helps. The file itself is
// named before it.
func failureWords(f plan.Failure) string {
	if words := failureSentences()[f.Kind]; words != "" {
		return words
	}
	if f.Message == "" {
		return "It could not be done, and no reason was given."
	}
	return capitalized(visible(f.Message))
}

// failureSentences are the words of the causes that have some here.
func failureSentences() map[plan.FailureKind]string {
	return map[plan.FailureKind]string{
		plan.FailedDiskFull:      "The disk is full. Make room on it, then try again.",
		plan.FailedReadOnly:      "Its folder or disk is read-only. Allow changes there, or choose another folder.",
		plan.FailedPermission:    "You are not allowed to change it there. Choose another folder, or ask its owner.",
		plan.FailedVanished:      "It is not there any more. Look where it was moved to.",
		plan.FailedChanged:       "It was changed or replaced after the plan was made. Propose again.",
		plan.FailedTaken:         "Other files took its new name. Choose another name.",
		plan.FailedOtherDisk:     "It would have to go to another disk, and it cannot be copied there.",
		plan.FailedNameTooLong:   "Its new name is too long for this disk. Choose a shorter one.",
		plan.FailedOnlineOnly:    "Its contents are online only. Download it first.",
		plan.FailedBeingWritten:  "A program is still writing it. Try again when that is done.",
		plan.FailedDiskError:     "The disk does not answer properly. Check it before you try again.",
		plan.FailedUnreachable:   "It is on another computer, which cannot be reached now. Try again later.",
		plan.FailedNotRegular:    "It is not an ordinary file, so it is left alone.",
		plan.FailedLink:          "It is a link, or its path leads through one. Links are not followed.",
		plan.FailedNotFolder:     "A part of its path is not a folder.",
		plan.FailedCopyDiffers:   "The copy on the other disk was not the same, so the file stayed. Check that disk.",
		plan.FailedUnclear:       "How far it came is not known; every version of it was kept. Undo looks again.",
		plan.FailedTwice:         "It is in the plan twice. Take one of the two out.",
		plan.FailedOutside:       "It is outside the folders that may be changed. Add its folder, or take it out of the plan.",
		plan.FailedTargetOutside: "A file would go there, and that is outside the folders that may be changed. Choose another folder.",
	}
}
