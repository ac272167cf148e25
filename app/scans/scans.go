package scans

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Suffix is what the name of a new file has more than its scan's.
const Suffix = " (OCR)"

// Request says what is made of what.
type Request struct {
	// Paths are scans and folders of scans.
	Paths []string
	// To is the folder of the new files; empty: each goes beside its scan.
	To        string
	Text      bool // a text, not a PDF
	Recursive bool
	Languages []string
}

// Scan is what became of one file.
type Scan struct {
	documents.Made
	// To is where the new file goes; empty where there is none.
	To string `json:"to,omitempty"`
	// There reports that such a file was there already, so that none was made.
	There bool `json:"there,omitempty"`
	// Failure says why the scan could not be read; its Class is empty where it could.
	Failure chat.Failure `json:"failure,omitzero"`
}

// Job is what was made and has not been put in its place yet.
type Job struct {
	ID    string
	Scans []Scan
	roots []string
	pages []page
}

// page is what one call puts in place, by the hash of its effect.
type page struct {
	copies []files.Move
	hash   string
}

// New returns how many files were made.
func (j Job) New() (n int) {
	for _, p := range j.pages {
		n += len(p.copies)
	}
	return n
}

// Discard removes what was made and not put in its place, and the second copies of what
// was.
func (j Job) Discard() {
	for _, s := range j.Scans {
		if s.File != "" {
			_ = os.Remove(s.File) // what stays is cleared away after a day
		}
	}
}

// Scans makes them.
type Scans struct {
	// Tools are those of our servers, behind the guard, which Mint gives a person's
	// approval of calls by the hashes of their effects.
	Tools agentcore.Toolbox
	Mint  func(ctx context.Context, hashes []string, roots ...string) (context.Context, func())
	// Up waits for our servers, Languages are those of scans, and Open starts the
	// stream of events of a job.
	Up        func(context.Context) error
	Languages func() []string
	Open      func(of, id string, emit func(event.Event)) (*event.Stream, func())
	NewID     func() string
	Workers   int
}

// by says who asked.
const by = "person"

// pageSize is how many files one call puts in place.
const pageSize = 1000

// MakeSearchable reads the scans and makes the new files. It changes nothing of the
// person's. The caller gives the job to Place or not, and discards it.
func (s *Scans) MakeSearchable(ctx context.Context, req Request, emit func(event.Event)) (job Job, err error) {
	if err := s.Up(ctx); err != nil {
		return job, err
	}
	job.ID = s.NewID()
	stream, end := s.Open(job.ID, job.ID, emit)
	defer end()
	if req.Paths, err = absolute(req.Paths); err != nil {
		return job, err
	}
	job.roots = req.Paths
	if req.To != "" {
		if req.To, err = filepath.Abs(req.To); err != nil {
			return job, err
		}
	}
	if len(req.Languages) == 0 {
		req.Languages = s.Languages()
	}
	scans, err := s.list(ctx, req)
	if err != nil {
		return job, err
	}
	if job.Scans, err = s.read(ctx, req, scans, stream.Emit); err == nil {
		err = s.preview(ctx, &job)
	}
	if err != nil {
		job.Discard()
	}
	return job, err
}

func absolute(paths []string) ([]string, error) {
	all := make([]string, len(paths))
	for i, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			return nil, err
		}
		all[i] = abs
	}
	return all, nil
}

