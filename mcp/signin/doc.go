// Package signin signs in to MCP servers over HTTP by OAuth: authorization code with
// PKCE, a redirect to this computer, dynamic client registration. It then adds the token
// to requests.
//
// It opens, shows and logs nothing, and no error contains text from a server. What a
// Store holds is secret: store it readable by the user alone.
package signin
