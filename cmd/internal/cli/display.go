package cli

import (
	"os"
	"runtime"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
)

// Reasons why no window can open, each with what works all the same.
const (
	NoDisplay   = "There is no display for the window (it needs X11 or XWayland). The commands work without one, such as: deskhand triage FOLDER."
	waylandOnly = "This desktop has only Wayland, and the window needs XWayland. Install xwayland, or use the commands, such as: deskhand triage FOLDER."
)

// MissingDisplay returns the error of a session without a display for a window; nil if
// there may be one.
func MissingDisplay() error {
	switch {
	case runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "":
		return nil
	case os.Getenv("WAYLAND_DISPLAY") != "":
		return Fail(waylandOnly)
	}
	return Fail(NoDisplay)
}

// Notify returns err, the reason why no window opens. Without a terminal it is also shown
// on the desktop.
func (c *Console) Notify(err error) error {
	if !c.asks && !c.shows {
		_, words := Verdict(err)
		announce(words)
	}
	return err
}

// visible quotes text with invisible characters.
func visible(text string) string { return serverwords.Visible(text) }

// problemWords say why an entry of mcp.json is not started; empty if nothing is wrong.
func problemWords(p app.ServerProblem) string { return serverwords.Problem(p) }

// errorWords say in a sentence what went wrong.
func errorWords(err error) string {
	_, words := Verdict(err)
	return words
}

// spelled lists foreign names.
func spelled(names []string) string { return serverwords.Spelled(names) }
