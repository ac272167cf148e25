// Package elicit understands what a server asks the person for while a call of it
// is under way (MCP's elicitation): a flat form to be filled in, or a page to be
// visited. What a server sent is bounded here, and what was typed is held against
// its schema; words for the person are made elsewhere.
package elicit
