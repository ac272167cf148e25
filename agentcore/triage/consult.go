package triage

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// Models are the language models that may be asked what a file is.
type Models interface {
	// Next gives the first model that is to be had, leaving out those that
	// failed; the rule model stands last.
	Next(ctx context.Context, failed []chat.ModelFailure) (chat.Candidate, error)
	// Extract puts one request to a candidate and gives its answer, which has the
	// form of req.Format; chat.ErrUnfit when it has not. tell gets what comes
	// besides the answer, from one goroutine.
	Extract(ctx context.Context, candidate chat.Candidate, req chat.Request, tell func(chat.Delta)) (json.RawMessage, error)
}

const (
	// patience is how long a model may take for one file where nothing else is
	// said.
	patience = 2 * time.Minute
	// mostUnfit is how many answers in a row may be of no use before a model is
	// not asked any more.
	mostUnfit = 3
)

// patience is how long a model may take for one answer.
func (t *Triage) patience() time.Duration { return cmp.Or(t.Patience, patience) }

// errBlind is why a model is not shown a picture.
var errBlind = errors.New("it cannot look at pictures")

// consultant asks the models about one file after the other, and goes on to the
// next model when one fails. It is safe for concurrent use.
type consultant struct {
	job    *job
	models Models

	mu     sync.Mutex
	reader *chat.Candidate // asked about texts; nil: not chosen yet
	viewer *chat.Candidate // shown pictures; nil: not chosen yet
	failed []chat.ModelFailure
	unfit  int      // answers without use, in a row
	asked  []string // models that answered, in order
}

// consultant is nil where there are no models.
func (j *job) consultant(models Models) *consultant {
	if models == nil {
		return nil
	}
	return &consultant{job: j, models: models}
}

// look asks about a document that was read, if there is a model and something to
// ask, and puts what is proven of the answer into it.
func (c *consultant) look(w task, d *document) {
	if _, why := untouchable(w, *d); len(why) > 0 && !unseen(w, d) {
		return
	}
	for c.job.ctx.Err() == nil {
		candidate, picture, ok := c.choose(w, d)
		if !ok {
			return
		}
		if d.brief && !d.readAgain(c.job, w) {
			return
		}
		req, ok := c.request(w, d, candidate, picture)
		if !ok {
			return
		}
		answer, err := c.ask(candidate, req)
		if err == nil {
			d.take(answer, picture, candidate.Model, w.Name, c.job.triage.Now())
			return
		}
		if !c.leave(candidate, err) {
			return
		}
	}
}

// choose gives the model to ask about a document, and whether it is shown it as a
// picture. Where none can look at pictures, what little was read has to do.
func (c *consultant) choose(w task, d *document) (candidate chat.Candidate, picture, ok bool) {
	if unseen(w, d) {
		if candidate, ok = c.candidate(true); ok {
			return candidate, true, true
		}
	}
	candidate, ok = c.candidate(false)
	return candidate, false, ok
}

// request is what a candidate is asked about a document.
func (c *consultant) request(w task, d *document, candidate chat.Candidate, picture bool) (chat.Request, bool) {
	if !picture {
		d.choices = fields.Choices(c.job.triage.page(w, d.Reading))
		return textForm(d, candidate.Window)
	}
	if candidate.Window < pictureCost+formReserve+formOverhead {
		return chat.Request{}, false
	}
	shown, ok := c.job.picture(w.Path)
	return pictureForm(shown), ok
}

// candidate is the model to ask about a text or a picture; ok is false when only
// the rules are left.
func (c *consultant) candidate(picture bool) (chosen chat.Candidate, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	place := &c.reader
	if picture {
		place = &c.viewer
	}
	if *place == nil {
		next, err := c.next(picture)
		if err != nil {
			return next, false
		}
		*place = &next
	}
	return **place, !(*place).Rules
}

// next chooses a model, and says so when it is not the one that was meant to be
// asked.
func (c *consultant) next(picture bool) (chat.Candidate, error) {
	failed := slices.Clone(c.failed)
	for {
		next, err := c.models.Next(c.job.ctx, failed)
		if err != nil || next.Rules || !picture || next.Vision {
			if err == nil && !picture {
				c.announce(next)
			}
			return next, err
		}
		failed = append(failed, chat.ModelFailure{Model: next.Model, Err: errBlind})
	}
}

