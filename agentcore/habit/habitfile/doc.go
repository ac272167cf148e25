// Package habitfile keeps habits in a file of the data folder.
//
// It may import agentcore/habit and agentcore/regular. A File is safe for concurrent
// use; one process at a time has it.
package habitfile
