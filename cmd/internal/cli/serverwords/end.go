package serverwords

import (
	"cmp"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

var endWords = map[entry.EndCode]string{
	entry.EndClosed:     "the server closed the connection",
	entry.EndStopped:    "the server was stopped",
	entry.EndTooLong:    "the server sent a message that is too long",
	entry.EndStuck:      "the server stopped reading",
	entry.EndIgnored:    "the server ignored a cancellation",
	entry.EndTooMany:    "the server lists too many tools, or their descriptions are too long",
	entry.EndUnanswered: "the server did not answer in time",
	entry.EndUnreached:  "the server cannot be reached",
	entry.EndElsewhere:  "the address leads to a different computer",
	entry.EndAddress:    "the address of the server is invalid",
	entry.EndForgotten:  "the server no longer knows the session",
	entry.EndSignIn:     "the server wants a sign-in",
	entry.EndNoSignIn: "it offers no sign-in that Deskhand supports. If it takes a key, put that into its headers; " +
		"otherwise use npx -y mcp-remote ADDRESS as its command",
	entry.EndNoClient: "it does not register clients. Register your own OAuth app there, with http://127.0.0.1/signed-in as its callback, " +
		"and set its ID with deskhand servers edit --client-id",
	entry.EndRefusedSignIn: "the sign-in was refused",
	entry.EndOpenSignIn:    "its sign-in is not encrypted, or leads away from this computer",
	entry.EndBarred:        "what it runs has changed since you approved it",
}

// End says why a server last ended, with its own last lines; empty when nothing
// is known. They are as the server wrote them.
func End(e entry.End) string {
	why := cmp.Or(endWords[e.Code], e.Detail)
	switch {
	case e.Code == entry.EndExited:
		why = fmt.Sprintf("the server ended (exit status %d)", e.Exit)
	case e.Code == entry.EndKilled:
		why = fmt.Sprintf("the server ended (signal %d)", e.Signal)
	case why != e.Detail && e.Detail != "":
		why += " (" + e.Detail + ")"
	}
	if why == "" || e.Words == "" {
		return why + e.Words
	}
	return why + ": " + e.Words
}
