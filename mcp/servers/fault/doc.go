// Package fault maps an error of the disk or of a journal to a chat.Failure: its
// class and code, and English for a model.
//
// It imports safefs, journal, and agentcore's chat and filename. It starts no
// goroutine.
package fault
