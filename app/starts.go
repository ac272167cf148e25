package app

import (
	"errors"
	"os"
	"sync"

	"github.com/deskhand/deskhand/mcp"
	"github.com/deskhand/deskhand/mcp/manifest"
)

// starts knows what the servers of mcp.json are that may be started, and looks
// again at their files whenever the host starts one. Its methods are safe for
// concurrent use.
type starts struct {
	files  manifest.Files
	agreed sync.Map // manifest.Agreement by its hash
}

var errNotAgreed = errors.New("what it runs has changed since you agreed to start it")

// check says why the host must not start a server; nil when its files are what the
// hash that it is given stands for.
func (s *starts) check(server mcp.Server) error {
	agreed, ok := s.agreed.Load(server.Hash)
	if !ok {
		return errNotAgreed
	}
	files, err := s.look(server.Command[0], server.Command[1:], server.Dir)
	if err != nil {
		return err
	}
	then := agreed.(manifest.Agreement)
	if !then.Covers(manifest.Agreement{Entry: then.Entry, Files: files}) {
		return errNotAgreed
	}
	return nil
}

// look finds the files of a command that is started in a folder; empty: the
// person's home, as the host has it.
func (s *starts) look(program string, args []string, dir string) ([]manifest.File, error) {
	if dir == "" {
		dir, _ = os.UserHomeDir() // without one no argument that is relative is a file
	}
	return s.files.Look(program, args, dir)
}
