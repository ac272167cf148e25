package triage

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// DefaultTemplate names files where nothing else is asked for. Parts that are
// not known are left out with the space next to them.
const DefaultTemplate = "{date} {issuer} {kind} {title}"

// defaultMost is how many files a plan is made for. More of them would take days.
const defaultMost = 100_000

// pageSize is the most operations that go to the files server in one call.
const pageSize = 1000

// Plans keeps what was proposed, so that a plan is applied as it was approved
// and at most once.
type Plans interface {
	Put(ctx context.Context, r Record) error
	// Get fails with ErrNotOnRecord for a plan that this computer did not
	// propose.
	Get(ctx context.Context, id string) (Record, error)
	// Move takes a plan from one state to another in one step; it fails with
	// ErrSpent when the plan is not in the state from.
	Move(ctx context.Context, id string, from, to State) error
}

// State is where a recorded plan stands.
type State string

// The states of a recorded plan.
const (
	StateProposed State = "proposed"
	StateApplied  State = "applied"
)

// Record is a plan with the hashes of the calls that will carry it out.
type Record struct {
	Plan  plan.Plan
	Pages []string
	State State
	When  time.Time
}

// Triage proposes plans and applies them.
type Triage struct {
	// Tools are the guarded tools of the files and documents servers.
	Tools agentcore.Toolbox
	Plans Plans
	// Habits keeps what the person corrects; nil: nothing is learned.
	Habits Habits
	// Rules returns the person's own; of those that hold for a document the first
	// counts. Nil: there are none.
	Rules func() []rule.Rule
	// Usual returns the template of files for which nobody says another; nil:
	// DefaultTemplate.
	Usual func() string
	// DayFirst reports how a person reads 05/12/2026, where the document does not
	// tell; nil, or with the answer nil: it is asked about.
	DayFirst func() *bool
	// Models are asked what a file is, besides the rules; nil: the rules do it
	// alone. Answers keeps what they said; nil: nothing is kept.
	Models  Models
	Answers Cache
	// Found keeps what was found in files, for as long as they are as they were; nil:
	// they are looked at again each time. Build stands for the program, which may
	// find something else when it is another.
	Found Cache
	Build string
	// Keeper keeps what was read, so that it is found again; nil: nothing is kept.
	Keeper Keeper
	// Said keeps what the person said of documents, whatever is read in them; nil:
	// nothing is kept.
	Said Said
	// Named returns the models of these names, for a request that says which; nil:
	// no request can.
	Named func(names []string) Models
	// Workers is how many files are read side by side, and Askers how many a
	// model is asked about.
	Workers, Askers int
	// Most is how many files a plan is made for; 0: 100,000.
	Most int
	// Patience is how long a model may take for one file; 0: two minutes.
	Patience time.Duration
	Now      func() time.Time
	// NewID names a plan and its batch: letters, digits and '-'.
	NewID func() string
}

// Request says what to tidy and how.
type Request struct {
	// Paths are the files and folders that the person named or dropped, and Into
	// is the folder that the files go to; empty: where they are. All are absolute.
	Paths []string
	Into  string
	// Within are the roots of all that is done about the request; empty: what
	// the request names. A path that leads out of them through a link is not
	// followed.
	Within []string
	// Recursive looks into subfolders too.
	Recursive bool
	// First is how many files are read, to try on a few; 0: all.
	First int
	// Join is the id of a plan that is still under review: what is new is added to
	// it, named as its files are. Empty: the plan is a new one.
	Join string
	// Like is a folder whose files are named as these are to be: empty: the one that
	// they go to, if there is a pattern in it.
	Like string
	// Template names the files, such as "{date} {issuer} {kind} {title}", whatever
	// habits say; empty: the usual one.
	Template string
	// Only is the condition of the files that are meant, as in a rule; empty: all.
	Only string
	// Wish describes a template in words: it becomes a template and a condition, where
	// the request has neither.
	Wish string
	// Languages are tesseract's names of the languages to read ("eng", "deu");
	// empty: those that are installed.
	Languages []string
	// Models names those that are asked in place of the Triage's; empty: those are.
	Models []string
}

func (r Request) roots() []string {
	if len(r.Within) > 0 {
		return r.Within
	}
	roots := slices.Clone(r.Paths)
	if r.Into != "" {
		roots = append(roots, r.Into)
	}
	return roots
}

