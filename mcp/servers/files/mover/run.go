package mover

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/deskhand/deskhand/mcp/servers/files/find"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/names"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/trash"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// maxAttempts is how often a step tries another name when somebody takes the one it was
// about to use.
const maxAttempts = 50

// run is one page of a batch, or an undo, in progress.
type run struct {
	m    *Mover
	plan *Plan
	log  *journal.Log
	tree *folders.Tree
	// step is the number of each item's step; -1: it has none.
	step    []int
	touched map[string]bool // folders to sync
	// unmade are folders that could not be created, and why.
	unmade map[string]error
	// leftOpen are the steps that stay open, and why they were given up.
	leftOpen map[int]error
	names    *names.Reserved // nil: no target was taken yet
	progress find.Progress
	done     int
}

// newRun records and syncs all intents. Nothing is done before.
func (m *Mover) newRun(t *folders.Tree, log *journal.Log, plan *Plan, page *journal.Page, progress find.Progress) (*run, error) {
	r := &run{m: m, plan: plan, log: log, tree: t, touched: map[string]bool{}, unmade: map[string]error{}, leftOpen: map[int]error{}, progress: progress}
	r.step = make([]int, len(plan.Items))
	token, err := m.token()
	if err != nil {
		return nil, err
	}
	var records []journal.Record
	if page == nil {
		page = &journal.Page{}
	}
	page.Trash = added(log.Batch.Trash, plan.Scope.Ways())
	page.Intents = len(plan.Folders) + plan.Count()
	records = append(records, *page)
	for i, f := range plan.Folders {
		records = append(records, journal.Folder{Path: f, Temp: tempName(token+"f", i)})
	}
	next := len(log.Batch.Steps)
	for i, it := range plan.Items {
		r.step[i] = -1
		if it.Moves() {
			r.step[i] = next
			records = append(records, journal.Intent{
				Kind: it.Kind, From: it.From, To: it.To, ID: it.ID, Born: it.born, Temp: tempName(token, next),
				Undoes: it.undoes, Again: it.again, Label: it.Label,
			})
			next++
		}
	}
	return r, errors.Join(log.Append(records...), log.Sync())
}

// do creates the folders and makes the moves. It fails only if the journal does; failures
// of files are recorded there.
func (r *run) do(ctx context.Context) error {
	for _, bin := range r.plan.Scope.Ways() {
		// On an error, the moves into it fail, each with its reason.
		_ = trash.Make(r.tree, bin)
	}
	if err := r.makeFolders(); err != nil {
		return err
	}
	for _, a := range r.plan.order {
		var err error
		switch {
		case ctx.Err() != nil:
			err = r.stop(ctx, a)
		case a.Park:
			err = r.park(ctx, a.Item)
		default:
			err = r.bring(ctx, a.Item)
		}
		if err != nil {
			return err
		}
	}
	r.syncFolders()
	return nil
}

// makeFolders creates the missing folders. If one cannot be created, the moves into it
// fail later, each with its reason.
func (r *run) makeFolders() error {
	for _, path := range r.plan.Folders {
		err := r.makeFolder(r.log.Batch.Folder(path))
		if r.log.Err() != nil {
			return r.log.Err()
		}
		if err != nil {
			r.unmade[path] = err
		}
	}
	if len(r.plan.Folders) > 0 {
		r.syncFolders() // no file goes into a folder that a power cut would remove
	}
	return nil
}

// makeFolder creates a folder under its temporary name, records its identity, and then
// renames it, so that it is known as ours at any time.
func (r *run) makeFolder(f journal.MadeFolder) error {
	p, err := r.target(f.Path)
	if err != nil {
		return err
	}
	temp := p.Sibling(f.Temp)
	if err := temp.Dir.Mkdir(temp.Name, 0o777); err != nil {
		return err
	}
	r.touch(f.Path)
	in, err := temp.Lstat()
	if err == nil {
		err = r.log.Append(journal.Made{Path: f.Path, ID: in.ID})
	}
	if err == nil {
		err = safefs.NameFolder(temp, p)
	}
	if err == nil || r.log.Err() != nil {
		return err
	}
	return errors.Join(err, temp.Dir.RemoveDir(temp.Name), r.log.Append(journal.Removed{Path: f.Path}))
}

// park sets a file aside within its folder.
func (r *run) park(ctx context.Context, item int) error {
	n := r.step[item]
	s := r.log.Batch.Steps[n]
	from, err := r.tree.Place(s.From)
	if err == nil {
		r.touch(s.From)
		err = safefs.Park(from, s.ID, s.Temp)
	}
	if err != nil {
		return r.giveUp(ctx, n, err)
	}
	return r.log.Append(journal.Parked{Step: n})
}