// announce tells which model stands in for which, and warns when only the rules
// are left of models that were to be asked. They are the last, so it does so once.
func (c *consultant) announce(next chat.Candidate) {
	left := next.Skipped
	if n := len(c.failed); n > 0 {
		left = c.failed[n-1:]
	}
	if len(left) == 0 {
		return
	}
	c.job.emit(event.Hop(left[0], next.Model))
	if !next.Rules {
		return
	}
	code := chat.WarningModelsSilent
	if len(c.asked) > 0 {
		code = chat.WarningModelsStopped
	}
	c.job.emit(event.Warning{Warning: chat.Warning{Code: code, Args: causes(next.Skipped, left)}})
}

// causes lists the models that are left behind, each once, with the code of its
// fault.
func causes(lists ...[]chat.ModelFailure) []string {
	var said []string
	for _, f := range slices.Concat(lists...) {
		if !slices.Contains(said, f.Model) {
			said = append(said, f.Model, string(chat.FaultOf(f.Err).Code))
		}
	}
	return said
}

// ask puts a question to a model, unless it was answered before.
func (c *consultant) ask(candidate chat.Candidate, req chat.Request) (fields.Claim, error) {
	answers := c.job.triage.Answers
	key := answerKey(candidate.Digest, req)
	if answers != nil && candidate.Digest != "" {
		var claim fields.Claim
		if answers.Get(key, &claim) {
			c.answered(candidate)
			return claim, nil
		}
	}
	req.Patience = c.job.triage.patience()
	raw, err := c.models.Extract(c.job.ctx, candidate, req, c.tellMore)
	if err != nil {
		return fields.Claim{}, err
	}
	claim, err := claimOf(raw)
	if err != nil {
		return claim, err
	}
	c.answered(candidate)
	if answers != nil && candidate.Digest != "" {
		_ = answers.Put(key, raw) // what cannot be kept is asked for again
	}
	return claim, nil
}

// tellMore tells what comes with an answer and is no part of it.
func (c *consultant) tellMore(d chat.Delta) {
	if b, ok := event.OfDelta(d); ok {
		c.job.emit(b)
	}
}

func claimOf(raw json.RawMessage) (claim fields.Claim, err error) {
	if err := json.Unmarshal(raw, &claim); err != nil {
		return claim, fmt.Errorf("%w: %w", chat.ErrUnfit, err)
	}
	return claim, nil
}

func (c *consultant) answered(candidate chat.Candidate) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unfit = 0
	c.asked = lists.AddNew(c.asked, candidate.Model)
}

// leave takes note of a failure and says whether another model is to be asked
// about the same file. An answer without use speaks against a model only when
// several come in a row.
func (c *consultant) leave(candidate chat.Candidate, err error) (again bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.job.ctx.Err() != nil {
		return false
	}
	if errors.Is(err, chat.ErrUnfit) || errors.Is(err, chat.ErrTooLong) {
		if c.unfit++; c.unfit < mostUnfit {
			return false
		}
	}
	if !slices.ContainsFunc(c.failed, func(f chat.ModelFailure) bool { return f.Model == candidate.Model }) {
		c.failed = append(c.failed, chat.ModelFailure{Model: candidate.Model, Err: err})
		c.reader, c.viewer, c.unfit = nil, nil, 0
	}
	return true
}

// used names the models that answered; the rule model when none did.
func (c *consultant) used() string {
	if c == nil || len(c.asked) == 0 {
		return rulesName
	}
	return strings.Join(c.asked, ", ")
}

// rulesName is what the plan calls the built-in rules.
const rulesName = "rules"

// take puts what is proven of a claim into the document. What a model saw in a
// picture cannot be proven.
func (d *document) take(claim fields.Claim, picture bool, model, name string, now time.Time) {
	doc := page.Named(d.Reading, name, now)
	d.model = model
	if !picture {
		d.claimed = fields.Prove(doc, claim, d.choices)
		return
	}
	d.claimed = fields.Seen(doc, claim)
	d.seen = len(d.claimed) > 0
}
