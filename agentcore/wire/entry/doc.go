// Package entry is what can be wrong with an entry of mcp.json, and what the
// variables of one do: codes, for whoever finds words for them. It has the OAuth
// client of an entry too.
//
// It imports nothing, and holds no state.
package entry
