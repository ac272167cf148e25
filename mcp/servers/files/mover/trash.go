package mover

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// The trash is the freedesktop.org one: TRASH/files/NAME is the file, and
// TRASH/info/NAME.trashinfo, its label, says where it was and when it went. The
// trash of the home folder takes the files of its disk, TOP/.Trash-UID those of
// another.
const (
	trashFiles  = "files"
	trashInfo   = "info"
	labelSuffix = ".trashinfo"
	labelHead   = "[Trash Info]\n"
	labelMax    = 64 << 10 // bytes
	// labelTime is the layout of a DeletionDate, in local time.
	labelTime = "2006-01-02T15:04:05"
	topTrash  = ".Trash-"
)

// errNoTrash says that a system has no trash that can be used.
var errNoTrash = &Problem{
	Kind: Execution, Message: "There is no trash that this program can use here.",
	Advice: "Move the file into a folder of its own instead.",
}

// homeTrash is the trash of the home folder; empty if there is none.
func homeTrash() string {
	if data := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "Trash")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".local", "share", "Trash")
}

// trashBase is the folder from which a trash is reached without following
// links. What leads to the home folder's trash is the person's own.
func trashBase(trash string) string {
	if strings.HasPrefix(filepath.Base(trash), topTrash) {
		return filepath.Dir(trash)
	}
	return trash
}

// trashName says that path can be a trash.
func trashName(path string) bool {
	base := filepath.Base(path)
	return filepath.IsAbs(path) && (base == "Trash" || strings.HasPrefix(base, topTrash))
}

// inTrash gives the trash whose files folder holds path.
func inTrash(path string) (trash string, ok bool) {
	folder := filepath.Dir(path)
	return filepath.Dir(folder), filepath.Base(folder) == trashFiles
}

// labelOf is the label of a file in a trash.
func labelOf(path string) string {
	trash, _ := inTrash(path)
	return filepath.Join(trash, trashInfo, filepath.Base(path)+labelSuffix)
}

// label is the text of the label of a file that was at path.
func label(trash, path string, when time.Time) string {
	if base := trashBase(trash); base != trash {
		if rel, err := filepath.Rel(base, path); err == nil {
			path = rel
		}
	}
	escaped := (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
	return labelHead + "Path=" + escaped + "\nDeletionDate=" + when.Format(labelTime) + "\n"
}

// readLabel gives where the file of a label was.
func readLabel(trash, text string) (path string, when time.Time, ok bool) {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "Path":
			var err error
			if path, err = url.PathUnescape(value); err != nil {
				return "", time.Time{}, false
			}
		case "DeletionDate":
			when, _ = time.ParseInLocation(labelTime, value, time.Local) // an unreadable one is an old one
		}
	}
	if base := trashBase(trash); path != "" && !filepath.IsAbs(path) && base != trash {
		path = filepath.Join(base, path)
	}
	return filepath.Clean(path), when, filepath.IsAbs(path)
}

// trashes finds the trash of each disk, once a plan.
type trashes struct {
	m  *Mover
	by map[uint64]string
}

// of gives the trash for the file at path. Nothing is made.
func (ts *trashes) of(path string, id safefs.Identity) (string, error) {
	if known, done := ts.by[id.Dev]; done {
		return known, nil
	}
	trash, err := ts.m.trashOf(filepath.Dir(path), id.Dev)
	if err == nil {
		ts.by[id.Dev] = trash
	}
	return trash, err
}

func (m *Mover) trashOf(folder string, dev uint64) (string, error) {
	if m.trash == "" || !haveTrash {
		return "", errNoTrash
	}
	home, err := m.device(m.trash)
	if err != nil || home == dev {
		return m.trash, err
	}
	top := folder
	for up := filepath.Dir(top); up != top; up = filepath.Dir(top) {
		if d, err := m.device(up); err != nil || d != dev {
			break
		}
		top = up
	}
	if trash, ok := ownTrash(top); ok {
		return trash, nil
	}
	return m.trash, nil
}

// device tells the disk of a folder, or of the nearest one above that exists.
func (m *Mover) device(folder string) (uint64, error) {
	dir, err := m.fs.OpenRoot(folder)
	for errors.Is(err, fs.ErrNotExist) && filepath.Dir(folder) != folder {
		folder = filepath.Dir(folder)
		dir, err = m.fs.OpenRoot(folder)
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = dir.Close() }()
	in, err := dir.Lstat(".")
	return in.ID.Dev, err
}

// makeTrash makes the folders of a trash that are missing.
func makeTrash(t *tree, trash string) error {
	if trashBase(trash) == trash {
		if err := os.MkdirAll(trash, 0o700); err != nil {
			return err
		}
	} else if err := makeIn(t, trash); err != nil {
		return err
	}
	return errors.Join(makeIn(t, filepath.Join(trash, trashFiles)), makeIn(t, filepath.Join(trash, trashInfo)))
}