// extensions are those of files that may be scans. A file that the person names is read
// whatever its name says.
var extensions = []string{".pdf", ".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".bmp", ".gif"}

// list finds the scans.
func (s *Scans) list(ctx context.Context, req Request) ([]string, error) {
	var scans []string
	for _, path := range req.Paths {
		var at files.Info
		if err := s.call(ctx, "files_info", files.InfoRequest{Path: path}, []string{path}, &at); err != nil {
			return nil, err
		}
		if at.Type != files.TypeFolder {
			scans = append(scans, path)
			continue
		}
		args := files.ListRequest{Path: path, Recursive: req.Recursive}
		for {
			var listing files.Listing
			if err := s.call(ctx, "files_list", args, []string{path}, &listing); err != nil {
				return nil, err
			}
			for _, e := range listing.Entries {
				if e.Type == files.TypeFile && slices.Contains(extensions, strings.ToLower(filepath.Ext(e.Path))) && !slices.Contains(e.Flags, files.FlagOnlineOnly) {
					scans = append(scans, e.Path)
				}
			}
			if !listing.Truncated || len(listing.Entries) == 0 {
				break
			}
			args.After = listing.Entries[len(listing.Entries)-1].Path
		}
	}
	slices.Sort(scans)
	return slices.Compact(scans), nil
}

// read has each scan read, several side by side.
func (s *Scans) read(ctx context.Context, req Request, paths []string, emit func(event.Body)) ([]Scan, error) {
	scans := make([]Scan, len(paths))
	var mu sync.Mutex
	done := 0
	tell := func(what string, more int) {
		mu.Lock()
		defer mu.Unlock()
		done += more
		emit(event.Progress{Progress: chat.Progress{Done: done, Total: len(paths), What: what}})
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, s.Workers))
	for i, path := range paths {
		group.Go(func() error {
			tell(filepath.Base(path), 0)
			defer tell(filepath.Base(path), 1)
			var err error
			scans[i], err = s.scan(ctx, req, path)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		Job{Scans: scans}.Discard()
		return nil, err
	}
	return scans, nil
}

// scan has one scan read. Only the end of the call is an error.
func (s *Scans) scan(ctx context.Context, req Request, path string) (Scan, error) {
	as, extension := documents.AsPDF, ".pdf"
	if req.Text {
		as, extension = documents.AsText, ".txt"
	}
	stem := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	to := filepath.Join(cmp.Or(req.To, filepath.Dir(path)), stem+Suffix+extension)
	found := Scan{Made: documents.Made{Path: path}}
	if strings.HasSuffix(stem, Suffix) {
		found.There = true
		return found, ctx.Err()
	}
	if err := s.call(ctx, "files_info", files.InfoRequest{Path: to}, []string{to}, &files.Info{}); err == nil {
		found.There = true
		return found, nil
	}
	var failed *chat.Failure
	args := documents.OCRRequest{Path: path, As: as, Languages: req.Languages}
	switch err := s.call(ctx, "documents_ocr", args, []string{path}, &found.Made); {
	case errors.As(err, &failed) && ctx.Err() == nil:
		found.Failure = *failed
	case err != nil:
		return found, err
	case found.File != "":
		found.To = to
	}
	return found, nil
}

// preview computes what putting the files in place will do.
func (s *Scans) preview(ctx context.Context, job *Job) error {
	var copies []files.Move
	for _, scan := range job.Scans {
		if scan.To == "" {
			continue
		}
		copies = append(copies, files.Move{From: scan.File, To: scan.To})
		for _, dir := range []string{filepath.Dir(scan.File), filepath.Dir(scan.To)} {
			if !slices.Contains(job.roots, dir) {
				job.roots = append(job.roots, dir)
			}
		}
	}
	for part := range slices.Chunk(copies, pageSize) {
		var effect files.Preview
		if err := s.call(ctx, "files_copy", files.CopyRequest{Copies: part, Mode: files.Mode{DryRun: true, Batch: job.ID}}, job.roots, &effect); err != nil {
			return err
		}
		job.pages = append(job.pages, page{part, effect.Hash})
	}
	return nil
}

// Place puts what was made in its place: this call is the person's approval of that and
// of nothing else.
func (s *Scans) Place(ctx context.Context, job Job, emit func(event.Event)) (receipt plan.Receipt, err error) {
	stream, end := s.Open(job.ID, job.ID, emit)
	defer end()
	hashes := make([]string, len(job.pages))
	for i, p := range job.pages {
		hashes[i] = p.hash
	}
	approved, expire := s.Mint(ctx, hashes, job.roots...)
	defer expire()
	var failures []plan.Failure
	done := 0
	for _, p := range job.pages {
		var out files.Changed
		args := files.CopyRequest{Copies: p.copies, Mode: files.Mode{PlanHash: p.hash, Batch: job.ID, Total: job.New()}}
		if err = s.call(approved, "files_copy", args, job.roots, &out); err != nil || out.Receipt == nil {
			receipt, err = s.stopped(context.WithoutCancel(ctx), job, err)
			break
		}
		receipt, done = *out.Receipt, done+len(p.copies)
		failures = append(failures, receipt.Failures...)
		receipt.Failures = failures
		stream.Emit(event.Progress{Progress: chat.Progress{Done: done, Total: job.New(), What: filepath.Base(p.copies[len(p.copies)-1].To)}})
	}
	if receipt.Batch != "" {
		stream.Emit(event.Receipt{Receipt: receipt})
	}
	return receipt, err
}

// stopped asks the journal what a batch that did not run to its end has done.
func (s *Scans) stopped(ctx context.Context, job Job, cause error) (plan.Receipt, error) {
	var history files.History
	if err := s.call(ctx, "files_history", files.HistoryRequest{Batch: job.ID}, job.roots, &history); err != nil {
		return plan.Receipt{}, errors.Join(cause, err)
	}
	if len(history.Batches) == 0 || history.Batches[0].Receipt == nil {
		return plan.Receipt{}, cause
	}
	receipt := *history.Batches[0].Receipt
	receipt.Stopped = true
	return receipt, cause
}

func (s *Scans) call(ctx context.Context, tool string, args any, roots []string, out any) error {
	raw, err := json.Marshal(args)
	if err != nil {
		return err
	}
	r := s.Tools.Call(ctx, chat.Invocation{Call: chat.ToolCall{ID: tool, Name: tool, Args: raw}, Roots: roots, By: by})
	switch {
	case r.OK:
		return json.Unmarshal(r.Data, out)
	case r.Failure.Class == chat.ErrCancelled:
		return context.Canceled
	}
	return &r.Failure
}
