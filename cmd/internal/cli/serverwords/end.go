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
	entry.EndIgnored:    "the server went on with a cancelled call",
	entry.EndTooMany:    "the server lists too many tools, or says too much of them",
	entry.EndUnanswered: "the server did not answer in time",
	entry.EndUnreached:  "the server cannot be reached",
	entry.EndElsewhere:  "the address leads to another computer than it says",
	entry.EndAddress:    "the address of the server cannot be understood",
	entry.EndForgotten:  "the server has forgotten the session",
	entry.EndSignIn:     "the server wants a sign-in",
	entry.EndNoSignIn: "it offers no sign-in that Deskhand knows. If it takes a key, put that into its headers; " +
		"else run npx -y mcp-remote ADDRESS as its command",
	entry.EndNoClient: "it registers no program by itself. Register an OAuth app of your own there, with http://127.0.0.1/signed-in as its callback, " +
		"and give its ID by deskhand servers edit --client-id",
	entry.EndRefusedSignIn: "the sign-in was refused",
	entry.EndOpenSignIn:    "its sign-in is not encrypted, or leads from this computer to another one",
	entry.EndBarred:        "what it runs has changed since you agreed to start it",
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
