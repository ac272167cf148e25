// Command manual writes the manual page of deskhand and its completions for bash,
// zsh and fish into a folder, from the command line's own model:
//
//	go run ./cmd/internal/manual DIR
//
// They go into the packages; the program itself holds none of them.
package main
