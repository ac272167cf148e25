package collection

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// What one search does about files that are not as they were.
const (
	mostReread  = 3
	mostListed  = 20_000
	listedAtAll = 4000 // entries in one answer
)

// check brings the places of documents up to date.
type check struct {
	c         *Collection
	languages []string
	emit      func(event.Body)
	// reread and listed bound how many edited files are read again, and how many
	// entries are looked through for those that are gone; 0: all.
	reread, listed int

	// stale are the files that may not be as they were read.
	stale  map[string]bool
	lost   []missing
	edited []string
	moves  []library.Move
}

// missing is a file that is not where it was.
type missing struct {
	hash string
	at   library.Place
}

// look looks at a few documents one by one, and reports whether one was not as it was
// known.
func (k *check) look(ctx context.Context, hits []library.Hit) (changed bool, err error) {
	for _, h := range hits {
		for _, at := range h.Places {
			now, err := k.c.look(ctx, at.Path)
			k.compare(h.Hash, at, now.Identity, now.SHA256, err)
		}
	}
	return k.resolve(ctx)
}

// lookInFolders looks at many: each folder is listed once, and a file read only where
// it is not the one that was known.
func (k *check) lookInFolders(ctx context.Context, hits []library.Hit) (changed bool, err error) {
	byFolder := map[string][]missing{}
	var folders []string
	total, done := 0, 0
	for _, h := range hits {
		for _, at := range h.Places {
			dir := filepath.Dir(at.Path)
			if byFolder[dir] == nil {
				folders = append(folders, dir)
			}
			byFolder[dir] = append(byFolder[dir], missing{h.Hash, at})
			total++
		}
	}
	for _, dir := range folders {
		k.emit(event.Progress{Progress: chat.Progress{Done: done, Total: total, What: dir}})
		if err := k.folder(ctx, dir, byFolder[dir]); err != nil {
			return false, err
		}
		done += len(byFolder[dir])
	}
	return k.resolve(ctx)
}

