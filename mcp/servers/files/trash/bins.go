package trash

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// A trash has one of two layouts, which its path tells. That of freedesktop.org,
// .../Trash, TOP/.Trash/UID or TOP/.Trash-UID, keeps the files in TRASH/files, and in
// TRASH/info/NAME.trashinfo where each was and when it was deleted. The flat one of
// macOS, ~/.Trash or TOP/.Trashes/UID, keeps only the files; where they were is in our
// journals. The home folder's trash takes the files of its disk, those at the TOP of
// other disks theirs.
const (
	filesFolder = "files"
	LabelFolder = "info"
	homeName    = "Trash"
	dotName     = ".Trash"
	macName     = ".Trashes"
	topPrefix   = ".Trash-"
)

// errNone means that a system has no usable trash.
var errNone = &chat.Failure{
	Class: chat.ErrExecution, Code: chat.CodeNoTrash, Message: "There is no trash that this program can use here.",
	Advice: chat.Advice{Code: chat.AdviseMove, Text: "Move the file into a folder of its own instead."},
}

// Base returns the folder from which a trash is reached without following links. Links in
// the path of the home folder's trash are the user's own.
func Base(trash string) string {
	up := filepath.Dir(trash)
	switch {
	case strings.HasPrefix(filepath.Base(trash), topPrefix):
		return up
	case filepath.Base(up) == dotName, filepath.Base(up) == macName:
		return filepath.Dir(up)
	}
	return trash
}

// Valid reports whether path can be a trash.
func Valid(path string) bool {
	base := filepath.Base(path)
	return filepath.IsAbs(path) && (base == homeName || base == dotName || Base(path) != path)
}

// Flat reports whether a trash keeps no labels.
func Flat(trash string) bool {
	return filepath.Base(trash) == dotName || filepath.Base(filepath.Dir(trash)) == macName
}

// FilesOf returns the folder of a trash that holds its files.
func FilesOf(trash string) string {
	if Flat(trash) {
		return trash
	}
	return filepath.Join(trash, filesFolder)
}

// OfFile returns the trash that holds the file at path.
func OfFile(path string) string {
	folder := filepath.Dir(path)
	if Flat(folder) {
		return folder
	}
	return filepath.Dir(folder)
}

// LabelOf returns the path of the label of a file in a trash; empty if it has none.
func LabelOf(path string) string {
	folder := filepath.Dir(path)
	if Flat(folder) {
		return ""
	}
	return filepath.Join(filepath.Dir(folder), LabelFolder, filepath.Base(path)+LabelSuffix)
}

// Bins are the trashes of this computer.
type Bins struct {
	home string // the home folder's trash; empty: there is none
	fs   safefs.FS
}

func New(home string, disk safefs.FS) *Bins { return &Bins{home: home, fs: disk} }

// PerDisk finds the trash of each disk, once per plan.
type PerDisk struct {
	bins *Bins
	by   map[uint64]string
}

func NewPerDisk(b *Bins) *PerDisk { return &PerDisk{bins: b, by: map[uint64]string{}} }

// Of returns the trash for the file at path. It creates nothing.
func (ts *PerDisk) Of(path string, id safefs.Identity) (string, error) {
	if known, done := ts.by[id.Dev]; done {
		return known, nil
	}
	trash, err := ts.bins.Of(filepath.Dir(path), id.Dev)
	if err == nil {
		ts.by[id.Dev] = trash
	}
	return trash, err
}

// Of returns the trash for the files of a folder on the disk dev.
func (b *Bins) Of(folder string, dev uint64) (string, error) {
	if b.home == "" {
		return "", errNone
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

// device returns the disk of a folder, or of its nearest existing parent.
func (b *Bins) device(folder string) (uint64, error) {
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

// Make creates the missing folders of a trash, accessible to the user alone.
func Make(t *folders.Tree, trash string) error {
	if Base(trash) == trash {
		if err := os.MkdirAll(trash, 0o700); err != nil {
			return err
		}
	} else if err := makeIn(t, trash); err != nil {
		return err
	}
	if Flat(trash) {
		return nil
	}
	return errors.Join(makeIn(t, FilesOf(trash)), makeIn(t, filepath.Join(trash, LabelFolder)))
}

func makeIn(t *folders.Tree, path string) error {
	p, err := t.Place(path)
	if err != nil {
		return err
	}
	if err := p.Dir.Mkdir(p.Name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
