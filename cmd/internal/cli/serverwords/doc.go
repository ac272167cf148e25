// Package serverwords says at a terminal what a server of mcp.json is, what would be
// started of it and what is wrong with it.
//
// It imports app's values, agentcore/wire/entry and the standard library, and holds
// no state.
package serverwords
