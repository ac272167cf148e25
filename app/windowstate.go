package app

import (
	"errors"
	"io/fs"

	"github.com/deskhand/deskhand/agentcore/regular"
)

// WindowState returns what the window kept of itself the last time; empty: nothing.
func (c *Controller) WindowState() ([]byte, error) {
	state, err := regular.ReadFile(c.paths.WindowFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return state, err
}

// KeepWindowState keeps what the window wants to find again: after a crash it is
// there as it was kept last.
func (c *Controller) KeepWindowState(state []byte) error {
	return regular.WriteWhole(c.paths.WindowFile(), state)
}
