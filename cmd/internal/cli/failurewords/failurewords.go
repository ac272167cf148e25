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

// Warnings are the words of the warnings without arguments.
var Warnings = map[chat.WarningCode]string{
	chat.WarningOldestDropped:  "The oldest part of this conversation is too long to be summed up: the model does not see it any more.",
	chat.WarningResultCut:      "What the tools returned last does not fit into the model's context window: the model sees a part of it.",
	chat.WarningFitUnread:      "How this conversation was shortened before could not be read; it is done again.",
	chat.WarningFitUnsaved:     "How this conversation was shortened could not be stored; next time it is done again.",
	chat.WarningCountUnsaved:   "How this model counts could not be stored; it is measured again after the next start.",
	chat.WarningAnswerUnsaved:  "The unfinished answer could not be stored.",
	chat.WarningHabitsUnsaved:  "What you corrected could not be remembered for the next time.",
	chat.WarningUnrecorded:     "The record of what was done could not be written.",
	chat.WarningFolderChanging: "The folder changed while it was looked through; the rest is left for the next time.",
	chat.WarningLink:           "This is a link to another place; it is left alone.",
	chat.WarningProject:        "This is a project folder: its files belong together and are left alone.",
}

// Record says that a change was not made because it could not be put on
// record; empty for other causes.
func Record(code chat.Code) string {
	switch code {
	case chat.CodeDiskFull:
		return "There is no room left on the disk that Deskhand keeps its records on, so no more was done. Make room there, then try again."
	case chat.CodeUnrecorded:
		return "What is done could not be put on record, so no more was done. See what is wrong with: deskhand doctor."
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
			words += " does not fill in a form"
		}
		said = append(said, words)
	}
	return strings.Join(said, ", ")
}
