package chat

import (
	"errors"
	"strings"
)

// Failure is how a tool call, or one file of a batch, failed. The same value travels from
// where it happened to the window, which makes the sentence for a person from class, code
// and advice alone.
type Failure struct {
	// Class decides the advice to a model and the Status that a call ends in. Empty if
	// nothing failed.
	Class ErrorType `json:"error_type"`
	// Code is the cause, if known.
	Code Code `json:"code,omitempty"`
	// Path is the file or folder concerned; may be empty.
	Path string `json:"path,omitempty"`
	// Suggestions are a few paths or names that were probably meant instead of a missing
	// one.
	Suggestions []string `json:"suggestions,omitempty"`
	Advice      Advice   `json:"advice,omitzero"`
	// Message says to a model what failed, in one English sentence without path and
	// advice. It is never shown to a person.
	Message string `json:"message,omitempty"`
	// Err is the cause, for errors.Is and errors.As within the process; may be nil.
	Err error `json:"-"`
}

// Error returns class and message, for a log.
func (f *Failure) Error() string { return string(f.Class) + ": " + f.Message }

// Unwrap returns Err.
func (f *Failure) Unwrap() error { return f.Err }

// Code is the cause of a failure, also used as "kind" in the failures of plans and
// receipts. Other values are possible.
type Code string

// Causes for which a file is skipped.
const (
	CodeDiskFull      Code = "disk_full"
	CodeReadOnly      Code = "read_only" // the disk, or the folder for everybody
	CodePermission    Code = "permission"
	CodeVanished      Code = "vanished"
	CodeChanged       Code = "changed"
	CodeTaken         Code = "taken" // the name
	CodeOtherDisk     Code = "other_disk"
	CodeNameTooLong   Code = "name_too_long"
	CodeNotRegular    Code = "not_regular" // a folder, a device, ...
	CodeLink          Code = "link"
	CodeNotFolder     Code = "not_folder" // a part of the path
	CodeOnlineOnly    Code = "online_only"
	CodeBeingWritten  Code = "being_written"
	CodeCopyDiffers   Code = "copy_differs"
	CodeDiskError     Code = "disk_error"
	CodeUnreachable   Code = "unreachable" // another computer
	CodeUnclear       Code = "unclear"     // how far it got
	CodeStopped       Code = "stopped"     // before its turn
	CodeTwice         Code = "twice"       // in the list
	CodeSparse        Code = "sparse"      // a copy would fill its holes
	CodeStreams       Code = "streams"     // a copy would lose its named streams
	CodeTooLarge      Code = "too_large"   // to be read
	CodeOutside       Code = "outside"     // the folders that may be touched
	CodeTargetOutside Code = "target_outside"
	CodeOther         Code = "other"
)

// What happened to a file without an error.
const (
	CodeUndone Code = "undone" // it was undone
	CodeEdited Code = "edited" // since it was moved; it keeps its edits
)

// What a person should know about a change that was made.
const (
	CodeOtherName     Code = "other_name"     // than requested: that one is taken
	CodeSafeName      Code = "safe_name"      // the requested one is empty or unsafe
	CodeParted        Code = "parted"         // from files that it belongs together with
	CodeNewFolder     Code = "new_folder"     // which is created for it
	CodeRule          Code = "rule"           // a rule is kept: From is its condition, To its text
	CodeFromTrash     Code = "from_trash"     // it came from there
	CodeToTrash       Code = "to_trash"       // it went there
	CodeFromElsewhere Code = "from_elsewhere" // it came from outside the folders that may be touched
	CodeToElsewhere   Code = "to_elsewhere"   // it went there
)

// Causes for which a change is not planned.
const (
	CodeSystemPlace Code = "system_place" // where no files may be tidied
	CodeTooDeep     Code = "too_deep"     // in folders
	CodeTooMany     Code = "too_many"     // files at once
	CodeTooLong     Code = "too_long"     // a text
	CodeNotText     Code = "not_text"
	CodeNoTrash     Code = "no_trash" // that can be used
	CodeNotInTrash  Code = "not_in_trash"
)

// Causes for which a batch is not continued, finished or undone.
const (
	CodeNoBatch         Code = "no_batch" // of that id
	CodeBadBatchID      Code = "bad_batch_id"
	CodeBatchLive       Code = "batch_live"    // another process works on it
	CodeBatchDamaged    Code = "batch_damaged" // its journal is
	CodeBatchUndone     Code = "batch_undone"
	CodeBatchCutShort   Code = "batch_cut_short"
	CodeNotInBatch      Code = "not_in_batch" // a file
	CodeNothingToUndo   Code = "nothing_to_undo"
	CodeNothingToFinish Code = "nothing_to_finish"
)

// Causes for which a call is not run.
const (
	CodeLookOnly    Code = "look_only"    // the request only asks to look
	CodeExcluded    Code = "excluded"     // the request excludes a file that it touches
	CodeDeniedAgain Code = "denied_again" // not approved again, after a part was done
	CodeUnrecorded  Code = "unrecorded"   // a change that could not be recorded
)

// Advice is what to do next. The zero value adds nothing to the class of the failure.
type Advice struct {
	// Code is what to do, for code that words it for a person: chat, window, terminal and
	// other hosts differ in how it is done.
	Code AdviceCode `json:"code,omitempty"`
	// Args are the paths, names or numbers of the code, as its comment says.
	Args []string `json:"args,omitempty"`
	// Text says it to a model, in English.
	Text string `json:"text,omitempty"`
}

// AdviceCode is a piece of advice. Other values are possible.
type AdviceCode string

// The pieces of advice.
const (
	AdviseLook       AdviceCode = "look"        // list what exists and use one of those paths
	AdviseWholePath  AdviceCode = "whole_path"  // use an absolute path
	AdviseOpenFolder AdviceCode = "open_folder" // open the folder, if none is open yet
	AdviseOneOf      AdviceCode = "one_of"      // use one of Args
	AdviseOtherPlace AdviceCode = "other_place" // choose another folder, or change its permissions
	AdviseRetryLater AdviceCode = "retry_later"
	AdvisePlanAgain  AdviceCode = "plan_again"  // and review the new plan
	AdviseMove       AdviceCode = "move"        // into a folder of its own, instead of the trash
	AdviseWait       AdviceCode = "wait"        // until the other process is done with the batch
	AdviseUndoAll    AdviceCode = "undo_all"    // of the batch: what can be found is undone
	AdviseFinish     AdviceCode = "finish"      // the batch, or undo all of it, first
	AdviseDataFolder AdviceCode = "data_folder" // check whether our data folder is writable
	AdviseMakeRoom   AdviceCode = "make_room"   // on the disk of our data folder
	AdviseDoctor     AdviceCode = "doctor"      // check what is wrong with the servers Args

	AdviseInstallReader   AdviceCode = "install_reader"   // of text in pictures: tesseract
	AdviseInstallLanguage AdviceCode = "install_language" // of text in pictures
)

// Record returns what is stored of f with the text of a call: all but the English for the
// model, which is part of that text.
func (f Failure) Record() Failure {
	f.Message, f.Advice.Text = "", ""
	return f
}

// Next returns the advice for a model, in English; may be empty.
func (f Failure) Next() string {
	if len(f.Suggestions) > 0 {
		return "Did you mean " + strings.Join(f.Suggestions, ", ") + "?"
	}
	return f.Advice.Text
}

// IsVanished reports whether a call failed because nothing is at the path.
func IsVanished(err error) bool {
	var f *Failure
	return errors.As(err, &f) && f.Code == CodeVanished
}
