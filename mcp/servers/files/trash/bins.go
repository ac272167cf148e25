package mover

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// A trash has one of two shapes, which its path tells. That of freedesktop.org,
// .../Trash, TOP/.Trash/UID or TOP/.Trash-UID, keeps the files in TRASH/files,
// and in TRASH/info/NAME.trashinfo, their labels, where they were and when they
// went. The flat one of macOS, ~/.Trash or TOP/.Trashes/UID, keeps the files and
// nothing else: where they were stands in our journals. The trash of the home
// folder takes the files of its disk, those at the TOP of others theirs.
const (
	trashFiles = "files"
	trashInfo  = "info"
	homeBin    = "Trash"
	dotBin     = ".Trash"
	macShared  = ".Trashes"
	topTrash   = ".Trash-"
)

// errNoTrash says that a system has no trash that can be used.
var errNoTrash = &Problem{
	Kind: Execution, Message: "There is no trash that this program can use here.",
	Advice: "Move the file into a folder of its own instead.",
}

// trashBase is the folder from which a trash is reached without following
// links. What leads to the home folder's trash is the person's own.
func trashBase(trash string) string {
	up := filepath.Dir(trash)
	switch {
	case strings.HasPrefix(filepath.Base(trash), topTrash):
		return up
	case filepath.Base(up) == dotBin, filepath.Base(up) == macShared:
		return filepath.Dir(up)
	}
	return trash
}

// trashName says that path can be a trash.
func trashName(path string) bool {
	base := filepath.Base(path)
	return filepath.IsAbs(path) && (base == homeBin || base == dotBin || trashBase(path) != path)
}

// flatTrash says that a trash keeps files alone.
func flatTrash(trash string) bool {
	return filepath.Base(trash) == dotBin || filepath.Base(filepath.Dir(trash)) == macShared
}

// filesOf is the folder of a trash that holds its files.
func filesOf(trash string) string {
	if flatTrash(trash) {
		return trash
	}
	return filepath.Join(trash, trashFiles)
}

// trashOfFile is the trash that holds the file at path.
func trashOfFile(path string) string {
	folder := filepath.Dir(path)
	if flatTrash(folder) {
		return folder
	}
	return filepath.Dir(folder)
}

// labelOf is the label of a file in a trash; empty: it has none.
func labelOf(path string) string {
	folder := filepath.Dir(path)
	if flatTrash(folder) {
		return ""
	}
	return filepath.Join(filepath.Dir(folder), trashInfo, filepath.Base(path)+labelSuffix)
}

// bins are the trashes of this computer.
type bins struct {
	home string // the trash of the home folder; empty: there is none
	fs   safefs.FS
}

func newBins(home string, disk safefs.FS) *bins { return &bins{home: home, fs: disk} }

// trashes finds the trash of each disk, once a plan.
type trashes struct {
	bins *bins
	by   map[uint64]string
}

func newTrashes(b *bins) *trashes { return &trashes{bins: b, by: map[uint64]string{}} }

// of gives the trash for the file at path. Nothing is made.
func (ts *trashes) of(path string, id safefs.Identity) (string, error) {
	if known, done := ts.by[id.Dev]; done {
		return known, nil
	}
	trash, err := ts.bins.trashOf(filepath.Dir(path), id.Dev)
	if err == nil {
		ts.by[id.Dev] = trash
	}
	return trash, err
}

// trashOf gives the trash for the files of a folder that is on a disk.
func (b *bins) trashOf(folder string, dev uint64) (string, error) {
	if b.home == "" {
		return "", errNoTrash
	}
	home, err := b.device(b.home)
	if err != nil || home == dev {
		return b.home, err
	}
	top := folder
	for up := filepath.Dir(top); up != top; up = filepath.Dir(top) {
		if d, err := b.device(up); err != nil || d != dev {
			break
		}
		top = up
	}
	if trash, ok := ownTrash(top); ok {
		return trash, nil
	}
	return b.home, nil
}

// device tells the disk of a folder, or of the nearest one above that exists.
func (b *bins) device(folder string) (uint64, error) {
	dir, err := b.fs.OpenRoot(folder)
	for errors.Is(err, fs.ErrNotExist) && filepath.Dir(folder) != folder {
		folder = filepath.Dir(folder)
		dir, err = b.fs.OpenRoot(folder)
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = dir.Close() }()
	in, err := dir.Lstat(".")
	return in.ID.Dev, err
}

// makeTrash makes the folders of a trash that are missing, for the person alone.
func makeTrash(t *tree, trash string) error {
	if trashBase(trash) == trash {
		if err := os.MkdirAll(trash, 0o700); err != nil {
			return err
		}
	} else if err := makeIn(t, trash); err != nil {
		return err
	}
	if flatTrash(trash) {
		return nil
	}
	return errors.Join(makeIn(t, filesOf(trash)), makeIn(t, filepath.Join(trash, trashInfo)))
}

func makeIn(t *tree, path string) error {
	p, err := t.place(path)
	if err != nil {
		return err
	}
	if err := p.Dir.Mkdir(p.Name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
