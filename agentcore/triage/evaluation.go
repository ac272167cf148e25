package triage

import (
	"context"
	"path/filepath"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// Evaluation is how a model did on one file that was read for nothing else.
type Evaluation struct {
	// Asked says that there was something in the file to ask about.
	Asked bool
	// Took is how long the model took; reading the file does not count.
	Took time.Duration
	// Valid says that the answer had the form that was asked for; Err why there
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
	j := t.unrecorded(ctx, paths)
	work, err := j.workList(paths, false)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, w := range work {
		if w.alone == nil && len(files) < most {
			files = append(files, w.Path)
		}
	}
	return files, nil
}

// Try has the first of some models look at one file and changes nothing. Earlier
// answers are not used. An error means that the file could not be looked at.
func (t *Triage) Try(ctx context.Context, file string, models Models) (Evaluation, error) {
	j := t.unrecorded(ctx, []string{file})
	work, err := j.workList([]string{file}, false)
	if err != nil {
		return Evaluation{}, err
	}
	w, c := work[0], j.consultant(models)
	d := j.read(w, documents.ReadRequest{})
	result := j.try(c, w, &d)
	plain := *t
	plain.Habits, plain.Usual, plain.Rules = nil, nil, nil
	usual, err := plain.ways(plan.Plan{Template: DefaultTemplate}, Request{})
	if err != nil {
		return result, err
	}
	for _, f := range fields.Extract(page.Named(d.Reading, w.Name, t.Now())) {
		if f.Value != "" {
			result.Rules++
		}
	}
	result.Name = filepath.Base(understandAll([]task{w}, []document{d}, usual, t.Now())[0].To)
	return result, ctx.Err()
}

// unrecorded is a job that leaves nothing behind.
func (t *Triage) unrecorded(ctx context.Context, roots []string) *job {
	forgetful := *t
	forgetful.Answers = nil
	return &job{triage: &forgetful, ctx: ctx, emit: func(event.Body) {}, id: t.NewID(), roots: roots}
}

func (j *job) try(c *consultant, w task, d *document) (result Evaluation) {
	candidate, picture, ok := c.choose(w, d)
	var req chat.Request
	if ok {
		req, ok = c.request(w, d, candidate, picture)
	}
	if _, why := untouchable(w, *d); !ok || len(why) > 0 && !picture {
		return result
	}
	result.Asked = true
	start := j.triage.Now()
	claim, err := c.ask(candidate, req)
	result.Took = j.triage.Now().Sub(start)
	if result.Err = err; err == nil {
		d.take(claim, picture, candidate.Model, w.Name, start)
		result.Valid, result.Proven = true, len(d.claimed)
	}
	return result
}
