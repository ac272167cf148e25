// Package suggest finds the names that were probably meant by one that is not there:
// tools by the agent core and the host, files by the servers.
//
// It imports the standard library alone, touches no disk, starts no goroutine
// and is safe from anywhere.
package suggest
