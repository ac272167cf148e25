package triage

import (
	"context"
	"errors"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
)

// document is a file as the documents server read it.
type document struct {
	Kind        string      `json:"kind"`
	MIME        string      `json:"mime"`
	ExtensionOK bool        `json:"extension_ok"`
	Empty       bool        `json:"empty"`
	Broken      bool        `json:"broken"`
	Pages       string      `json:"pages"`
	Method      plan.Method `json:"method"`
	Confidence  float64     `json:"confidence"`
	Note        string      `json:"note"`
	Lines       []struct {
		Page       int       `json:"page"`
		Text       string    `json:"text"`
		Box        []float64 `json:"box"`
		Confidence float64   `json:"confidence"`
		Size       float64   `json:"size"`
	} `json:"lines"`
	Words []struct {
		Line       int       `json:"line"`
		Text       string    `json:"text"`
		Box        []float64 `json:"box"`
		Confidence float64   `json:"confidence"`
	} `json:"words"`
	EXIF struct {
		Date  string `json:"date"`
		Make  string `json:"make"`
		Model string `json:"model"`
	} `json:"exif"`
	Meta struct {
		Title  string `json:"title"`
		Author string `json:"author"`
	} `json:"meta"`

	// failure says why the file could not be read at all.
	failure string
}

// readAll reads the files of the work list, a bounded number side by side, and
// tells how far it is. Only a cancellation stops it.
func (j *job) readAll(work []task, languages []string) ([]document, error) {
	documents := make([]document, len(work))
	next := make(chan int)
	var progress struct {
		sync.Mutex
		done int
	}
	var wg sync.WaitGroup
	for range max(1, j.triage.Workers) {
		wg.Go(func() {
			for i := range next {
				documents[i] = j.read(work[i], languages)
				progress.Lock()
				progress.done++
				j.emit(event.Progress{Progress: chat.Progress{Done: progress.done, Total: len(work), What: work[i].Name}})
				progress.Unlock()
			}
		})
	}
	for i := range work {
		select {
		case next <- i:
			continue
		case <-j.ctx.Done():
		}
		break
	}
	close(next)
	wg.Wait()
	return documents, j.ctx.Err()
}

// read reads one file; what went wrong with it is part of what is known of it.
func (j *job) read(w task, languages []string) document {
	if w.alone != "" {
		return document{Method: plan.MethodNone}
	}
	args := map[string]any{"path": w.Path}
	if len(languages) > 0 {
		args["languages"] = languages
	}
	var d document
	result, err := j.call(j.ctx, "documents_read", args, nil)
	if err == nil {
		err = decode(result, &d)
	}
	if err == nil {
		return d
	}
	d = document{Method: plan.MethodNone, failure: "It could not be read."}
	var r *Refusal
	if errors.As(err, &r) {
		d.failure = r.Sentence()
	}
	if errors.Is(err, context.Canceled) {
		d.failure = "Reading was cancelled."
	}
	return d
}

// forFields hands over what was read to where the fields are found.
func (d *document) forFields() fields.Document {
	lines := make([]fields.Line, len(d.Lines))
	for i, l := range d.Lines {
		lines[i] = fields.Line{Page: l.Page, Text: l.Text, Box: l.Box, Confidence: l.Confidence, Size: l.Size}
	}
	for _, w := range d.Words {
		if w.Line >= 0 && w.Line < len(lines) {
			lines[w.Line].Words = append(lines[w.Line].Words, fields.Word{Text: w.Text, Box: w.Box, Confidence: w.Confidence})
		}
	}
	camera := d.EXIF.Model
	return fields.Document{
		Lines: lines, Kind: d.Kind, Method: d.Method,
		EXIFDate: d.EXIF.Date, Camera: camera,
		MetaTitle: d.Meta.Title, MetaAuthor: d.Meta.Author,
	}
}
