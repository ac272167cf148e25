package reaper

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"time"
)

const (
	// Grace is the time between asking a tree to end and killing it.
	Grace = 300 * time.Millisecond

	// Killing is repeated every killEvery, since descendants may still be forking, for at
	// most killFor, since a process of another user cannot be killed.
	killEvery = 10 * time.Millisecond
	killFor   = 2 * time.Second
)

// Exit codes of a server that could not be run, as in shells.
const (
	exitUsage    = 2
	exitNotFound = 127
	exitSignal   = 128 // plus the number of the signal that ended the server
)

// Run runs the command in args (a leading "--" is dropped) until it and everything that
// it started have ended, and returns its exit code. Errors of the reaper go to stderr.
func Run(args []string, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		complain(stderr, "no command to run")
		return exitUsage
	}
	path, err := exec.LookPath(args[0])
	if err != nil {
		complain(stderr, err)
		return exitNotFound
	}
	// The server's parent-death signal is tied to the thread that starts it, which must
	// live as long as the reaper.
	runtime.LockOSThread()
	told := make(chan os.Signal, 1)
	signal.Notify(told, endSignals()...)
	broken := lifeline()
	t, err := startTree(path, args)
	if err != nil {
		complain(stderr, "start "+args[0]+":", err)
		return exitNotFound
	}
	// The server has its own copies of the streams: when it closes one, the host must
	// notice.
	_ = os.Stdin.Close()
	_ = os.Stdout.Close()

	select {
	case <-t.exited:
	case <-told:
	case <-broken:
	}
	t.end()
	return t.code()
}

// complain writes to the host's log. A failure cannot be reported.
func complain(stderr io.Writer, what ...any) {
	_, _ = fmt.Fprintln(stderr, append([]any{"deskhand reap:"}, what...)...)
}

// tree is the server and all of its descendants.
type tree struct {
	pid    int
	exited chan struct{} // closed when the server itself has ended
	status int           // exit code; read only after exited is closed
	gone   chan struct{} // closed when no process is left
}

// end asks the tree to end, then kills it. It returns when no process is left, or when
// those left cannot be killed.
func (t *tree) end() {
	t.terminate()
	if within(t.gone, Grace) {
		return
	}
	for deadline := time.Now().Add(killFor); time.Now().Before(deadline); {
		t.kill()
		if within(t.gone, killEvery) {
			return
		}
	}
}

// code returns the server's exit code, or that of a kill if it could not be ended.
func (t *tree) code() int {
	select {
	case <-t.exited:
		return t.status
	default:
		return exitSignal + 9
	}
}

// within reports whether done is closed before d has passed.
func within(done <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}
