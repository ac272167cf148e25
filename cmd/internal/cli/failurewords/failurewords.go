package failurewords

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Of are the words of the causes that have some here.
var Of = map[chat.Code]string{
	chat.CodeDiskFull:      "The disk is full. Make room on it, then try again.",
	chat.CodeReadOnly:      "Its folder or disk is read-only. Allow changes there, or choose another folder.",
	chat.CodePermission:    "The system does not allow it. Choose another folder, or ask its owner.",
	chat.CodeVanished:      "It no longer exists. Check where it was moved.",
	chat.CodeChanged:       "It was changed or replaced after the plan was made. Make a new plan.",
	chat.CodeTaken:         "Its new name is taken. Choose another name.",
	chat.CodeOtherDisk:     "It would go to another disk, but it cannot be copied there.",
	chat.CodeNameTooLong:   "Its new name is too long for this disk. Choose a shorter one.",
	chat.CodeOnlineOnly:    "Its contents are online only. Download it first.",
	chat.CodeBeingWritten:  "A program is still writing it. Try again when that is done.",
	chat.CodeDiskError:     "The disk reports errors. Check it before you try again.",
	chat.CodeUnreachable:   "It is on another computer, which cannot be reached now. Try again later.",
	chat.CodeNotRegular:    "It is not an ordinary file, so it is left alone.",
	chat.CodeLink:          "It is a link, or its path leads through one. Links are not followed.",
	chat.CodeNotFolder:     "A part of its path is not a folder.",
	chat.CodeCopyDiffers:   "The copy on the other disk was not the same, so the file stayed. Check that disk.",
	chat.CodeUnclear:       "It is unknown whether it was moved; every version was kept. Undo checks again.",
	chat.CodeTwice:         "It is in the plan twice. Remove one of the two.",
	chat.CodeOutside:       "It is outside the folders that may be changed. Add its folder, or remove it from the plan.",
	chat.CodeTargetOutside: "A file would go there, but that is outside the folders that may be changed. Choose another folder.",
}

// Warnings are the words of the warnings without arguments.
var Warnings = map[chat.WarningCode]string{
	chat.WarningOldestDropped:  "The oldest part of this conversation is too long to summarise; the model no longer sees it.",
	chat.WarningResultCut:      "The last results of the tools don't fit into the model's context window; the model sees part of them.",
	chat.WarningFitUnread:      "The record of how this conversation was shortened could not be read; it is shortened again.",
	chat.WarningFitUnsaved:     "The record of how this conversation was shortened could not be stored; it is shortened again next time.",
	chat.WarningCountUnsaved:   "This model's token ratio could not be stored; it is measured again after the next start.",
	chat.WarningAnswerUnsaved:  "The unfinished answer could not be stored.",
	chat.WarningHabitsUnsaved:  "Your corrections could not be saved for next time.",
	chat.WarningUnrecorded:     "The record of what was done could not be written.",
	chat.WarningFolderChanging: "The folder changed while it was searched; the rest is left for next time.",
	chat.WarningLink:           "This is a link; it is left alone.",
	chat.WarningProject:        "This is a project folder: its files belong together and are left alone.",
}

// Record says that a change was not made because it could not be put on
// record; empty for other causes.
func Record(code chat.Code) string {
	switch code {
	case chat.CodeDiskFull:
		return "The disk with Deskhand's records is full, so it stopped. Free some space, then try again."
	case chat.CodeUnrecorded:
		return "The changes could not be recorded, so it stopped. To see what is wrong: deskhand doctor."
	}
	return ""
}

// Faults lists models and what is known of their faults.
func Faults(args []string) string {
	var said []string
	for pair := range slices.Chunk(args, 2) {
		words := pair[0]
		switch chat.FaultCode(pair[len(pair)-1]) {
		case chat.FaultTooSlow:
			words += " took too long for one file"
		case chat.FaultUnfit:
			words += " did not fill in the form"
		}
		said = append(said, words)
	}
	return strings.Join(said, ", ")
}
