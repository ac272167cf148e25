// Package signin signs the person in to MCP servers over HTTP by OAuth, with a code
// that comes back to this computer, PKCE and a client that registers itself, and
// gives requests the token that came of it.
//
// Nothing is opened, shown or logged here, and no error has a word of a server in
// it. What is kept holds secrets: whoever keeps it does so for the person alone.
package signin
