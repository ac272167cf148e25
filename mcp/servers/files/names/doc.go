// Package names assigns target names: safe ones that are free on the disk and in the
// plan, and orders the moves so that each name is vacated before it is taken.
//
// It imports safefs, folders, trash and agentcore/filename. It starts no goroutine; a
// Reserved belongs to one.
package names
