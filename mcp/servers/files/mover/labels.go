package mover

import (
	"errors"
	"io/fs"

	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/trash"
)

// recoverLabel makes a label agree with where a step left its file.
func recoverLabel(t *folders.Tree, s journal.Step, record journal.Record) error {
	at := ""
	switch r := record.(type) {
	case journal.Failed:
		if s.Kind == journal.Trash && !r.Conflict {
			at = trash.LabelOf(s.To)
		}
	case journal.Done:
		if s.Kind == journal.Restore {
			at = trash.LabelOf(s.From)
		}
	}
	if at == "" || s.Label == "" {
		return nil
	}
	p, err := t.Place(at)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, moved := record.(journal.Done); moved {
		to, err := t.Place(s.To)
		if err == nil {
			err = to.Dir.Sync()
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(trash.DropLabel(p, s.Label), p.Dir.Sync())
}
