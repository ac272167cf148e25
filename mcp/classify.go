package mcp

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// failurePatterns classify error texts (lower case) of servers that report no error type.
// The first match counts: a name lookup that times out is a network error.
var failurePatterns = [...]struct {
	kind  chat.ErrorType
	words []string
}{
	{chat.ErrInvalidArgs, []string{"-32602", "invalid arguments", "input validation error"}},
	{chat.ErrNetwork, []string{
		"econnrefused", "econnreset", "enotfound", "eai_again", "enetunreach", "ehostunreach", "getaddrinfo", "fetch failed",
		"no such host", "network is unreachable", "connection refused", "connection reset", "could not resolve host",
		"name or service not known", "temporary failure in name resolution", "no route to host", "server misbehaving",
		"dial tcp", "socket hang up", "net::err_", "max retries exceeded with url",
	}},
	{chat.ErrTimeout, []string{"etimedout", "timed out", "i/o timeout", "deadline exceeded"}},
	{chat.ErrPermissionDenied, []string{
		"eacces", "eperm", "permission denied", "operation not permitted", "access denied", "access is denied", "erofs", "read-only file system",
	}},
}

// classifiedBytes is how much of an error text is searched.
const classifiedBytes = 1000

// classify returns the error type that an error text suggests.
func classify(words string) chat.ErrorType {
	words = strings.ToLower(words[:min(len(words), classifiedBytes)])
	for _, m := range failurePatterns {
		for _, w := range m.words {
			if strings.Contains(words, w) {
				return m.kind
			}
		}
	}
	return chat.ErrExecution
}