// Propose reads what the request names and puts a plan for it on record. It
// changes no file. Trouble with one file is said in its item; an error means
// that there is no plan.
func (t *Triage) Propose(ctx context.Context, req Request, emit func(event.Body)) (plan.Plan, error) {
	p, err := t.begun(ctx, req)
	if err != nil {
		return plan.Plan{}, err
	}
	j := job{triage: t, ctx: ctx, emit: emit, id: p.ID, roots: p.Roots, languages: req.Languages, most: cmp.Or(t.Most, defaultMost)}

	if p.Into != "" {
		_, err := ask[files.Entry](&j, "files_info", files.InfoRequest{Path: p.Into})
		p.NewInto = chat.IsVanished(err)
	}
	asked := j.consultant(req.models(t))
	if err := j.inWords(&p, &req, asked); err != nil {
		return plan.Plan{}, err
	}
	seen, err := j.examples(&p, req)
	if err != nil {
		return plan.Plan{}, err
	}
	w, err := t.ways(p, req)
	if err != nil {
		return plan.Plan{}, err
	}
	w.examples = seen
	work, err := j.workList(req.Paths, req.Recursive)
	if err != nil {
		return plan.Plan{}, err
	}
	if work = without(work, p.Items); len(work) == 0 {
		return plan.Plan{}, &NoFiles{}
	}
	p.Unread = 0
	if req.First > 0 && len(work) > req.First {
		p.Unread, work = len(work)-req.First, work[:req.First]
	}
	seen.keep(work)
	documents, err := j.readAll(work, asked, w.early())
	if err != nil {
		return plan.Plan{}, err
	}
	if err := j.recall(documents); err != nil {
		return plan.Plan{}, err
	}
	p.Model = cmp.Or(asked.used(), p.Model)
	if req.Recursive && !slices.ContainsFunc(p.Roots, func(root string) bool { return root != p.Into && !slices.Contains(req.Paths, root) }) {
		p.Deeper = 0
	}
	p.Deeper += j.deeper
	p.Items = append(p.Items, understandAll(work, documents, w, t.Now())...)
	fresh := p.Items[len(p.Items)-len(work):]
	if err := t.leaveOut(fresh, p); err != nil {
		return plan.Plan{}, err
	}
	if err := j.markDuplicates(fresh); err != nil {
		return plan.Plan{}, err
	}
	tellApart(fresh)
	t.keep(ctx, fresh, documents)
	p, err = j.resolve(p)
	if err != nil {
		return plan.Plan{}, err
	}
	emit(event.PlanProposed{Plan: p})
	return p, nil
}

// without is a work list without the files that a plan has already.
func without(work []task, items []plan.Item) []task {
	has := make(map[string]bool, len(items))
	for _, it := range items {
		has[it.From] = true
	}
	return slices.DeleteFunc(work, func(w task) bool { return has[w.Path] })
}

// begun is the plan that what is found is put into.
func (t *Triage) begun(ctx context.Context, req Request) (plan.Plan, error) {
	if req.Join == "" {
		return plan.Plan{
			Version: plan.Version, ID: t.NewID(), Roots: req.roots(), Into: req.Into,
			Template: cmp.Or(req.Template, t.usual()), Items: []plan.Item{},
		}, nil
	}
	record, err := t.Plans.Get(ctx, req.Join)
	if err != nil {
		return plan.Plan{}, err
	}
	if record.State != StateProposed {
		return plan.Plan{}, ErrSpent
	}
	p := record.Plan
	p.Template = cmp.Or(p.Template, DefaultTemplate)
	p.Roots = lists.AddNew(p.Roots, req.roots()...)
	return p, nil
}

// models are those to ask.
func (r Request) models(t *Triage) Models {
	if len(r.Models) > 0 && t.Named != nil {
		return t.Named(r.Models)
	}
	return t.Models
}

// job is one run of Propose, Revise or Apply: what its calls have in common.
type job struct {
	triage *Triage
	ctx    context.Context
	emit   func(event.Body)
	id     string
	roots  []string
	// languages are those to read.
	languages []string
	most      int // how many files may be read; 0: any number
	deeper    int // how many files lie in folders inside that are not looked into
}

// resolve computes the effect of the plan's ready items with a dry run, takes
// over the names that they will really get, and puts the plan on record.
func (j *job) resolve(p plan.Plan) (plan.Plan, error) {
	pages, err := j.preview(&p)
	if err != nil {
		return p, err
	}
	p.Hash = p.Digest()
	record := Record{Plan: p, Pages: pages, State: StateProposed, When: j.triage.Now()}
	if err := j.triage.Plans.Put(j.ctx, record); err != nil {
		return p, fmt.Errorf("put the plan on record: %w", err)
	}
	return p, nil
}

// page is what the rules ask of a file that was read.
func (t *Triage) page(w task, r documents.Reading) page.Document {
	d := page.Named(r, w.Name, t.Now())
	if t.DayFirst != nil {
		d.DayFirst = t.DayFirst()
	}
	return d
}

// call runs one tool on behalf of triage; out, unless nil, gets the data of its result.
func (j *job) call(ctx context.Context, tool string, args, out any, progress func(chat.Progress)) (chat.ToolResult, error) {
	return agentcore.CallTool(ctx, j.triage.Tools, chat.Invocation{
		Call:         chat.ToolCall{ID: j.id, Name: tool},
		Roots:        j.roots,
		Conversation: j.id,
		By:           Server,
		Progress:     progress,
	}, args, out)
}

// ask runs a tool and returns the data of its result.
func ask[T any](j *job, tool string, args any) (data T, err error) {
	_, err = j.call(j.ctx, tool, args, &data, nil)
	return data, err
}

// destination is the folder that a file goes to.
func destination(from, into string) string {
	if into != "" {
		return into
	}
	return filepath.Dir(from)
}
