package mcp

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// marks are what failures look like in the words of servers that do not say of
// which kind they are, in lower case. The first row that fits counts: a name that
// cannot be looked up in time is a matter of the network.
var marks = [...]struct {
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

// tellingBytes is how far the words of a failure are looked at.
const tellingBytes = 1000

// kindOf goes by the words of a failure that does not say of which kind it is.
func kindOf(words string) chat.ErrorType {
	words = strings.ToLower(words[:min(len(words), tellingBytes)])
	for _, m := range marks {
		for _, w := range m.words {
			if strings.Contains(words, w) {
				return m.kind
			}
		}
	}
	return chat.ErrExecution
}
