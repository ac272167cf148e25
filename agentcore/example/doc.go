// Package example reads out of the names of well-kept files how files are to be named:
// the template that most of them follow, how senders are spelt, and which folders their
// files are in.
//
// It reads names alone, no file. It may import agentcore/habit and agentcore/template.
// It is pure: safe from any goroutine.
package example