// bring moves a file to its target, from its place or from where it is parked.
func (r *run) bring(ctx context.Context, item int) error {
	n := r.step[item]
	if r.log.Batch.Steps[n].Outcome != journal.Open {
		return nil // it could not be parked
	}
	out, err := r.attempt(ctx, item)
	for try := 0; errors.Is(err, fs.ErrExist) && try < maxAttempts; try++ {
		if err = r.retarget(n); err == nil {
			out, err = r.attempt(ctx, item)
		}
	}
	switch {
	case r.log.Err() != nil:
		return r.log.Err()
	case err != nil:
		return r.giveUp(ctx, n, err)
	}
	r.done++
	if r.progress != nil {
		r.progress(r.done, r.plan.Count(), filepath.Base(r.log.Batch.Steps[n].To))
	}
	record := journal.Done{Step: n, ID: out.ID, Hash: out.Hash, Born: out.Born}
	if out.Hash != "" {
		return r.log.Append(record)
	}
	return r.log.Note(record) // a rename can be seen on the disk
}

// attempt tries a step once.
func (r *run) attempt(ctx context.Context, item int) (safefs.Outcome, error) {
	n := r.step[item]
	s := r.log.Batch.Steps[n]
	to, err := r.target(s.To)
	if err != nil {
		return safefs.Outcome{}, err
	}
	move := safefs.Move{
		To: to, ID: s.ID, Temp: copyName(s),
		Copied: copied(r.log, n), Claim: claimed(r.log, n, s.To),
	}
	r.touch(s.To)
	if s.Kind == journal.Write {
		return r.write(ctx, move, r.plan.Items[item].Text)
	}
	if move.From, err = r.tree.Place(s.From); err != nil {
		return safefs.Outcome{}, err
	}
	if s.Parked {
		move.From = move.From.Sibling(s.Temp)
	}
	r.touch(s.From)
	switch s.Kind {
	case journal.Copy:
		return move.Copy(ctx)
	case journal.Trash:
		return trash.Put(ctx, r.tree, move, s.To, s.Label)
	case journal.Restore:
		return trash.Take(ctx, r.tree, move, s.From, s.Label)
	}
	return move.Do(ctx)
}

// target finds the place of a path. If its folder could not be created, the error says
// why.
func (r *run) target(path string) (safefs.Place, error) {
	p, err := r.tree.Place(path)
	if cause := r.unmade[filepath.Dir(path)]; err != nil && cause != nil {
		err = cause
	}
	return p, err
}

// touch marks the folder of path to be synced.
func (r *run) touch(path string) {
	folder, _ := roots.Split(path)
	r.touched[folder] = true
}

// write creates a text file, readable by those who can read its folder.
func (r *run) write(ctx context.Context, move safefs.Move, text string) (safefs.Outcome, error) {
	folder, err := move.To.Dir.Lstat(".")
	if err != nil {
		return safefs.Outcome{}, err
	}
	return move.Write(ctx, text, folder.Mode.Perm()&0o666)
}

// retarget finds a new name for a step whose target was taken, and records it first.
func (r *run) retarget(n int) error {
	taken := r.log.Batch.Steps[n].To
	r.holdTargets(filepath.Dir(taken))
	r.names.Hold(taken)
	free, err := r.names.Reserve(taken)
	if err != nil {
		return err
	}
	return errors.Join(r.log.Append(journal.Retarget{Step: n, To: free}), r.log.Sync())
}

// holdTargets reserves the future names of steps in a folder. It scans the steps once per
// folder.
func (r *run) holdTargets(folder string) {
	if r.names == nil {
		r.names = names.New(r.tree)
	}
	if r.names.Knows(folder) {
		return
	}
	for _, path := range r.plan.spared {
		if filepath.Dir(path) == folder {
			r.names.Hold(path)
		}
	}
	for _, n := range r.step {
		if n < 0 {
			continue
		}
		if s := r.log.Batch.Steps[n]; s.Outcome == journal.Open && filepath.Dir(s.To) == folder {
			r.names.Hold(s.To)
		}
	}
}

// syncFolders makes the moves survive a power cut. An error is ignored: the receipt is
// counted from the disk.
func (r *run) syncFolders() {
	for path := range r.touched {
		if dir, err := r.tree.Dir(path); err == nil {
			_ = dir.Sync()
		}
	}
}
