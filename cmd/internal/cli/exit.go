package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/cmd/internal/cli/configwords"
	"github.com/deskhand/deskhand/cmd/internal/cli/failurewords"
	"github.com/deskhand/deskhand/cmd/internal/cli/pathwords"
)

// The exit codes.
const (
	exitDone      = 0
	exitFailed    = 1
	exitUsage     = 2
	exitRefused   = 3
	exitPartly    = 4
	exitCancelled = 130
)

// ended is an exit code with the sentence that explains it; empty if everything was said
// already.
type ended struct {
	code     int
	sentence string
}

func (e ended) Error() string { return e.sentence }

// Fail returns the error of a failed command, in words for a person.
func Fail(sentence string) error { return ended{exitFailed, sentence} }

// Verdict turns a verb's error into an exit code and one sentence: what happened, to
// which file, and what to do next.
func Verdict(err error) (code int, sentence string) {
	var e ended
	var r *chat.Failure
	var refused *app.RefusedServer
	var changed *app.WorldChanged
	var unfit *app.UnfitPlan
	switch {
	case err == nil:
		return exitDone, ""
	case errors.As(err, &e):
		return e.code, e.sentence
	case errors.Is(err, context.Canceled):
		return exitCancelled, "Cancelled."
	case errors.As(err, &unfit):
		return exitRefused, unfitWords(unfit)
	case errors.As(err, &changed):
		return exitRefused, changedWords(changed) + ", so renaming stopped. Make a new plan with: deskhand triage."
	}
	if end, known := outcomeOf(err); known {
		return end.code, end.sentence
	}
	switch {
	case errors.As(err, &r):
		return refusedOrFailed(r), failureWords(*r)
	case errors.As(err, &refused):
		return exitRefused, visible(refused.Name) + " is not started. " + problemWords(refused.Why)
	}
	return plainly(err)
}

// refusedOrFailed returns the exit code of a failed call. A change that could not be
// recorded counts as failed, not refused.
func refusedOrFailed(r *chat.Failure) int {
	switch {
	case r.Path == "" && failurewords.Record(r.Code) != "":
		return exitFailed
	case r.Class == chat.ErrDenied, r.Class == chat.ErrBlocked:
		return exitRefused
	}
	return exitFailed
}

// plainly words the failures that are not refusals.
func plainly(err error) (int, string) {
	if end, known := outcomeOf(err); known {
		return end.code, end.sentence
	}
	var path *fs.PathError
	var not *app.NotRegular
	var many *app.TooMany
	var ruled *app.RuleError
	var bad *config.Error
	var setting *config.SettingError
	var servers *app.BrokenServers
	var noPlan *app.NotPlan
	var unknown *app.NotUnderstood
	var condition *app.ConditionError
	switch {
	case errors.As(err, &many):
		return exitFailed, fmt.Sprintf("There are %d files there, and a plan has at most %d. Tidy its subfolders one by one.", many.Files, many.Most)
	case errors.As(err, &bad):
		return exitUsage, capitalized(configwords.Problem(bad))
	case errors.As(err, &setting):
		return exitUsage, capitalized(configwords.Setting(setting))
	case errors.As(err, &ruled):
		return exitUsage, "The rule cannot be used: " + configwords.Rule(ruled.Err)
	case errors.As(err, &unknown):
		return exitUsage, "I did not understand “" + visible(strings.Join(unknown.Left, "”, “")) + "”, so nothing was read. Use --template, --only and --into instead."
	case errors.As(err, &condition):
		return exitUsage, "The condition cannot be used: " + configwords.Rule(condition)
	case errors.Is(err, app.ErrTemplate):
		return exitUsage, "The template cannot be used: " + configwords.Template(err)
	case errors.As(err, &servers):
		return exitUsage, visible(servers.Path) + " cannot be used. " + problemWords(servers.Problem)
	case errors.As(err, &noPlan):
		return exitUsage, visible(noPlan.File) + " is not a plan."
	case errors.As(err, &not):
		return exitFailed, fmt.Sprintf("%s is %s, but a file is needed there. Move it away and try again.", visible(not.Path), pathwords.Kind(not.Mode))
	case errors.As(err, &path):
		return exitFailed, fmt.Sprintf("%s: %s.", visible(path.Path), pathwords.Reason(path.Err))
	}
	if end, known := faultOutcomes[chat.FaultOf(err).Code]; known {
		return end.code, end.sentence
	}
	return exitFailed, capitalized(err.Error())
}

