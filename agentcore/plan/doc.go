// Package plan holds the plain values of the main job: what is proposed for each file,
// the evidence for it, and the receipt of what was done.
//
// It imports the standard library alone and starts no goroutine. The JSON form of Plan is
// the file that `deskhand triage --plan` writes and `deskhand apply` reads.
package plan
