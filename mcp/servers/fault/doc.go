// Package fault maps an error of the disk or of a journal to a chat.Failure: its
// class and code, and English for a model.
//
// It imports safefs, journal and agentcore's chat. It starts no goroutine.
package fault
