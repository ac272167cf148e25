package config

import (
	"errors"
	"io/fs"

	"github.com/deskhand/deskhand/agentcore/regular"
)

// Window returns what the window kept of itself the last time; empty: nothing.
func (p Paths) Window() ([]byte, error) {
	state, err := regular.ReadFile(p.WindowFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return state, err
}

// KeepWindow keeps what the window wants to find again: after a crash it is there as
// it was kept last.
func (p Paths) KeepWindow(state []byte) error { return regular.WriteWhole(p.WindowFile(), state) }
