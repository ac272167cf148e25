// Command gosdk is an MCP server as others write them: with the official Go SDK,
// and with nothing of this project. It is a module of its own, so that the project
// does not depend on that SDK.
package main
