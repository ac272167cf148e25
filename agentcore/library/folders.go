package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/deskhand/deskhand/agentcore/regular"
)

// foldersFile is where the folders are kept a second time: which a person chose
// cannot be read again out of their files.
func (l *Library) foldersFile() string { return l.path + ".folders.json" }

// noteFolders writes the folders of a transaction into their file.
func (l *Library) noteFolders(ctx context.Context, tx *sql.Tx) error {
	paths, err := column[string](ctx, tx, "SELECT path FROM folders ORDER BY path")
	if err != nil {
		return err
	}
	raw, err := json.Marshal(paths)
	if err != nil {
		return err
	}
	if err := regular.WriteWhole(l.foldersFile(), raw); err != nil {
		return fmt.Errorf("keep the folders of the library: %w", err)
	}
	return nil
}

// refill writes the folders into a library that was made again; nothing of them is
// read yet.
func (l *Library) refill(ctx context.Context, db *sql.DB) error {
	raw, err := os.ReadFile(l.foldersFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var paths []string
	if err != nil || json.Unmarshal(raw, &paths) != nil {
		return err // a file that says nothing is as none
	}
	for _, path := range paths {
		if _, err := db.ExecContext(ctx, "INSERT OR IGNORE INTO folders (path, whole) VALUES (?,0)", path); err != nil {
			return err
		}
	}
	return nil
}
