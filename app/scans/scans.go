package scans

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/app/access"
	"github.com/deskhand/deskhand/app/batch"
)

// Suffix is what the name of a new file has more than its scan's.
const Suffix = " (OCR)"

// Request says what is made of what.
type Request struct {
	// Paths are scans and folders of scans.
	Paths []string
	// To is the folder of the new files; empty: each goes next to its scan.
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
	batch batch.Batch
}

// New returns how many files were made.
func (j Job) New() int { return j.batch.Size() }

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
	Batches *batch.Runner
	// Languages are those of scans.
	Languages func() []string
	Workers   int
}

// MakeSearchable reads the scans and makes the new files. It changes nothing of the
// person's. The caller gives the job to Place or not, and discards it.
func (s *Scans) MakeSearchable(ctx context.Context, req Request, emit func(event.Event)) (job Job, err error) {
	if err := s.Batches.Up(ctx); err != nil {
		return job, err
	}
	job.ID = s.Batches.NewID()
	stream, end := s.Batches.Open(job.ID, job.ID, emit)
	defer end()
	if req.Paths, err = access.Absolute(req.Paths); err != nil {
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

// extensions are those of files that may be scans. A file that the person names is read
// whatever its name says.
var extensions = []string{".pdf", ".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".bmp", ".gif"}

// list finds the scans.
func (s *Scans) list(ctx context.Context, req Request) ([]string, error) {
	var scans []string
	for _, path := range req.Paths {
		var at files.Info
		if err := s.Batches.Call(ctx, "files_info", files.InfoRequest{Path: path}, []string{path}, &at); err != nil {
			return nil, err
		}
		if at.Type != files.TypeFolder {
			scans = append(scans, path)
			continue
		}
		args := files.ListRequest{Path: path, Recursive: req.Recursive}
		for {
			var listing files.Listing
			if err := s.Batches.Call(ctx, "files_list", args, []string{path}, &listing); err != nil {
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
	if err := s.Batches.Call(ctx, "files_info", files.InfoRequest{Path: to}, []string{to}, &files.Info{}); err == nil {
		found.There = true
		return found, nil
	}
	var failed *chat.Failure
	args := documents.OCRRequest{Path: path, As: as, Languages: req.Languages}
	switch err := s.Batches.Call(ctx, "documents_ocr", args, []string{path}, &found.Made); {
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
func (s *Scans) preview(ctx context.Context, job *Job) (err error) {
	var copies []files.Move
	for _, scan := range job.Scans {
		if scan.To != "" {
			copies = append(copies, files.Move{From: scan.File, To: scan.To})
		}
	}
	job.batch, err = s.Batches.Preview(ctx, job.ID, batch.Copy, copies, job.roots...)
	return err
}

// Place puts what was made in its place: this call is the person's approval of that and
// of nothing else.
func (s *Scans) Place(ctx context.Context, job Job, emit func(event.Event)) (plan.Receipt, error) {
	return s.Batches.Run(ctx, job.batch, emit)
}