// explain says in a sentence why something failed.
func explain(err error) string {
	_, words := plainly(err)
	return words
}

// capitalized makes a sentence of words.
func capitalized(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(words[size:], ".") + "."
}

// outcomes are how a command ends with errors that have no details.
var outcomes = []struct {
	err error
	ended
}{
	{app.ErrNotOnRecord, ended{exitRefused, "This plan was not made on this computer. To apply it anyway, limited to a folder, add --root FOLDER."}},
	{app.ErrEdited, ended{exitRefused, "This plan was edited. To apply it as it is now, limited to a folder, add --root FOLDER."}},
	{app.ErrSpent, ended{exitRefused, "This plan was already applied, and a plan is applied only once. Make a new one with: deskhand triage."}},
	{app.ErrWorldChanged, ended{exitRefused, "The files keep changing, so nothing was renamed. Try again when they no longer change."}},
	{app.ErrAlreadyRunning, ended{exitFailed, "Deskhand is already running but does not answer. Wait for it, or quit it."}},
	{app.ErrNoFiles, ended{exitFailed, "There are no files to tidy there. To include subfolders, add --recursive."}},
	{app.ErrNothingToDo, ended{exitFailed, "No file of this plan is ready, so there is nothing to do."}},
	{app.ErrNothingToTry, ended{exitFailed, "These files have no readable text. Choose others to try a model on."}},
	{app.ErrNoConversation, ended{exitFailed, "There is no such conversation. List them with: deskhand sessions."}},
	{app.ErrNoPattern, ended{exitFailed, "The names in that folder follow no pattern: at least 4 of them must be alike, and 60 % of those not given by a program."}},
	{app.ErrNoHabit, ended{exitFailed, "There is no such habit. List them with: deskhand habits."}},
	{app.ErrNoRule, ended{exitFailed, "There is no such rule. List them with: deskhand rules."}},
	{app.ErrHabitText, ended{exitUsage, "A habit is one short line of text."}},
	{app.ErrNoGrant, ended{exitFailed, "There is no such permission. List them with: deskhand grants."}},
	{app.ErrRemoteChanged, ended{exitRefused, "The address of the models has changed. Check it again."}},
}

// faultOutcomes are how a command ends if a model or its server does not answer.
var faultOutcomes = map[chat.FaultCode]ended{
	chat.FaultUnreachable:  {exitFailed, "Ollama is not running. Install it from ollama.com and start it, or continue without a model."},
	chat.FaultNotInstalled: {exitFailed, "Ollama does not have this model. Download it with: deskhand models pull NAME."},
	chat.FaultCloud:        {exitFailed, "This model runs on another computer, so it is not used. Allow it with allow_cloud in config.toml."},
	chat.FaultRemote:       {exitRefused, "Ollama is on another computer, so it is not used. To see what would be sent there, and allow it: deskhand models allow"},
	chat.FaultOutdated:     {exitFailed, "This model needs a newer Ollama. Update it from ollama.com."},
	chat.FaultNoDownload:   {exitFailed, "There is no such model to download. Check its name at ollama.com/library."},
}

// outcomeOf returns how a command ends with an error that has no details.
func outcomeOf(err error) (end ended, known bool) {
	for _, o := range outcomes {
		if errors.Is(err, o.err) {
			return o.ended, true
		}
	}
	return ended{}, false
}
