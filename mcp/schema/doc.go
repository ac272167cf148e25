// Package schema holds the arguments of a tool against the JSON schema that its
// server gave for them: before a call leaves, with what is wrong in plain words,
// and with the defaults filled in. It also writes a schema down for a model,
// with every reference in it replaced by what it refers to.
//
// A schema comes from a server and is not to be trusted. Compile loads nothing
// from anywhere, refuses what is broken, too large or too deep, and Check spends
// a bounded number of steps however the schema was made. What no regular
// expression here can be (ECMAScript knows more of them) is left to the server.
//
// It imports jsonschema and the standard library. Everything here is safe for
// concurrent use and blocks on nothing.
package schema
