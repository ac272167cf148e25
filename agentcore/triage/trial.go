package triage

import (
	"context"
	"path/filepath"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
)

// Trial is how a model did on one file that was read for nothing else.
type Trial struct {
	// Asked tells that there was something in the file to ask about.
	Asked bool
	// Took is how long the model took; reading the file does not count.
	Took time.Duration
	// Valid tells that the answer had the form that was asked for; Err why there
	// is no answer that has.
	Valid bool
	Err   error
	// Proven is how many fields of the answer stand in the file, and Rules how
	// many the rules find without it.
	Proven, Rules int
	// Name is what the file would be named with it.
	Name string
}

// Sample gives the first files that paths stand for, at most most: those that
// Propose would read.
func (t *Triage) Sample(ctx context.Context, paths []string, most int) ([]string, error) {
	j := t.aside(ctx, paths)
	work, err := j.workList(paths, false)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, w := range work {
		if w.alone == "" && len(files) < most {
			files = append(files, w.Path)
		}
	}
	return files, nil
}

// Try has the first of some models look at one file and changes nothing. Earlier
// answers are not used. An error means that the file could not be looked at.
func (t *Triage) Try(ctx context.Context, file string, models Models) (Trial, error) {
	j := t.aside(ctx, []string{file})
	work, err := j.workList([]string{file}, false)
	if err != nil {
		return Trial{}, err
	}
	w, c := work[0], j.consultant(models)
	d := j.read(w, nil)
	trial := j.try(c, w, &d)
	tmpl, err := parseTemplate(DefaultTemplate)
	if err != nil {
		return trial, err
	}
	doc := fields.FromReading(d.Reading)
	doc.Name, doc.Today = w.Name, t.Now()
	for _, f := range fields.Extract(doc) {
		if f.Value != "" {
			trial.Rules++
		}
	}
	trial.Name = filepath.Base(understand(w, d, tmpl, "", t.Now()).To)
	return trial, ctx.Err()
}

// aside is a job that leaves nothing behind.
func (t *Triage) aside(ctx context.Context, roots []string) *job {
	forgetful := *t
	forgetful.Answers = nil
	return &job{triage: &forgetful, ctx: ctx, emit: func(event.Body) {}, id: t.NewID(), roots: roots}
}

func (j *job) try(c *consultant, w task, d *document) (trial Trial) {
	candidate, picture, ok := c.choose(w, d)
	var req chat.Request
	if ok {
		req, ok = c.request(w, d, candidate, picture)
	}
	if _, why := untouchable(w, *d); !ok || why != "" && !picture {
		return trial
	}
	trial.Asked = true
	start := j.triage.Now()
	claim, err := c.ask(candidate, req)
	trial.Took = j.triage.Now().Sub(start)
	if trial.Err = err; err == nil {
		d.take(claim, picture, candidate.Model, w.Name, start)
		trial.Valid, trial.Proven = true, len(d.claimed)
	}
	return trial
}
