package collection

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/library/words"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Reader reads files and hands over what it finds. *triage.Triage is one.
type Reader interface {
	Gather(ctx context.Context, paths, languages []string, has func(files.Entry) (bool, error), to triage.Keeper, emit func(event.Body)) error
}

// Collection is a library and the files in it.
type Collection struct {
	Library *library.Library
	// Tools are the guarded tools of the files server.
	Tools  agentcore.Toolbox
	Reader Reader
	Now    func() time.Time
	// Off reports that what triage reads is not kept.
	Off func() bool
}

// Keep adds files that were read.
func (c *Collection) Keep(ctx context.Context, read []triage.Gathered) error {
	return c.Library.Add(ctx, c.documents(read)...)
}

func (c *Collection) documents(read []triage.Gathered) []library.Document {
	docs := make([]library.Document, len(read))
	for i, g := range read {
		docs[i] = library.Document{
			Hash: g.Reading.SHA256, Place: library.Place{Path: g.Item.From, Identity: g.Item.Identity},
			Pages: pagesOf(g.Reading), Fields: g.Item.Fields, Language: words.Language(g.Reading.Text), Read: c.Now(),
		}
	}
	return docs
}

// Proposed keeps what triage reads, unless the person wants nothing kept.
type Proposed struct{ *Collection }

// Keep adds files that were read.
func (p Proposed) Keep(ctx context.Context, read []triage.Gathered) error {
	if p.Off() || len(read) == 0 {
		return nil
	}
	return p.Collection.Keep(ctx, read)
}

// pagesOf is the text of a reading by page.
func pagesOf(r documents.Reading) []string {
	var pages []strings.Builder
	for _, l := range r.Lines {
		n := max(1, l.Page)
		for len(pages) < n {
			pages = append(pages, strings.Builder{})
		}
		pages[n-1].WriteString(l.Text)
		pages[n-1].WriteByte('\n')
	}
	texts := make([]string, len(pages))
	for i := range pages {
		texts[i] = strings.ReplaceAll(pages[i].String(), "\f", " ")
	}
	return texts
}

// Add reads a folder, with all that is in it, or a file. What is there already as it
// is now is not read again, so that a run that was ended goes on.
func (c *Collection) Add(ctx context.Context, path string, languages []string, emit func(event.Body)) error {
	if err := c.Library.AddFolder(ctx, path, false); err != nil {
		return err
	}
	has := func(e files.Entry) (bool, error) {
		return c.Library.Has(ctx, library.Place{Path: e.Path, Identity: e.Identity})
	}
	if err := c.Reader.Gather(ctx, []string{path}, languages, has, c, emit); err != nil && !errors.Is(err, triage.ErrNoFiles) {
		return err
	}
	return c.Library.AddFolder(ctx, path, true)
}

// looked bounds how often a search is made again because files are not where they
// were.
const (
	mostReread  = 3
	mostListed  = 20_000
	listedAtAll = 4000 // entries in one answer
)

// Find searches, and looks whether what it found is there: a file that somebody
// moved is looked for in the folders of the library and where it was, one that was
// edited is read again, and what is nowhere is said to be gone.
func (c *Collection) Find(ctx context.Context, q library.Query) ([]library.Hit, error) {
	hits, err := c.Library.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	changed, err := c.check(ctx, hits)
	if err != nil || !changed {
		return hits, err
	}
	return c.Library.Search(ctx, q)
}

