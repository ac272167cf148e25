package triage

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/template"
)

// Edit is a change that the person made to one item of a plan under review.
type Edit struct {
	// From is the item's present path: which one it is.
	From string
	// Name is the new file name (one component); empty leaves it as it is. The
	// extension is kept whatever Name says.
	Name string
	// Folder is where the file goes: an absolute path, or one below the folder that it
	// would go to; empty leaves that as it is. A file to look at stays one.
	Folder string
	// Ticked chooses whether the item is carried out; nil leaves it.
	Ticked *bool
	// Fields are what the person says of the file, by their names: its name is made
	// of them again. An empty value takes a field away.
	Fields map[string]string
	// Back is the item as it was before an edit, which is taken back; nil: none is.
	Back *plan.Item
}

// Revise edits a plan on record and computes its effect again.
func (t *Triage) Revise(ctx context.Context, id string, edits []Edit) (plan.Plan, error) {
	record, err := t.Plans.Get(ctx, id)
	if err != nil {
		return plan.Plan{}, err
	}
	if record.State != StateProposed {
		return plan.Plan{}, ErrSpent
	}
	p := record.Plan
	places := make(map[string]int, len(p.Items))
	for i, it := range p.Items {
		places[it.From] = i
	}
	for _, e := range edits {
		i, ok := places[e.From]
		if !ok {
			continue
		}
		if filepath.IsAbs(e.Folder) && !within(e.Folder, p.Roots) {
			p.Roots = append(slices.Clip(p.Roots), filepath.Clean(e.Folder)) // the person says so
		}
		n, err := namingOf(p, p.Items[i], seq(i, len(p.Items)))
		if err != nil {
			return plan.Plan{}, err
		}
		p.Items[i] = edited(p.Items[i], e, n)
	}
	j := job{triage: t, ctx: ctx, emit: func(event.Body) {}, id: id, roots: p.Roots}
	return j.resolve(p)
}

// naming is how an item gets its name: by which template, into which folder, and
// what its number is.
type naming struct {
	tmpl template.Template
	into string
	seq  string
	// roots are the folders that files may go to.
	roots []string
}

// namingOf is how an item of a plan gets its name.
func namingOf(p plan.Plan, it plan.Item, seq string) (naming, error) {
	tmpl, err := parseTemplate(cmp.Or(it.Template, p.Template, DefaultTemplate))
	return naming{tmpl, p.Into, seq, p.Roots}, err
}

// make makes the name of an item of what is known of it.
func (n naming) make(it plan.Item) template.Name {
	it.Fields = withoutEchoes(n.tmpl, it.Fields)
	return n.tmpl.Make(valuesOf(it, n.seq), filepath.Ext(it.From))
}

// edited applies one edit. A name that the person wrote is ready: there is
// nothing to look at any more.
func edited(it plan.Item, e Edit, n naming) plan.Item {
	if e.Back != nil {
		it = takenBack(it, *e.Back, n)
	}
	if len(e.Fields) > 0 || e.Name != "" || e.Folder != "" {
		it.Proposed = proposedOf(it)
	}
	if len(e.Fields) > 0 {
		it = corrected(it, e.Fields, n)
	}
	if e.Name != "" {
		name := rename(it.From, e.Name)
		it = withDayIn(it, name)
		it.To = filepath.Join(filepath.Dir(it.To), name)
		it.Status, it.Reasons = plan.StatusReady, because(plan.ReasonByPerson)
	}
	if e.Folder != "" {
		it.To = filepath.Join(folderTo(e.Folder, destination(it.From, n.into)), filepath.Base(it.To))
		if it.Status != plan.StatusReview { // where it goes says nothing of a doubtful name
			it.Status, it.Reasons = plan.StatusReady, because(plan.ReasonByPerson)
		}
	}
	if e.Ticked != nil {
		it.Status, it.Notes = plan.StatusReady, withoutCode(it.Notes, plan.ReasonLeftOut)
		if !*e.Ticked {
			it.Status, it.Notes = plan.StatusSkip, append(it.Notes, plan.Reason{Code: plan.ReasonLeftOut})
		}
	}
	if it.To == it.From && it.Status == plan.StatusReady {
		it.Status, it.Reasons = plan.StatusSkip, because(plan.ReasonSame)
	}
	return it
}

