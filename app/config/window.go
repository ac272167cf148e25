package config

import (
	"errors"
	"io/fs"

	"github.com/deskhand/deskhand/agentcore/regular"
)

// Window returns the state that the window stored last; empty if none.
func (p Paths) Window() ([]byte, error) {
	state, err := regular.ReadFile(p.WindowFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return state, err
}

// KeepWindow stores the window's state, which survives a crash.
func (p Paths) KeepWindow(state []byte) error { return regular.WriteWhole(p.WindowFile(), state) }
