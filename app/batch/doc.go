// Package batch has the server of files copy or move files, once a person saw what that
// does and approved it: a dry run says what each call would do, the approval is of exactly
// that, and the calls are one batch of the journal, so that undo takes all of them back.
//
// A Runner is safe for concurrent use.
package batch
