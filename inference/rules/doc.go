// Package rules is the built-in model: a real model of the chain that needs no
// server and no weights. It recognises what a request wants by its words, calls
// the tools that are on offer, and tells what their results say, nothing more.
//
// It reads requests with agentcore/intent and results by their data; no sentence is
// taken apart here. It touches no file and no network. A Model has no state: it is
// safe for concurrent use, and the same request always gets the same reply.
package rules
