// Package wire says what is kept of a tool's result in a conversation, next to
// the text that a model reads. Its subpackages hold the JSON types of the tools
// of our servers, one package a server: the server, the jobs that call it, the
// rule model and the window all speak these types.
//
// It imports the standard library alone.
package wire