func makeIn(t *tree, path string) error {
	p, err := t.place(path)
	if err != nil {
		return err
	}
	if err := p.Dir.Mkdir(p.Name); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// PlanTrash computes what putting files into the trash would do. Nothing is
// written.
func (m *Mover) PlanTrash(ctx context.Context, scope Scope, paths []string) (*Plan, error) {
	t := m.tree(scope)
	defer t.close()
	p := newPlanner(m, t)
	p.shelves.exact = true
	plan := &Plan{}
	seen := map[string]bool{}
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		item, err := p.discard(path)
		if err != nil {
			return nil, err
		}
		if seen[item.From] {
			item = item.stays("it is in the list twice")
			item.Exists = false
		}
		seen[item.From] = true
		plan.Items = append(plan.Items, item)
	}
	plan.Scope = t.scope
	p.lookAgain(plan.Items)
	return plan, p.settle(ctx, plan)
}

// discard plans the way of a file into the trash.
func (p *planner) discard(path string) (Item, error) {
	path, err := p.tree.scope.Resolve(path)
	if err != nil {
		return Item{}, err
	}
	if !p.tree.scope.MayRead(path) {
		return Item{}, p.tree.scope.Denied(path)
	}
	if err := p.guarded(path); err != nil {
		return Item{}, err
	}
	item, in := p.find(path)
	p.beware(&item, in)
	if item.Note != "" {
		return item, nil
	}
	return item, p.toTrash(&item)
}

// toTrash gives an item a place in the trash of its disk.
func (p *planner) toTrash(it *Item) error {
	trash, err := p.trashes.of(it.From, it.ID)
	if err != nil {
		return err
	}
	if !slices.Contains(p.tree.scope.trash, trash) {
		p.tree.scope.trash = append(p.tree.scope.trash, trash)
	}
	it.Kind = journal.Trash
	it.To = filepath.Join(trash, trashFiles, filepath.Base(it.From))
	it.Label = label(trash, it.From, p.trashes.m.now())
	return nil
}

// trash moves a file into a trash, behind its label.
func (r *run) trash(ctx context.Context, move safefs.Move, s journal.Step) (safefs.Outcome, error) {
	note, err := r.tree.place(labelOf(s.To))
	if err != nil {
		return safefs.Outcome{}, err
	}
	if err := writeLabel(note, s.Label); err != nil {
		return safefs.Outcome{}, err
	}
	out, err := move.Do(ctx)
	if errors.Is(err, fs.ErrExist) && !errors.Is(err, safefs.ErrUncertain) {
		if stays := dropLabel(note, s.Label); stays != nil {
			return out, fmt.Errorf("%w: %v", safefs.ErrUncertain, stays)
		}
	}
	return out, err
}

// untrash moves a file out of a trash, and then removes its label. A power cut
// must not leave a label without a file, nor a file without a label: the one is
// synced before the other is touched, and both before the step is written down.
func (r *run) untrash(ctx context.Context, move safefs.Move, s journal.Step) (safefs.Outcome, error) {
	out, err := move.Do(ctx)
	if err != nil {
		return out, err
	}
	note, err := r.tree.place(labelOf(s.From))
	if err == nil {
		err = move.To.Dir.Sync()
	}
	if err == nil {
		err = dropLabel(note, s.Label)
	}
	if err == nil {
		err = note.Dir.Sync()
	}
	if err != nil {
		return out, fmt.Errorf("%w: %v", safefs.ErrUncertain, err)
	}
	return out, nil
}

// writeLabel makes a label that survives a power cut. It fails with
// fs.ErrExist if the name is taken.
func writeLabel(p safefs.Place, text string) error {
	f, err := p.Dir.Create(p.Name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = p.Dir.Sync()
	}
	if err != nil {
		return errors.Join(err, p.Dir.RemoveFile(p.Name))
	}
	return nil
}

// dropLabel removes a label that is the one that we wrote, or began to.
func dropLabel(p safefs.Place, text string) error {
	found, err := labelText(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || !strings.HasPrefix(text, found) {
		return err
	}
	return p.Dir.RemoveFile(p.Name)
}

func labelText(p safefs.Place) (string, error) {
	f, err := p.Dir.Open(p.Name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, labelMax))
	return string(text), err
}

// settleLabel makes a label agree with where a step left its file.
func settleLabel(t *tree, s journal.Step, record journal.Record) error {
	at := ""
	switch r := record.(type) {
	case journal.Failed:
		if s.Kind == journal.Trash && !r.Conflict {
			at = labelOf(s.To)
		}
	case journal.Done:
		if s.Kind == journal.Restore {
			at = labelOf(s.From)
		}
	}
	if at == "" {
		return nil
	}
	p, err := t.place(at)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, moved := record.(journal.Done); moved {
		to, err := t.place(s.To)
		if err == nil {
			err = to.Dir.Sync()
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(dropLabel(p, s.Label), p.Dir.Sync())
}
