package kit

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// Explain puts an error into words: what went wrong and what to do about it in the
// window. For an unknown error it returns otherwise, which names what was being done.
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
	cause := causes.Of(f.Code)
	switch {
	case f.Code == chat.CodeUnrecorded:
		return locale.L("Deskhand couldn't keep its record, so it stopped. Check that the data folder shown in Settings can be written to.")
	case f.Code == chat.CodeDiskFull && f.Path == "":
		return locale.L("The disk that Deskhand keeps its records on is full, so it stopped. Free some space there, then try again.")
	case cause != "" && f.Path != "":
		return locale.L("{{.File}}: {{.Why}}", "File", inert.Line(filepath.Base(f.Path)), "Why", cause)
	case f.Advice.Code == chat.AdviseInstallReader, f.Advice.Code == chat.AdviseInstallLanguage:
		return locale.L("{{.What}} To read text in pictures, install Tesseract and its languages.", "What", otherwise)
	case f.Class == chat.ErrToolNotFound, f.Class == chat.ErrServerDown:
		return locale.L("{{.What}} The server that does this isn't running; see the Servers page.", "What", otherwise)
	case f.Class == chat.ErrTimeout:
		return locale.L("{{.What}} It took too long.", "What", otherwise)
	}
	return otherwise
}

// planWords say what is wrong with a plan; empty for other errors.
func planWords(err error) string {
	var changed *app.WorldChanged
	var many *app.TooMany
	switch {
	case errors.As(err, &many):
		return locale.L("There are {{.Files}} there, and a plan can have at most {{.Most}}. Drop its subfolders one at a time.", "Files", locale.Files(many.Files), "Most", locale.Files(many.Most))
	case errors.Is(err, app.ErrSpent):
		return locale.L("This plan has already been applied. Read the files again for a new one.")
	case errors.Is(err, app.ErrNotOnRecord), errors.Is(err, app.ErrEdited):
		return locale.L("This plan isn't the one that was proposed. Read the files again for a new one.")
	case errors.As(err, &changed):
		return locale.L("{{.What}} The rest was left alone. Drop the files again for a new plan.", "What", changedWords(changed))
	case errors.Is(err, app.ErrWorldChanged):
		return locale.L("The files keep changing, so nothing was renamed. Try again later.")
	case errors.Is(err, app.ErrNoFiles):
		return locale.L("There are no files to tidy there. To read subfolders too, turn on “Include subfolders”.")
	case errors.Is(err, app.ErrNothingToDo):
		return locale.L("No file in this plan is ready, so there's nothing to do.")
	case errors.Is(err, app.ErrNoConversation):
		return locale.L("This conversation no longer exists.")
	case errors.Is(err, app.ErrNoGrant):
		return locale.L("This permission no longer exists.")
	}
	return ""
}

// changedWords say which files have changed since their plan was made.
func changedWords(w *app.WorldChanged) string {
	switch len(w.Failures) {
	case 0:
		return locale.L("The files have changed since the plan was made.")
	case 1:
		return locale.L("{{.File}} has changed since the plan was made.", "File", inert.Line(filepath.Base(w.Failures[0].Path)))
	}
	return locale.N("{{.N}} file has changed since the plan was made.", "{{.N}} files have changed since the plan was made.", len(w.Failures))
}

// modelWords say what is wrong with a model; empty for other errors.
func modelWords(err error) string {
	switch {
	case errors.Is(err, app.ErrNothingToTry):
		return locale.L("Nothing in these files can be read. Choose other files to try a model on.")
	case errors.Is(err, app.ErrRemoteChanged):
		return locale.L("The address of the models has changed. Review it again.")
	}
	switch chat.FaultOf(err).Code {
	case chat.FaultUnreachable:
		return locale.L("Ollama isn't running. Install it from ollama.com and start it, or continue without a model.")
	case chat.FaultNotInstalled:
		return locale.L("Ollama doesn't have this model. You can download it on the Models page.")
	case chat.FaultCloud:
		return locale.L("This model runs on another computer, so it isn't used. You can allow such models in Settings.")
	case chat.FaultRemote:
		return locale.L("Models run on another computer, which isn't used until you allow it on the Models page.")
	case chat.FaultOutdated:
		return locale.L("This model needs a newer Ollama. Update it from ollama.com.")
	case chat.FaultNoDownload:
		return locale.L("There's no model of this name to download. Look up its name at ollama.com/library.")
	}
	return ""
}

