// Package reaper is a small process that stands between us and one MCP server, so that
// the server never outlives us. It runs the server with its own standard streams and ends
// every descendant when the server exits, on SIGTERM, or when its lifeline breaks.
//
// The lifeline is a pipe (file descriptor 3, on Windows an inherited handle) whose other
// end only the host holds: the kernel closes it however the host dies. On Linux the
// reaper is a child subreaper, which finds descendants that left the process group too;
// on other Unix systems it ends the process group; on Windows it holds the job that all
// of them are in.
//
// It imports only the standard library and x/sys. Run is the whole process: it takes over
// signals and waits for every child, so nothing else may run in it.
package reaper
