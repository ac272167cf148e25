// Package files holds the JSON types of the requests and results of the files
// server's tools. The server makes and reads them, and so does all that calls it.
//
// A Reduced method documents what a conversation keeps of a result; see package
// wire. It imports wire, agentcore/chat and the standard library.
package files
