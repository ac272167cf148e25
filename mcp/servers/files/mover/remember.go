package mover

import (
	"slices"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/trash"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// recallFolders loads the cached names of the folders that the run will change, if nobody
// has changed them since.
func (r *run) recallFolders() {
	for folder := range r.changes() {
		r.tree.ForgetNames(folder) // somebody may have changed it since
		// A folder that does not exist yet, or cannot be opened, is not cached.
		_, _ = r.tree.Recall(folder)
	}
}

// changes returns the folders of the run, each with the names that leave and that come.
func (r *run) changes() map[string]*comings {
	by := map[string]*comings{}
	in := func(path string) (c *comings, name string) {
		folder, name := roots.Split(path)
		if by[folder] == nil {
			by[folder] = &comings{}
		}
		return by[folder], name
	}
	comes := func(path string) { c, name := in(path); c.come = append(c.come, name) }
	leaves := func(path string) { c, name := in(path); c.leave = append(c.leave, name) }
	for _, path := range r.plan.Folders {
		comes(path)
	}
	for _, n := range r.step {
		if n < 0 {
			continue
		}
		s := r.log.Batch.Steps[n]
		if !s.Kind.Makes() {
			leaves(s.From)
		}
		comes(s.To)
		switch s.Kind {
		case journal.Trash:
			if label := trash.LabelOf(s.To); label != "" {
				comes(label)
			}
		case journal.Restore:
			if label := trash.LabelOf(s.From); label != "" {
				leaves(label)
			}
		}
	}
	return by
}

type comings struct{ leave, come []string }

// rememberFolders caches the changes of the run for the batch's next page, so that the
// folders are not read again. If anything went otherwise than planned, they are evicted.
func (r *run) rememberFolders() {
	asPlanned := r.wentAsPlanned()
	for folder, c := range r.changes() {
		if asPlanned {
			r.tree.Follow(folder, c.leave, c.come)
		} else {
			r.tree.ForgetNames(folder)
		}
	}
}

// wentAsPlanned reports whether each step was made as planned.
func (r *run) wentAsPlanned() bool {
	for i, n := range r.step {
		if n < 0 {
			continue
		}
		if s := r.log.Batch.Steps[n]; s.Outcome != journal.Finished || s.To != r.plan.Items[i].To {
			return false
		}
	}
	return !slices.ContainsFunc(r.plan.Folders, func(path string) bool { return !r.log.Batch.Folder(path).Made })
}
