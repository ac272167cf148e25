package cli

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// failureWords says to a person at a terminal what failed, on which file, and what
// to do next. It is made of class, code and advice; where they say nothing, of the
// words of whoever failed.
func failureWords(f chat.Failure) string {
	if f.Path == "" {
		if words := recordWords(f.Code); words != "" {
			return words
		}
	}
	words, known := codeSentences()[f.Code]
	if !known {
		words = strings.TrimSpace(capitalized(visible(f.Message)) + " " + nextWords(f))
	}
	if f.Path == "" || strings.Contains(words, filename.Shown(f.Path)) {
		return words
	}
	return filename.Shown(f.Path) + ": " + words
}

// recordWords says that a change was not made because it could not be put on
// record; empty for other causes.
func recordWords(code chat.Code) string {
	switch code {
	case chat.CodeDiskFull:
		return "There is no room left on the disk that Deskhand keeps its records on, so no more was done. Make room there, then try again."
	case chat.CodeUnrecorded:
		return "What is done could not be put on record, so no more was done. See what is wrong with: deskhand doctor."
	}
	return ""
}

// nextWords says what to do next with the means of a command line; empty where
// nothing helps that is known.
func nextWords(f chat.Failure) string {
	switch f.Advice.Code {
	case chat.AdviseOneOf:
		return "Name one of: " + spelled(f.Advice.Args) + "."
	case chat.AdviseOpenFolder:
		return "Name the folder with --in or --root."
	case chat.AdviseOtherPlace:
		return "Choose another folder, or change who may use this one."
	case chat.AdviseRetryLater:
		return "Try again later."
	case chat.AdviseDoctor, chat.AdviseDataFolder:
		return "See what is wrong with: deskhand doctor."
	case chat.AdviseInstallReader:
		return documents.InstallReader()
	case chat.AdviseInstallLanguage:
		return documents.InstallLanguage()
	}
	switch {
	case len(f.Suggestions) > 0:
		return "Did you mean " + spelled(f.Suggestions) + "?"
	case f.Class == chat.ErrInvalidArgs && f.Path != "":
		return "Check the name; it may have been moved or renamed."
	}
	return ""
}

// notDoneWords says why a file of a batch was not done. The file itself is named
// before it.
func notDoneWords(f plan.Failure) string {
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
}
