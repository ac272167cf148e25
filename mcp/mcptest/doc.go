// Package mcptest is an MCP server that misbehaves on purpose, one way at a
// time, for the tests of the host. A test binary becomes the server when it is
// started again with Role as its first argument.
//
// It imports mcp-go, the standard library and x/sys; no program that we ship
// imports it. Main is the whole process.
package mcptest