// folder compares files with the list of their folder.
func (k *check) folder(ctx context.Context, dir string, known []missing) error {
	there := map[string]files.Identity{}
	err := k.c.list(ctx, files.ListRequest{Path: dir, Hidden: true}, func(e files.Entry) bool {
		there[e.Path] = e.Identity
		return true
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, m := range known {
		now, listed := there[m.at.Path]
		switch {
		case err != nil && !chat.IsVanished(err):
			k.compare(m.hash, m.at, now, "", err)
		case listed && now == m.at.Identity:
			k.compare(m.hash, m.at, now, m.hash, nil)
		default: // also where the folder spells it in another way
			info, err := k.c.look(ctx, m.at.Path)
			k.compare(m.hash, m.at, info.Identity, info.SHA256, err)
		}
	}
	return ctx.Err()
}

// compare notes what is to be done about a file, by what stands at its place now.
func (k *check) compare(hash string, at library.Place, now files.Identity, sha256 string, err error) {
	switch {
	case chat.IsVanished(err):
		k.lost = append(k.lost, missing{hash, at})
	case err != nil: // nobody knows: it stays as it was
		k.isStale(at.Path)
	case now == at.Identity && !at.Gone:
	case sha256 == hash || now == at.Identity:
		k.moves = append(k.moves, library.Move{From: at.Path, To: library.Place{Path: at.Path, Identity: now}})
	case k.reread > 0 && len(k.edited) >= k.reread:
		k.isStale(at.Path)
	default:
		k.edited = append(k.edited, at.Path)
	}
}

func (k *check) isStale(path string) {
	if k.stale == nil {
		k.stale = map[string]bool{}
	}
	k.stale[path] = true
}

// resolve reads what was edited, finds what was moved, and keeps all of it.
func (k *check) resolve(ctx context.Context) (changed bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if err := k.readAgain(ctx); err != nil {
		return false, err
	}
	again, gone, err := k.relocate(ctx)
	if err != nil {
		return false, err
	}
	k.moves = append(k.moves, again...)
	if len(k.moves) > 0 {
		err = k.c.Library.Follow(ctx, k.moves...)
	}
	if err == nil && len(gone) > 0 {
		err = k.c.Library.Missing(ctx, gone...)
	}
	return len(k.edited)+len(k.moves)+len(gone) > 0, err
}

// readAgain reads the files that were edited. One that cannot be read is stale.
func (k *check) readAgain(ctx context.Context) error {
	if len(k.edited) == 0 {
		return nil
	}
	for _, path := range k.edited {
		k.isStale(path)
	}
	never := func(files.Entry) (bool, error) { return false, nil }
	err := k.c.Reader.Gather(ctx, k.edited, k.languages, never, keeping{k}, k.emit)
	var failed *chat.Failure
	if errors.Is(err, triage.ErrNoFiles) || errors.As(err, &failed) && ctx.Err() == nil {
		return nil
	}
	return err
}

// keeping keeps what was read again, which is no longer stale.
type keeping struct{ *check }

// Keep adds files that were read. One in which nothing could be read is kept as it
// was, and stays stale.
func (k keeping) Keep(ctx context.Context, read []triage.Gathered) error {
	for _, g := range read {
		if !isUnread(g.Reading) {
			delete(k.stale, g.Item.From)
		}
	}
	return k.c.Keep(ctx, read)
}

// relocate looks for the lost files in the folders of the library, and where they
// were: by which file it is, then by what it contains.
func (k *check) relocate(ctx context.Context) (moves []library.Move, gone []string, err error) {
	if len(k.lost) == 0 {
		return nil, nil, nil
	}
	folders, err := k.c.Library.Folders(ctx)
	if err != nil {
		return nil, nil, err
	}
	var dirs []string
	add := func(dir string) {
		if !slices.ContainsFunc(dirs, func(d string) bool { return within(dir, d) }) {
			dirs = append(dirs, dir)
		}
	}
	for _, f := range folders {
		add(f.Path)
	}
	seen := map[string]bool{}
	for _, m := range k.lost {
		if dir := filepath.Dir(m.at.Path); !seen[dir] {
			seen[dir] = true
			add(dir)
		}
	}
	there := k.everything(ctx, dirs)
	for _, m := range k.lost {
		if at, ok := there.find(ctx, m); ok {
			moves = append(moves, library.Move{From: m.at.Path, To: at})
		} else if !m.at.Gone {
			gone = append(gone, m.at.Path)
		}
	}
	return moves, gone, ctx.Err()
}

// everything lists the files in folders and below them. A folder that cannot be listed
// has none.
func (k *check) everything(ctx context.Context, dirs []string) *whereabouts {
	all := &whereabouts{c: k.c, byFile: map[files.FileID]files.Entry{}, bySize: map[int64][]files.Entry{}, hashes: map[string]string{}}
	n := 0
	for _, dir := range dirs {
		_ = k.c.list(ctx, files.ListRequest{Path: dir, Recursive: true}, func(e files.Entry) bool {
			all.byFile[e.Identity.File()] = e
			all.bySize[e.Size] = append(all.bySize[e.Size], e)
			n++
			return k.listed == 0 || n < k.listed
		})
	}
	return all
}

// whereabouts are the files that are there.
type whereabouts struct {
	c      *Collection
	byFile map[files.FileID]files.Entry
	bySize map[int64][]files.Entry
	hashes map[string]string // of what was looked into, by path
}

// find finds a file among those that are there.
func (w *whereabouts) find(ctx context.Context, m missing) (library.Place, bool) {
	if e, ok := w.byFile[m.at.Identity.File()]; ok && e.Identity.SameContents(m.at.Identity) {
		return library.Place{Path: e.Path, Identity: e.Identity}, true
	}
	for _, e := range w.bySize[m.at.Identity.Size] {
		hash, known := w.hashes[e.Path]
		if !known {
			if now, err := w.c.look(ctx, e.Path); err == nil {
				hash = now.SHA256
			}
			w.hashes[e.Path] = hash
		}
		if hash == m.hash {
			return library.Place{Path: e.Path, Identity: e.Identity}, true
		}
	}
	return library.Place{}, false
}

// list goes through the files of a folder, until has has enough.
func (c *Collection) list(ctx context.Context, args files.ListRequest, has func(files.Entry) bool) error {
	args.Limit = listedAtAll
	for {
		var page files.Listing
		if err := c.call(ctx, "files_list", args, []string{args.Path}, &page); err != nil {
			return err
		}
		for _, e := range page.Entries {
			if e.Type == files.TypeFile && !has(e) {
				return nil
			}
		}
		if !page.Truncated || len(page.Entries) == 0 || page.Entries[len(page.Entries)-1].Path == args.After {
			return nil
		}
		args.After = page.Entries[len(page.Entries)-1].Path
	}
}
