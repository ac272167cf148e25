package triage

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/habit"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/template"
)

// Habits keeps what the person corrects in plans.
type Habits interface {
	// Index finds what is known of senders.
	Index() *habit.Index
	// Learn keeps what the approval of a batch teaches.
	Learn(batch string, corrections []habit.Habit) error
}

// teach remembers what the person changed in a plan that was carried out.
func (j *job) teach(p plan.Plan, r plan.Receipt) {
	if j.triage.Habits == nil || r.Stopped {
		return
	}
	failed := make(map[string]bool, len(r.Failures))
	for _, f := range r.Failures {
		failed[f.Path] = true
	}
	var all []habit.Habit
	for i, it := range p.Items {
		if it.Proposed != nil && it.Status == plan.StatusReady && !failed[it.From] {
			all = append(all, corrections(p, it, seq(i, len(p.Items)))...)
		}
	}
	if err := j.triage.Habits.Learn(r.Batch, all); err != nil {
		j.emit(event.Warning{Warning: chat.Warning{Code: chat.WarningHabitsUnsaved}})
	}
}

// Teach keeps what a person's correction of a document says about its sender, as that
// of a plan does.
func (t *Triage) Teach(path string, was, now map[string]plan.Field) error {
	if t.Habits == nil {
		return nil
	}
	it := plan.Item{From: path, To: path, Fields: was}
	it.Proposed, it.Fields = proposedOf(it), now
	return t.Habits.Learn(t.NewID(), corrections(plan.Plan{}, it, ""))
}

// Said keeps what a person says of documents, by their contents.
type Said interface {
	// Learn keeps what the person said of the file at a path.
	Learn(ctx context.Context, path string, said map[string]string) error
	// Of returns what they said of contents with these hashes, by hash.
	Of(ctx context.Context, hashes []string) (map[string]map[string]plan.Field, error)
}

// remember keeps what the person said of the files of a plan that they approved.
func (j *job) remember(p plan.Plan) {
	if j.triage.Said == nil {
		return
	}
	var failed error
	for _, it := range p.Items {
		said := map[string]string{}
		for name, f := range it.Fields {
			if f.Said {
				said[name] = f.Value
			}
		}
		if len(said) > 0 {
			failed = errors.Join(failed, j.triage.Said.Learn(j.ctx, it.From, said))
		}
	}
	if failed != nil {
		j.emit(event.Warning{Warning: chat.Warning{Code: chat.WarningHabitsUnsaved}})
	}
}

// recall adds to documents what the person said of them before.
func (j *job) recall(docs []document) error {
	if j.triage.Said == nil {
		return nil
	}
	hashes := lists.Map(docs, func(d document) string { return d.SHA256 })
	said, err := j.triage.Said.Of(j.ctx, hashes)
	for i := range docs {
		docs[i].said = said[docs[i].SHA256]
	}
	return err
}

// corrections are what the changes to one item say about its sender.
func corrections(p plan.Plan, it plan.Item, seq string) []habit.Habit {
	was := it.Proposed
	sender := habit.Sender{Name: was.Issuer.AsRead(), Marks: it.Marks}
	var all []habit.Habit
	learn := func(about habit.About, read, is string) {
		all = append(all, habit.Habit{Sender: sender, About: about, Was: read, Is: is})
	}
	if now := it.Fields[plan.FieldIssuer].Value; now != "" && now != was.Issuer.Value {
		learn(habit.Issuer, "", now)
	}
	if now := it.Fields[plan.FieldKind].Value; now != "" && was.Kind.Value != "" && now != was.Kind.Value {
		learn(habit.Kind, was.Kind.AsRead(), now)
	}
	n, err := namingOf(p, it, seq)
	if err != nil {
		return all
	}
	made := n.make(it)
	if typed := stemOf(it.To); typed != stemOf(was.To) && !isNumbered(typed, stemOf(made.File)) {
		about, is := n.meant(it, typed)
		switch {
		case about == habit.Kind && was.Kind.Value != "":
			learn(about, was.Kind.AsRead(), is)
		case about == habit.Issuer, about == habit.Name:
			learn(about, "", is)
		}
	}
	if folders, moved := movedTo(it, n.into, made.Folders); moved {
		learn(habit.Folder, "", describeFolders(folders, valuesOf(it, seq)))
	}
	return all
}

