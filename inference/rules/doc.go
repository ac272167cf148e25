// Package rules is the built-in model: a real model of the chain that needs no
// server and no weights. It recognises what a request wants by its words, calls
// the tools that are on offer, and tells what their results say, nothing more.
//
// It reads requests with agentcore/intent and results by their data; no sentence is
// taken apart here. It answers in the language of the request, else in that of the
// requests before it, else in the person's: sentences/*.json are the same sentences in
// each language that requests are read in. Write there what is to be said; a test sees
// that no sentence stands in the code and that none is missing in a language.
//
// It touches no file and no network. A Model has no state: it is safe for concurrent
// use, and the same request always gets the same reply.
package rules
