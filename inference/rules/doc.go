// Package rules is the built-in model: a real model of the chain without a server or
// weights. It recognizes a request by its words, calls the offered tools, and reports
// their results, nothing more.
//
// It parses requests with agentcore/intent and reads the data of results; it never parses
// our own sentences. It answers in the language of the request, else of earlier requests,
// else of the user: sentences/*.json are the same sentences in each supported language.
// Write sentences there; a test checks that the code contains none and that no language
// lacks one.
//
// It touches no file and no network. A Model has no state: it is safe for concurrent use,
// and equal requests get equal replies.
package rules
