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
	// Grace is what a tree has between being asked to end and being killed.
	Grace = 300 * time.Millisecond

	// killEvery and killFor bound the killing: descendants may still be
	// forking, so it is repeated, but what no signal can end (a process of
	// another user) must not hold the reaper for ever.
	killEvery = 10 * time.Millisecond
	killFor   = 2 * time.Second
)

// The exit codes of a server that could not be run, as shells have them.
const (
	exitUsage    = 2
	exitNotFound = 127
	exitSignal   = 128 // plus the number of the signal that ended the server
)

// Run watches the command in args (a leading "--" is dropped) until it has ended
// with everything that it started, and returns its exit code. Trouble of the
// reaper itself is told on stderr.
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
	// The parent-death signal of the server belongs to the thread that starts
	// it: that thread has to live as long as the reaper.
	runtime.LockOSThread()
	told := make(chan os.Signal, 1)
	signal.Notify(told, endSignals()...)
	broken := lifeline()
	t, err := plant(path, args)
	if err != nil {
		complain(stderr, "start "+args[0]+":", err)
		return exitNotFound
	}
	// The streams are the server's now: when it closes one, the host shall see.
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

// complain tells the host's log; there is nobody to tell when that fails.
func complain(stderr io.Writer, what ...any) {
	_, _ = fmt.Fprintln(stderr, append([]any{"deskhand reap:"}, what...)...)
}

// tree is the server and all that it has started.
type tree struct {
	pid    int
	exited chan struct{} // closed when the server itself has ended
	status int           // its exit code; read only after exited is closed
	gone   chan struct{} // closed when nothing of the tree is left
}

// end asks the tree to end, then kills it. It returns when nothing is left, or
// when what is left cannot be killed.
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

// code is the server's exit code, or that of a kill when it could not be ended.
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
