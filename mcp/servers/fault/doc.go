// Package fault says of an error of the disk or of a journal what kind of failure
// it is, and puts it into words for a reader.
//
// It imports safefs, journal and agentcore/filename. It starts no goroutine.
package fault
