package collection

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/library/words"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	wire "github.com/deskhand/deskhand/agentcore/wire/library"
)

// Reader reads files and hands over what it finds. *triage.Triage is one.
type Reader interface {
	// Teach keeps what a person's correction says about a sender.
	Teach(path string, was, now map[string]plan.Field) error
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
	// Embedder is asked what texts mean by the model that Embedding names; it names
	// none where the person chose none.
	Embedder  Embedder
	Embedding func() string

	unasked atomic.Pointer[error]
}

// Keep adds files that were read.
func (c *Collection) Keep(ctx context.Context, read []triage.Gathered) error {
	return c.Library.Add(ctx, c.documents(read)...)
}

func (c *Collection) documents(read []triage.Gathered) []library.Document {
	docs := make([]library.Document, len(read))
	for i, g := range read {
		pages := pagesOf(g.Reading)
		docs[i] = library.Document{
			Hash: g.Reading.SHA256, Place: library.Place{Path: g.Item.From, Identity: g.Item.Identity},
			Pages: pages, Fields: g.Item.Fields, Language: words.Language(strings.Join(pages, "")), Read: c.Now(),
			Unread: isUnread(g.Reading), Scanned: g.Reading.Method == documents.MethodOCR, Whole: isWhole(g.Reading),
		}
	}
	return docs
}

// isUnread reports whether nothing in a file could be read: it may be damaged.
func isUnread(r documents.Reading) bool { return len(r.Lines) == 0 && len(r.Notes) > 0 }

// isWhole reports whether all of a file was read.
func isWhole(r documents.Reading) bool {
	first, last, total, ok := r.Pages.Range()
	return !r.Truncated && (!ok || first == 1 && last == total)
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

// Said is what the person said of the documents of a Collection.
type Said struct{ *Collection }

// Learn keeps what the person said of the file at a path, where it is in the library.
func (s Said) Learn(ctx context.Context, path string, said map[string]string) error {
	if !s.Library.Exists() {
		return nil
	}
	_, _, err := s.Library.Correct(ctx, path, said)
	if errors.Is(err, library.ErrUnknown) {
		return nil
	}
	return err
}

// Of returns what they said of contents, by their hashes.
func (s Said) Of(ctx context.Context, hashes []string) (map[string]map[string]plan.Field, error) {
	return s.Library.Said(ctx, hashes)
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
	if err := c.Library.AddFolder(ctx, path, true); err != nil {
		return err
	}
	return c.understand(ctx, math.MaxInt)
}

// Find searches, and looks whether what it found is there: a file that somebody
// moved is looked for in the folders of the library and where it was, one that was
// edited is read again, and what is nowhere is said to be gone. Of many edited ones a
// few are read, and the others told of as stale.
func (c *Collection) Find(ctx context.Context, q library.Query) ([]library.Hit, error) {
	q.Meaning = c.meaning(ctx, q.Words)
	hits, err := c.Library.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	k := check{c: c, emit: func(event.Body) {}, reread: mostReread, listed: mostListed}
	changed, err := k.look(ctx, hits)
	if err != nil {
		return nil, err
	}
	if changed {
		if hits, err = c.Library.Search(ctx, q); err != nil {
			return nil, err
		}
	}
	for i := range hits {
		hits[i].Stale = len(hits[i].Places) > 0 && k.stale[hits[i].Places[0].Path]
	}
	return hits, nil
}

// Correct keeps what the person says of the document at a path, and what that teaches
// about its sender.
func (c *Collection) Correct(ctx context.Context, path string, said map[string]string) (wire.Row, error) {
	was, now, err := c.Library.Correct(ctx, path, said)
	if err != nil {
		return wire.Row{}, err
	}
	return library.RowOf(path, now), c.Reader.Teach(path, was, now)
}

func (c *Collection) look(ctx context.Context, path string) (files.Info, error) {
	var now files.Info
	err := c.call(ctx, "files_info", files.InfoRequest{Path: path}, []string{path}, &now)
	if err == nil && now.Type != files.TypeFile {
		err = &chat.Failure{Code: chat.CodeVanished}
	}
	return now, err
}

// By is in whose name a Collection looks at files.
const By = "library"

func (c *Collection) call(ctx context.Context, tool string, args any, roots []string, out any) error {
	_, err := agentcore.CallTool(ctx, c.Tools, chat.Invocation{
		Call: chat.ToolCall{ID: By, Name: tool}, Roots: roots, Conversation: By, By: By,
	}, args, out)
	return err
}

func within(path, root string) bool {
	_, inside := filename.Inside(root, path)
	return inside
}