// folderTo is the folder that a person named: below the one that the file would go to,
// each part of it with a safe name, or one that they gave the whole path of.
func folderTo(typed, base string) string {
	if filepath.IsAbs(typed) {
		return filepath.Clean(typed)
	}
	for part := range strings.FieldsFuncSeq(typed, func(r rune) bool { return r == '/' || r == filepath.Separator }) {
		if part != "." {
			base = filepath.Join(base, filename.Sanitise(part, ""))
		}
	}
	return base
}

// takenBack is an item as it was before an edit. It stays the file that it is, and
// goes nowhere but to its own folder, to that of the plan or into its roots.
func takenBack(it, back plan.Item, n naming) plan.Item {
	back.From, back.Identity = it.From, it.Identity
	back.Proposed, back.Template, back.Marks = it.Proposed, it.Template, it.Marks
	name := filepath.Base(back.To)
	if name != filepath.Base(it.From) {
		name = rename(it.From, name)
	}
	folder := filepath.Dir(it.From)
	if at := filepath.Dir(back.To); isBelow(destination(it.From, n.into), at) || within(at, n.roots) {
		folder = at
	}
	back.To = filepath.Join(folder, name)
	return back
}

// isBelow reports whether a template may have made a folder out of another one.
func isBelow(base, folder string) bool {
	rel, err := filepath.Rel(base, folder)
	if err != nil || rel == "." {
		return err == nil
	}
	for name := range strings.SplitSeq(rel, string(filepath.Separator)) {
		if filename.Sanitise(name, "") != name {
			return false
		}
	}
	return true
}

// corrected is an item with what the person says of it, and the name that this
// makes.
func corrected(it plan.Item, said map[string]string, n naming) plan.Item {
	known := maps.Clone(it.Fields)
	if known == nil {
		known = map[string]plan.Field{}
	}
	for name, value := range said {
		if _, ok := plan.SpecOf(name); ok {
			known[name] = saidField(known[name], strings.Join(strings.Fields(value), " "))
		}
	}
	if _, number := said[plan.FieldNumber]; !number {
		known = withNumber(known, it.Fields[plan.FieldTitle].Value)
	}
	it.Fields = known
	named := it
	named.Fields = withoutEchoes(n.tmpl, known)
	used := restsOn(n.tmpl.Parts(), named.Fields)
	it.To = it.From
	if len(used) == 0 {
		it.Status, it.Reasons = plan.StatusReview, because(plan.ReasonNothing)
		return it
	}
	made := n.make(it)
	it.To = filepath.Join(destination(it.From, n.into), made.Path())
	v := judgeName(named, used, sureName)
	it.Confidence, it.Status, it.Reasons = v.confidence, v.status, v.reasons
	return lookAtBlanks(it, made)
}

// saidField is a field that the person gave a value. The place that the value was
// read from stays with it, where it is one that was read.
func saidField(f plan.Field, value string) plan.Field {
	said := plan.Field{Value: value, Said: true, Confidence: 1, Candidates: f.Candidates}
	for _, c := range f.Candidates {
		if c.Value == value {
			said.Evidence = c.Evidence
		}
	}
	if f.Value == value {
		said.Evidence = f.Evidence
	}
	return said
}

// withDayIn is an item with the date that the person wrote into its name.
func withDayIn(it plan.Item, name string) plan.Item {
	day := dayIn(name)
	if day == "" || day == it.Fields[plan.FieldDate].Value || strings.Contains(filepath.Base(it.To), day) {
		return it
	}
	it.Fields = maps.Clone(it.Fields)
	if it.Fields == nil {
		it.Fields = map[string]plan.Field{}
	}
	it.Fields[plan.FieldDate] = saidField(it.Fields[plan.FieldDate], day)
	return it
}

// dayIn is the first day in a name, such as 2026-05-12; empty where it has none.
func dayIn(name string) string {
	for i := range len(name) - len(time.DateOnly) + 1 {
		day := name[i : i+len(time.DateOnly)]
		if _, err := time.Parse(time.DateOnly, day); err == nil {
			return day
		}
	}
	return ""
}

// rename makes a safe name out of what the person typed; the extension stays
// what it was.
func rename(from, typed string) string {
	ext := filepath.Ext(from)
	if n := len(typed) - len(ext); n > 0 && strings.EqualFold(typed[n:], ext) {
		typed = typed[:n]
	}
	return filename.Sanitise(typed, ext)
}