// stemOf is the name of a file without its ending.
func stemOf(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// isNumbered reports whether a name is another one with at most a number behind it
// that tells it from others: "x (2)".
func isNumbered(name, stem string) bool {
	rest, ok := strings.CutPrefix(name, stem)
	rest = strings.TrimSuffix(strings.TrimPrefix(rest, " ("), ")")
	return ok && strings.Trim(rest, "0123456789") == ""
}

// placeholder stands for a value that is looked for in a name.
const placeholder = "Qzxjvkw"

// meant is what the person meant by a name that they typed: another spelling of the
// sender, another kind, or another template; empty for a name that says nothing about
// the next file.
func (n naming) meant(it plan.Item, typed string) (habit.About, string) {
	for _, about := range []habit.About{habit.Issuer, habit.Kind} {
		probe := it
		probe.Fields = map[string]plan.Field{string(about): {Value: placeholder}}
		for name, f := range it.Fields {
			if name != string(about) {
				probe.Fields[name] = f
			}
		}
		before, after, ok := strings.Cut(stemOf(n.make(probe).File), placeholder)
		if ok && len(typed) > len(before)+len(after) && strings.HasPrefix(typed, before) && strings.HasSuffix(typed, after) {
			said := strings.TrimSpace(typed[len(before) : len(typed)-len(after)])
			if said != "" && !strings.ContainsFunc(said, unicode.IsDigit) {
				return about, said
			}
		}
	}
	if pattern := template.Describe(typed, valuesOf(it, n.seq)); template.Varies(pattern) {
		return habit.Name, pattern
	}
	return "", ""
}

// movedTo are the folders, from where the files go to, into which the person put a
// file in place of those that were made for it.
func movedTo(it plan.Item, into string, made []string) (folders []string, moved bool) {
	base := destination(it.From, into)
	was, now := filepath.Dir(it.Proposed.To), filepath.Dir(it.To)
	if now == was || now == filepath.Join(append([]string{base}, made...)...) || now == base || !isBelow(base, now) {
		return nil, false
	}
	rel, err := filepath.Rel(base, now)
	return strings.Split(rel, string(filepath.Separator)), err == nil
}

// describeFolders is the template of folders, out of what is known of a file in them.
func describeFolders(folders []string, v template.Values) string {
	return strings.Join(lists.Map(folders, func(f string) string { return template.Describe(f, v) }), "/")
}

// proposedOf is what was proposed for an item that the person changes now.
func proposedOf(it plan.Item) *plan.Proposed {
	if it.Proposed != nil {
		return it.Proposed
	}
	bare := func(f plan.Field) plan.Field {
		f.Candidates, f.Features = nil, nil
		return f
	}
	return &plan.Proposed{To: it.To, Issuer: bare(it.Fields[plan.FieldIssuer]), Kind: bare(it.Fields[plan.FieldKind])}
}

// remembered takes over what is on record of the items of a plan that was edited in a
// file, so that what the person changed there is known. What the file says of that
// itself counts for nothing.
func remembered(items, recorded []plan.Item) {
	known := make(map[string]plan.Item, len(recorded))
	for _, it := range recorded {
		known[it.From] = it
	}
	for i := range items {
		it := &items[i]
		was, ok := known[it.From]
		it.Proposed, it.Marks, it.Template = nil, nil, ""
		if !ok || was.Identity != it.Identity {
			it.Fields = unsaid(it.Fields)
			continue
		}
		it.Fields, it.Marks, it.Template, it.Proposed = was.Fields, slices.Clone(was.Marks), was.Template, was.Proposed
		if it.To != was.To {
			it.Proposed = proposedOf(was)
		}
	}
}

// unsaid are fields of which nobody knows that the person gave them.
func unsaid(fields map[string]plan.Field) map[string]plan.Field {
	fields = maps.Clone(fields)
	for name, f := range fields {
		f.Said = false
		fields[name] = f
	}
	return fields
}
