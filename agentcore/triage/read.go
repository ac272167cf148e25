package triage

import (
	"context"
	"errors"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/habit"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// document is a file as the documents server read it, and what else became
// known of it.
type document struct {
	documents.Reading

	// unread says why the file could not be read at all; nil: it could.
	unread *plan.Reason
	// ended says that the server ended while it read the file: maybe because of another.
	ended bool
	// known is what was found in it, and marks are its sender's; nil: nothing was
	// looked for.
	known map[string]plan.Field
	marks []string
	// logos says that those at its head were read, too.
	logos bool
	// brief says that the text has no places: it was read and looked at before.
	brief bool
	// claimed is what a model says of it, as far as it is proven; model names the
	// one that was asked. seen says that it looked at a picture of it.
	claimed map[string]plan.Field
	model   string
	// choices are what the model was told to choose among.
	choices map[string][]plan.Candidate
	seen    bool
	// said is what the person said of its contents before.
	said map[string]plan.Field
	// setting is that of a measurement.
	setting Setting
}

// readAll reads the files of the work list, a bounded number side by side, has the
// consultant look at each, and reports progress and what each file is likely to be named.
// Files that the server held when it ended are read once more, one at a time, at the end.
// Only a cancellation stops it.
func (j *job) readAll(work []task, asked *consultant, by *ways) ([]document, error) {
	documents := make([]document, len(work))
	count := j.countUp(len(work))
	done := func(i int) {
		if j.ctx.Err() == nil {
			j.emit(event.FileRead{Item: understand(work[i], documents[i], documents[i].known, by)})
		}
		count(work[i].Name)
	}
	questions := make(chan int, len(work)) // so that reading never waits for a model
	take := func(i int) {
		if asked != nil {
			questions <- i
			return
		}
		done(i)
	}
	var readers, askers sync.WaitGroup
	next, again := make(chan int), make(chan int, len(work))
	for range max(1, j.triage.Workers) {
		readers.Go(func() {
			for i := range next {
				if documents[i] = j.readAndLook(work[i]); documents[i].ended {
					again <- i
					continue
				}
				take(i)
			}
		})
	}
	for range max(1, j.triage.Askers) {
		askers.Go(func() {
			for i := range questions {
				asked.look(work[i], &documents[i])
				done(i)
			}
		})
	}
	j.handOut(len(work), next)
	readers.Wait()
	close(again)
	for i := range again { // one at a time: no file pays for what another did to the server
		documents[i] = j.readAndLook(work[i])
		take(i)
	}
	close(questions)
	askers.Wait()
	return documents, j.ctx.Err()
}

// handOut gives out the numbers below n until the job is cancelled.
func (j *job) handOut(n int, to chan<- int) {
	defer close(to)
	for i := range n {
		select {
		case to <- i:
		case <-j.ctx.Done():
			return
		}
	}
}

// countUp gives a function that tells of one file more that is done with. It may
// be called from several goroutines.
func (j *job) countUp(total int) func(what string) {
	var mu sync.Mutex
	done := 0
	return func(what string) {
		mu.Lock()
		defer mu.Unlock()
		done++
		j.emit(event.Progress{Progress: chat.Progress{Done: done, Total: total, What: what}})
	}
}

// read reads one file as it is asked for; what went wrong with it is part of what is known of
// it.
func (j *job) read(w task, request documents.ReadRequest) document {
	if w.alone != nil {
		return unreadDocument(nil)
	}
	request.Path, request.Languages = w.Path, j.languages
	read, err := ask[documents.Reading](j, "documents_read", request)
	if err == nil {
		return document{Reading: read, logos: request.Logos}
	}
	why := plan.Reason{Code: plan.ReasonUnread}
	_ = errors.As(err, &why.Failure)
	if errors.Is(err, context.Canceled) {
		why = plan.Reason{Code: plan.ReasonCancelled}
	}
	d := unreadDocument(&why)
	d.ended = why.Failure != nil && why.Failure.Class == chat.ErrServerDown
	return d
}

// look finds what stands in a document, unless it keeps its name whatever that is.
func (d *document) look(w task, read page.Document) {
	if _, why := untouchable(w, *d); len(why) == 0 {
		d.known, d.marks = d.setting.Models.Extract(read), habit.MarksOf(textOf(d.Lines))
	}
}

// clearIssuer is the confidence of an issuer from which on no logo is read: it costs the
// time of a page, and a logo makes a doubtful name sure.
const clearIssuer = 0.9

// lacksIssuer reports whether it is a PDF with a text that does not surely tell who
// issued it: a logo may.
func (d *document) lacksIssuer() bool {
	return d.known != nil && d.Kind == documents.KindPDF && d.Method == documents.MethodText && d.known[plan.FieldIssuer].Confidence < clearIssuer
}

// unreadDocument is a file of which nothing is known but why.
func unreadDocument(why *plan.Reason) document {
	return document{Reading: documents.Reading{Method: plan.MethodNone}, unread: why}
}
