package chat

import "strings"

// Failure says how a tool call, or one file of a batch, failed. It is the same
// value from where it happened to the window: words for a person are made of
// class, code and advice there, and of nothing else.
type Failure struct {
	// Class decides what a model is advised to do and which Status a call ends
	// in. Empty where nothing failed.
	Class ErrorType `json:"error_type"`
	// Code is the cause, where that is known.
	Code Code `json:"code,omitempty"`
	// Path is the file or folder that it happened on; may be empty.
	Path string `json:"path,omitempty"`
	// Suggestions are at most a few paths or names that were probably meant by
	// one that is not there.
	Suggestions []string `json:"suggestions,omitempty"`
	Advice      Advice   `json:"advice,omitzero"`
	// Message says to a model what failed, in one English sentence without path
	// and advice. Whoever fails makes it; no person reads it.
	Message string `json:"message,omitempty"`
	// Err is what caused it, for errors.Is and errors.As. It stays in the process
	// that failed; may be nil.
	Err error `json:"-"`
}

// Error returns class and message: for a log.
func (f *Failure) Error() string { return string(f.Class) + ": " + f.Message }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Code is the cause of a failure: the word that stands as kind among the failures
// of a plan and of a receipt too. There may be others than those below.
type Code string

// The causes that a file is not done for.
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
	CodeUnclear       Code = "unclear"     // how far it came
	CodeStopped       Code = "stopped"     // before it was its turn
	CodeTwice         Code = "twice"       // in the list
	CodeSparse        Code = "sparse"      // a copy would fill its holes
	CodeStreams       Code = "streams"     // a copy would lose its named streams
	CodeTooLarge      Code = "too_large"   // to be read
	CodeOutside       Code = "outside"     // the folders that may be touched
	CodeTargetOutside Code = "target_outside"
	CodeOther         Code = "other"
)

// What became of a file that nothing went wrong with.
const (
	CodeUndone Code = "undone" // it was taken back
	CodeEdited Code = "edited" // since it was moved; it keeps its edits
)

// What a person should know of a change that is done.
const (
	CodeOtherName     Code = "other_name"     // than was asked for: that one is taken
	CodeSafeName      Code = "safe_name"      // what was asked for is none, or not safe
	CodeParted        Code = "parted"         // from files that it belongs together with
	CodeNewFolder     Code = "new_folder"     // which is made for it
	CodeRule          Code = "rule"           // a rule is kept: From is its condition, To what it says
	CodeFromTrash     Code = "from_trash"     // it came from there
	CodeToTrash       Code = "to_trash"       // it went there
	CodeFromElsewhere Code = "from_elsewhere" // it came from outside the folders that may be touched
	CodeToElsewhere   Code = "to_elsewhere"   // it went there
)

// The causes that a change is not planned for.
const (
	CodeSystemPlace Code = "system_place" // where nothing is anybody's to tidy
	CodeTooDeep     Code = "too_deep"     // in folders
	CodeTooMany     Code = "too_many"     // files at once
	CodeTooLong     Code = "too_long"     // a text
	CodeNotText     Code = "not_text"
	CodeNoTrash     Code = "no_trash" // that can be used
	CodeNotInTrash  Code = "not_in_trash"
)

// The causes that a batch is not gone on with, finished or taken back for.
const (
	CodeNoBatch         Code = "no_batch" // of that id
	CodeBadBatchID      Code = "bad_batch_id"
	CodeBatchLive       Code = "batch_live"    // another process works on it
	CodeBatchDamaged    Code = "batch_damaged" // its record is
	CodeBatchUndone     Code = "batch_undone"
	CodeBatchCutShort   Code = "batch_cut_short"
	CodeNotInBatch      Code = "not_in_batch" // a file
	CodeNothingToUndo   Code = "nothing_to_undo"
	CodeNothingToFinish Code = "nothing_to_finish"
)

// The causes that a call is not run for.
const (
	CodeLookOnly    Code = "look_only"    // the request only asks to look
	CodeExcluded    Code = "excluded"     // the request leaves out a file that it touches
	CodeDeniedAgain Code = "denied_again" // not approved again, after a part was done
	CodeUnrecorded  Code = "unrecorded"   // a change that could not be put on record
)

// Advice says what may be done next. The zero value is none beyond what the class
// of the failure says.
type Advice struct {
	// Code is what to do, for whoever puts it into words for a person: how that is
	// done differs between a chat, the window, a terminal and another host.
	Code AdviceCode `json:"code,omitempty"`
	// Args are the paths, names or numbers that the code speaks of, as its comment
	// says.
	Args []string `json:"args,omitempty"`
	// Text says it to a model, in English.
	Text string `json:"text,omitempty"`
}

// AdviceCode is a piece of advice. There may be others than those below.
type AdviceCode string

// The pieces of advice.
const (
	AdviseLook       AdviceCode = "look"        // list what is there and use a path of that
	AdviseWholePath  AdviceCode = "whole_path"  // give the path from the top
	AdviseOpenFolder AdviceCode = "open_folder" // open the folder to whoever may touch nothing yet
	AdviseOneOf      AdviceCode = "one_of"      // use one of Args
	AdviseOtherPlace AdviceCode = "other_place" // choose another folder, or change who may use this one
	AdviseRetryLater AdviceCode = "retry_later"
	AdvisePlanAgain  AdviceCode = "plan_again"  // and look at the new plan
	AdviseMove       AdviceCode = "move"        // into a folder of its own, instead of the trash
	AdviseWait       AdviceCode = "wait"        // until who works on the batch is done
	AdviseUndoAll    AdviceCode = "undo_all"    // of the batch: what can be found is taken back
	AdviseFinish     AdviceCode = "finish"      // the batch, or undo all of it, first
	AdviseDataFolder AdviceCode = "data_folder" // see whether our data folder can be written to
	AdviseMakeRoom   AdviceCode = "make_room"   // on the disk of our data folder
	AdviseDoctor     AdviceCode = "doctor"      // see what is wrong with the servers Args

	AdviseInstallReader   AdviceCode = "install_reader"   // of text in pictures: tesseract
	AdviseInstallLanguage AdviceCode = "install_language" // of text in pictures
)

// Record returns what is kept of f next to the text of a call: all but the English
// for the model, which is part of that.
func (f Failure) Record() Failure {
	f.Message, f.Advice.Text = "", ""
	return f
}

// Next returns what a model may do next, in English; may be empty.
func (f Failure) Next() string {
	if len(f.Suggestions) > 0 {
		return "Did you mean " + strings.Join(f.Suggestions, ", ") + "?"
	}
	return f.Advice.Text
}