// fileWords say what is wrong with a file of our own; empty for other errors.
func fileWords(err error) string {
	var not *app.NotRegular
	var pattern *template.Error
	var bad *config.Error
	var servers *app.BrokenServers
	var condition *app.ConditionError
	var unknown *app.NotUnderstood
	switch {
	case errors.As(err, &bad):
		return ConfigWords(bad)
	case errors.As(err, &pattern):
		return templateWords(pattern)
	case errors.As(err, &servers) && servers.Path == "":
		return ProblemWords(servers.Problem)
	case errors.As(err, &servers):
		return locale.L("{{.File}} can't be used. {{.What}}", "File", inert.Line(filepath.Base(servers.Path)), "What", ProblemWords(servers.Problem))
	case errors.As(err, &condition):
		return conditionWords(condition)
	case errors.As(err, &unknown):
		return locale.L("“{{.Words}}” wasn't understood, so nothing was read. Rephrase it, or choose a pattern.", "Words", inert.Line(strings.Join(unknown.Left, " … ")))
	case errors.Is(err, app.ErrNoPattern):
		return locale.L("The names in that folder follow no pattern. At least four of them have to be alike.")
	case errors.As(err, &not):
		return locale.L("{{.File}} has to be a file, but isn't. Move it away and try again.", "File", not.Path)
	}
	return ""
}

// FailureWords say in a sentence or two why a file was not done and what helps. The file
// is named elsewhere.
func FailureWords(f plan.Failure) string {
	if words := causes.Of(f.Kind); words != "" {
		return words
	}
	if f.Message == "" {
		return locale.L("It couldn't be done, and no reason was given.")
	}
	return SentenceCase(inert.Line(f.Message))
}

// causes say why a file was not done and what helps.
var causes = locale.Table[chat.Code]{
	chat.CodeNotRegular:    "It isn't a regular file, so it's left alone.",
	chat.CodeLink:          "It's a link, or its path leads through one. Links aren't followed.",
	chat.CodeNotFolder:     "Part of its path isn't a folder.",
	chat.CodeCopyDiffers:   "The copy on the other disk wasn't identical, so the file stayed. Check that disk.",
	chat.CodeUnclear:       "It's unclear how far this got; every version was kept. Undo checks again.",
	chat.CodeTwice:         "It's in the plan twice. Remove one of the two.",
	chat.CodeOutside:       "It's outside the folders that may be changed. Add its folder, or remove it from the plan.",
	chat.CodeTargetOutside: "Its new folder is outside those that may be changed. Choose another folder.",
	chat.CodeDiskFull:      "The disk is full. Free some space, then try again.",
	chat.CodeReadOnly:      "Its folder or disk is read-only. Allow changes there, or choose another folder.",
	chat.CodePermission:    "You don't have permission. Choose another folder, or ask its owner for access.",
	chat.CodeVanished:      "It's no longer there. Check where it was moved.",
	chat.CodeChanged:       "It was changed or replaced after the plan was made. Read it again.",
	chat.CodeTaken:         "Its new name is taken. Choose another one.",
	chat.CodeOtherDisk:     "It would have to go to another disk, and it can't be copied there.",
	chat.CodeNameTooLong:   "Its new name is too long for this disk. Choose a shorter one.",
	chat.CodeOnlineOnly:    "Its contents are online only. Download it first.",
	chat.CodeBeingWritten:  "A program is still writing it. Try again when it's done.",
	chat.CodeDiskError:     "The disk reports errors. Check it before you try again.",
	chat.CodeUnreachable:   "It's on another computer that can't be reached now. Try again later.",
}