// check brings the places of hits up to date, and reports whether one of them was
// not as it was known.
func (c *Collection) check(ctx context.Context, hits []library.Hit) (changed bool, err error) {
	var lost []missing
	var moves []library.Move
	var edited []string
	for _, h := range hits {
		for _, at := range h.Places {
			now, err := c.look(ctx, at.Path)
			switch {
			case isVanished(err):
				lost = append(lost, missing{h.Hash, at})
			case err != nil: // nobody knows: it stays as it was
			case now.Identity == at.Identity && !at.Gone:
			case now.SHA256 == h.Hash || now.Identity == at.Identity:
				changed = true
				moves = append(moves, library.Move{From: at.Path, To: library.Place{Path: at.Path, Identity: now.Identity}})
			case len(edited) < mostReread:
				edited = append(edited, at.Path)
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if len(edited) > 0 {
		changed = true
		never := func(files.Entry) (bool, error) { return false, nil }
		if err := c.Reader.Gather(ctx, edited, nil, never, c, func(event.Body) {}); err != nil && !errors.Is(err, triage.ErrNoFiles) {
			return false, err
		}
	}
	again, gone, err := c.relocate(ctx, lost)
	if err != nil {
		return false, err
	}
	moves = append(moves, again...)
	if len(moves) > 0 {
		err = c.Library.Follow(ctx, moves...)
	}
	if err == nil && len(gone) > 0 {
		err = c.Library.Missing(ctx, gone...)
	}
	return changed || len(moves)+len(gone) > 0, err
}

// missing is a file that is not where it was.
type missing struct {
	hash string
	at   library.Place
}

// relocate looks for files in the folders of the library, and where they were: by
// which file it is, then by what it contains.
func (c *Collection) relocate(ctx context.Context, lost []missing) (moves []library.Move, gone []string, err error) {
	if len(lost) == 0 {
		return nil, nil, nil
	}
	folders, err := c.Library.Folders(ctx)
	if err != nil {
		return nil, nil, err
	}
	var dirs []string
	for _, f := range folders {
		dirs = append(dirs, f.Path)
	}
	for _, m := range lost {
		if dir := filepath.Dir(m.at.Path); !slices.ContainsFunc(dirs, func(d string) bool { return within(dir, d) }) {
			dirs = append(dirs, dir)
		}
	}
	there := c.list(ctx, dirs)
	for _, m := range lost {
		if at, ok := c.whereIs(ctx, m, there); ok {
			moves = append(moves, library.Move{From: m.at.Path, To: at})
		} else if !m.at.Gone {
			gone = append(gone, m.at.Path)
		}
	}
	return moves, gone, ctx.Err()
}

// whereIs finds a file among those that are there.
func (c *Collection) whereIs(ctx context.Context, m missing, there []files.Entry) (library.Place, bool) {
	for _, e := range there {
		if e.Identity.SameFile(m.at.Identity) && e.Identity.SameContents(m.at.Identity) {
			return library.Place{Path: e.Path, Identity: e.Identity}, true
		}
	}
	for _, e := range there {
		if e.Size != m.at.Identity.Size {
			continue
		}
		if now, err := c.look(ctx, e.Path); err == nil && now.SHA256 == m.hash {
			return library.Place{Path: e.Path, Identity: now.Identity}, true
		}
	}
	return library.Place{}, false
}

// list returns the files in folders, up to a bound. A folder that cannot be listed
// has none.
func (c *Collection) list(ctx context.Context, dirs []string) []files.Entry {
	var all []files.Entry
	for _, dir := range dirs {
		args := files.ListRequest{Path: dir, Recursive: true, Limit: listedAtAll}
		for len(all) < mostListed {
			var page files.Listing
			if err := c.call(ctx, "files_list", args, dir, &page); err != nil {
				break
			}
			for _, e := range page.Entries {
				if e.Type == files.TypeFile {
					all = append(all, e)
				}
			}
			if !page.Truncated || len(page.Entries) == 0 || page.Entries[len(page.Entries)-1].Path == args.After {
				break
			}
			args.After = page.Entries[len(page.Entries)-1].Path
		}
	}
	return all
}

func (c *Collection) look(ctx context.Context, path string) (files.Info, error) {
	var now files.Info
	err := c.call(ctx, "files_info", files.InfoRequest{Path: path}, path, &now)
	if err == nil && now.Type != files.TypeFile {
		err = &chat.Failure{Code: chat.CodeVanished}
	}
	return now, err
}

// By is in whose name a Collection looks at files.
const By = "library"

func (c *Collection) call(ctx context.Context, tool string, args any, root string, out any) error {
	raw, err := json.Marshal(args)
	if err != nil {
		return fmt.Errorf("encode the arguments of %s: %w", tool, err)
	}
	r := c.Tools.Call(ctx, chat.Invocation{
		Call: chat.ToolCall{ID: By, Name: tool, Args: raw}, Roots: []string{root}, Conversation: By, By: By,
	})
	if !r.OK {
		return &r.Failure
	}
	if err := json.Unmarshal(r.Data, out); err != nil {
		return fmt.Errorf("understand the result of %s: %w", tool, err)
	}
	return nil
}

func isVanished(err error) bool {
	var r *chat.Failure
	return errors.As(err, &r) && r.Code == chat.CodeVanished
}

func within(path, root string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
