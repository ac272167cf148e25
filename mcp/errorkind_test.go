package mcp

import (
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestAFailureThatDoesNotSayOfWhichKindItIsIsKnownByItsWords(t *testing.T) {
	for words, want := range map[string]chat.ErrorType{
		"Error: getaddrinfo ENOTFOUND example.com":                               chat.ErrNetwork,
		"connect ECONNREFUSED 127.0.0.1:8080":                                    chat.ErrNetwork,
		"lookup example.com: no such host":                                       chat.ErrNetwork,
		"TypeError: fetch failed":                                                chat.ErrNetwork,
		"EACCES: permission denied, open '/etc/shadow'":                          chat.ErrPermissionDenied,
		"Access denied - path outside allowed directories":                       chat.ErrPermissionDenied,
		"request timed out after 30 s":                                           chat.ErrTimeout,
		"MCP error -32602: Input validation error: Invalid arguments for tool x": chat.ErrInvalidArgs,
		"it broke":                           chat.ErrExecution,
		strings.Repeat("ä", 2000) + "eacces": chat.ErrExecution,
	} {
		res := &mcp.CallToolResult{IsError: true, Content: []mcp.Content{mcp.NewTextContent(words)}}
		if got := resultOf(Server{Name: "other"}, "", res); got.OK || got.Failure.Class != want {
			t.Errorf("%.60q is %s, want %s", words, got.Failure.Class, want)
		}
	}
}
