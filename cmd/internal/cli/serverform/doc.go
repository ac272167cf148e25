// Package serverform asks a server's questions at a terminal, line by line. The caller
// must make the server's text harmless.
package serverform
