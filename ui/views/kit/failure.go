package kit

import (
	"errors"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// Explain puts an error into words: what went wrong and what to do about it in the
// window. Of an error that nothing more is known of it says otherwise, which names
// what was being done.
func Explain(err error, otherwise string) string {
	var failed *chat.Failure
	if errors.As(err, &failed) {
		return failedCall(failed, otherwise)
	}
	for _, words := range []func(error) string{planWords, modelWords, fileWords} {
		if said := words(err); said != "" {
			return said
		}
	}
	return otherwise
}

// failedCall says why a call of a tool failed.
func failedCall(f *chat.Failure, otherwise string) string {
	cause := causeWords(f.Code)
	switch {
	case f.Code == chat.CodeUnrecorded:
		return locale.L("What is done could not be put on record, so no more was done. Settings shows the folder of the records: look whether it can be written to.")
	case f.Code == chat.CodeDiskFull && f.Path == "":
		return locale.L("There is no room left on the disk that Deskhand keeps its records on, so no more was done. Make room there, then try again.")
	case cause != "" && f.Path != "":
		return locale.L("{{.File}}: {{.Why}}", "File", inert.Line(filepath.Base(f.Path)), "Why", cause)
	case f.Advice.Code == chat.AdviseInstallReader, f.Advice.Code == chat.AdviseInstallLanguage:
		return locale.L("{{.What}} To read text in pictures, install Tesseract and its languages.", "What", otherwise)
	case f.Class == chat.ErrToolNotFound, f.Class == chat.ErrServerDown:
		return locale.L("{{.What}} The server that does this is not running; the page Servers says why.", "What", otherwise)
	case f.Class == chat.ErrTimeout:
		return locale.L("{{.What}} It took too long.", "What", otherwise)
	}
	return otherwise
}

// planWords say what is wrong with a plan; empty for other errors.
func planWords(err error) string {
	var changed *app.WorldChanged
	switch {
	case errors.Is(err, app.ErrSpent):
		return locale.L("This plan was applied already; a plan is applied once. Read the files again for a new one.")
	case errors.Is(err, app.ErrNotOnRecord), errors.Is(err, app.ErrEdited):
		return locale.L("This plan is no longer as it was proposed. Read the files again for a new one.")
	case errors.As(err, &changed):
		return locale.L("{{.What}}, so the rest was left alone. Drop the files again for a new plan.", "What", changedWords(changed))
	case errors.Is(err, app.ErrWorldChanged):
		return locale.L("The files change faster than they can be planned for, so nothing was renamed. Try again when that has ended.")
	case errors.Is(err, app.ErrNoFiles):
		return locale.L("There are no files to tidy there. Files in folders inside are read where you drop those folders.")
	case errors.Is(err, app.ErrNothingToDo):
		return locale.L("No file of this plan is ready, so there is nothing to do.")
	case errors.Is(err, app.ErrNoConversation):
		return locale.L("This conversation is no longer there.")
	case errors.Is(err, app.ErrNoGrant):
		return locale.L("This permission is no longer there.")
	}
	return ""
}

// changedWords say which files are not as they were when their plan was made.
func changedWords(w *app.WorldChanged) string {
	switch len(w.Failures) {
	case 0:
		return locale.L("The files have changed since the plan was made")
	case 1:
		return locale.L("{{.File}} is not as it was when the plan was made", "File", inert.Line(filepath.Base(w.Failures[0].Path)))
	}
	return locale.N("{{.N}} file is not as it was when the plan was made", "{{.N}} files are not as they were when the plan was made", len(w.Failures))
}

// modelWords say what is wrong with a model; empty for other errors.
func modelWords(err error) string {
	switch {
	case errors.Is(err, app.ErrNothingToTry):
		return locale.L("There is nothing in these files that can be read. Choose others to try a model on.")
	case errors.Is(err, app.ErrRemoteChanged):
		return locale.L("Models are asked at another address by now. Look at it again.")
	}
	switch chat.FaultOf(err).Code {
	case chat.FaultUnreachable:
		return locale.L("Ollama does not answer. Get it from ollama.com and start it, or go on without a model.")
	case chat.FaultNotInstalled:
		return locale.L("Ollama does not have this model. You can get it on the page Models.")
	case chat.FaultCloud:
		return locale.L("This model runs on another computer, so it is not asked. Settings says whether such models may be.")
	case chat.FaultRemote:
		return locale.L("Models run on another computer, which is not asked before you allow it on the page Models.")
	case chat.FaultOutdated:
		return locale.L("This model needs a newer Ollama. Update it from ollama.com.")
	case chat.FaultNoDownload:
		return locale.L("There is no model of this name to download. Look for its name at ollama.com/library.")
	}
	return ""
}

// fileWords say what is wrong with a file of our own; empty for other errors.
func fileWords(err error) string {
	var not *app.NotRegular
	switch {
	case errors.Is(err, app.ErrConfig), errors.Is(err, app.ErrConfigForm), errors.Is(err, app.ErrServersFile),
		errors.Is(err, app.ErrTemplate), errors.Is(err, app.ErrModelName):
		return SentenceCase(inert.Line(err.Error())) // it names the place in what the person wrote
	case errors.As(err, &not):
		return locale.L("{{.File}} has to be a file, and is something else. Move it away, and try again.", "File", not.Path)
	}
	return ""
}

// FailureWords says in a sentence or two why a file was not done and what helps.
// The file itself is named elsewhere.
func FailureWords(f plan.Failure) string {
	if words := causeWords(f.Kind); words != "" {
		return words
	}
	if f.Message == "" {
		return locale.L("It could not be done, and no reason was given.")
	}
	return SentenceCase(inert.Line(f.Message))
}

// causeWords say why a file was not done and what helps; empty for a cause that
// there are no words for.
func causeWords(code chat.Code) string {
	switch code {
	case chat.CodeDiskFull:
		return locale.L("The disk is full. Make room on it, then try again.")
	case chat.CodeReadOnly:
		return locale.L("Its folder or disk is read-only. Allow changes there, or choose another folder.")
	case chat.CodePermission:
		return locale.L("You are not allowed to change it there. Choose another folder, or ask its owner.")
	case chat.CodeVanished:
		return locale.L("It is not there any more. Look where it was moved to.")
	case chat.CodeChanged:
		return locale.L("It was changed or replaced after the plan was made. Propose again.")
	case chat.CodeTaken:
		return locale.L("Other files took its new name. Choose another name.")
	case chat.CodeOtherDisk:
		return locale.L("It would have to go to another disk, and it cannot be copied there.")
	case chat.CodeNameTooLong:
		return locale.L("Its new name is too long for this disk. Choose a shorter one.")
	case chat.CodeOnlineOnly:
		return locale.L("Its contents are online only. Download it first.")
	case chat.CodeBeingWritten:
		return locale.L("A program is still writing it. Try again when that is done.")
	case chat.CodeDiskError:
		return locale.L("The disk does not answer properly. Check it before you try again.")
	case chat.CodeUnreachable:
		return locale.L("It is on another computer, which cannot be reached now. Try again later.")
	}
	return rarerCauseWords(code)
}

func rarerCauseWords(code chat.Code) string {
	switch code {
	case chat.CodeNotRegular:
		return locale.L("It is not an ordinary file, so it is left alone.")
	case chat.CodeLink:
		return locale.L("It is a link, or its path leads through one. Links are not followed.")
	case chat.CodeNotFolder:
		return locale.L("A part of its path is not a folder.")
	case chat.CodeCopyDiffers:
		return locale.L("The copy on the other disk was not the same, so the file stayed. Check that disk.")
	case chat.CodeUnclear:
		return locale.L("How far it came is not known; every version of it was kept. Undo looks again.")
	case chat.CodeTwice:
		return locale.L("It is in the plan twice. Take one of the two out.")
	case chat.CodeOutside:
		return locale.L("It is outside the folders that may be changed. Add its folder, or take it out of the plan.")
	case chat.CodeTargetOutside:
		return locale.L("A file would go there, and that is outside the folders that may be changed. Choose another folder.")
	}
	return ""
}
