// Package reaper is the reaper: a small process that stands between us and one
// MCP server, so that the server never outlives us. It runs the server with its
// own standard streams, waits, and ends everything the server has started when
// the server exits, when it is told to (SIGTERM), or when its life-line breaks.
//
// The life-line is a pipe (file descriptor 3, on Windows an inherited handle)
// whose other end only the host holds: the kernel closes it however the host
// dies. On Linux the reaper is a child subreaper, so that descendants which left
// the process group are found too; on other Unix systems it ends the process
// group; on Windows it holds the job that they are all in.
//
// It imports the standard library and x/sys alone. Run is the whole process: it
// takes over signals and waits for every child, so nothing else may run next to
// it.
package reaper
