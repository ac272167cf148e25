package trash

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Put writes a label and moves the file into a trash, to the path at.
func Put(ctx context.Context, t *folders.Tree, move safefs.Move, at, label string) (safefs.Outcome, error) {
	if label == "" {
		return move.Do(ctx)
	}
	note, err := t.Place(LabelOf(at))
	if err != nil {
		return safefs.Outcome{}, err
	}
	if err := writeLabel(note, label); err != nil {
		return safefs.Outcome{}, err
	}
	out, err := move.Do(ctx)
	if errors.Is(err, fs.ErrExist) && !errors.Is(err, safefs.ErrUncertain) {
		if stays := DropLabel(note, label); stays != nil {
			return out, fmt.Errorf("%w: %v", safefs.ErrUncertain, stays)
		}
	}
	return out, err
}

// Take moves the file at a path out of a trash, then removes its label. A power cut must
// leave neither a label without a file nor a file without a label: the move is synced
// before the label is touched, and both before the step is recorded.
func Take(ctx context.Context, t *folders.Tree, move safefs.Move, at, label string) (safefs.Outcome, error) {
	out, err := move.Do(ctx)
	if err != nil || label == "" {
		return out, err
	}
	note, err := t.Place(LabelOf(at))
	if err == nil {
		err = move.To.Dir.Sync()
	}
	if err == nil {
		err = DropLabel(note, label)
	}
	if err == nil {
		err = note.Dir.Sync()
	}
	if err != nil {
		return out, fmt.Errorf("%w: %v", safefs.ErrUncertain, err)
	}
	return out, nil
}
