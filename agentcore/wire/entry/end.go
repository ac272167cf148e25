package entry

// End says why a server last ended; zero: it did not, or nothing is known of it.
type End struct {
	Code EndCode `json:"code,omitempty"`
	// Exit is the exit code of a process that has exited, Signal the number of
	// the signal that ended one.
	Exit   int `json:"exit,omitempty"`
	Signal int `json:"signal,omitempty"`
	// Detail is what the system or the network said, where the code has some.
	Detail string `json:"detail,omitempty"`
	// Words are the server's own last lines on stderr.
	Words string `json:"words,omitempty"`
}

// EndCode is why a server ended.
type EndCode string

// Why servers end.
const (
	EndExited        EndCode = "exited"          // its process exited; Exit: with what
	EndKilled        EndCode = "killed"          // its process was ended by Signal
	EndClosed        EndCode = "closed"          // it closed the connection
	EndStopped       EndCode = "stopped"         // Deskhand stopped it
	EndTooLong       EndCode = "too_long"        // it sent a message that is too long
	EndStuck         EndCode = "stuck"           // it stopped reading
	EndIgnored       EndCode = "ignored"         // it went on with a cancelled call
	EndTooMany       EndCode = "too_many"        // it lists too many tools, or says too much of them
	EndUnanswered    EndCode = "unanswered"      // it did not answer in time
	EndUnreached     EndCode = "unreached"       // the network does not lead to it; Detail: what it said
	EndElsewhere     EndCode = "elsewhere"       // its address leads to another computer than it says
	EndAddress       EndCode = "address"         // its address cannot be understood
	EndForgotten     EndCode = "forgotten"       // it has forgotten the session
	EndSignIn        EndCode = "sign_in"         // it wants a sign-in
	EndNoSignIn      EndCode = "no_sign_in"      // it offers no sign-in that is known here
	EndNoClient      EndCode = "no_client"       // it registers nobody: the person has to name a client of their own
	EndRefusedSignIn EndCode = "refused_sign_in" // the person, or who signs them in, said no; Detail: the code of that
	EndOpenSignIn    EndCode = "open_sign_in"    // its sign-in is not encrypted, or leads away from this computer
	EndBarred        EndCode = "barred"          // what it runs is not what was agreed to any more
	EndFailed        EndCode = "failed"          // Detail: what the system or the protocol said
)
