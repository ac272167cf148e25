// Package rulebook keeps the rules of a person's own in config.toml, and has the tool by
// which the assistant adds one.
//
// It may import agentcore, agentcore/chat, agentcore/rule, agentcore/template and
// app/config. A Book is safe for concurrent use.
package rulebook
