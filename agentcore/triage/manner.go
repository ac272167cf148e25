package triage

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/habit"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// usual is the template of files for which nobody says another.
func (t *Triage) usual() string {
	if t.Usual == nil {
		return DefaultTemplate
	}
	return cmp.Or(t.Usual(), DefaultTemplate)
}

// ways are how the files of a request get their names: by what it says, else by a
// rule, else by the habits of their senders, else as those that are there, else as
// usual.
type ways struct {
	manner
	// said reports that the request says the template.
	said   bool
	into   string
	rules  []rule.Rule
	habits *habit.Index
	// pointed reports that the request points at the files that are there.
	pointed  bool
	examples examples
}

// manner is how one file gets its name.
type manner struct {
	pattern string
	tmpl    template.Template
	// rests are fields that chose the manner, and because says why it was chosen.
	rests   []string
	because []plan.Reason
	// insists reports that a name that somebody chose is not kept.
	insists bool
}

// ways returns how the files of a request are named.
func (t *Triage) ways(p plan.Plan, req Request) (*ways, error) {
	tmpl, err := parseTemplate(p.Template)
	w := &ways{manner: manner{pattern: p.Template, tmpl: tmpl}, said: req.Template != "", into: p.Into, pointed: req.Like != ""}
	if p.Like != "" {
		w.because = []plan.Reason{{Code: plan.ReasonLike, Args: []string{p.Like}}}
	}
	if t.Habits != nil {
		w.habits = t.Habits.Index()
	}
	if t.Rules != nil {
		w.rules = t.Rules()
	}
	return w, err
}

// early are ways for what is told of one file while others are still read: they
// take no note of the folders that it makes.
func (w *ways) early() *ways {
	early := *w
	early.examples.places = nil
	return &early
}

// How sure a field is that a habit gave: of a document that names its sender, and of
// one that has but the marks of one.
const (
	habitual = 0.97
	guessed  = 0.7
)

// of puts what is known of the sender into an item, and says how it gets its name.
func (w *ways) of(item *plan.Item) manner {
	m := w.manner
	known := w.habits.Of(senderOf(*item))
	sureness := habitual
	if known.Guessed {
		sureness = guessed
	}
	m.call(item, plan.FieldIssuer, known.Issuer, sureness)
	m.call(item, plan.FieldKind, known.Kind(item.Fields[plan.FieldKind].AsRead()), sureness)

	spelling, place := w.examples.sender(*item)
	if f := item.Fields[plan.FieldIssuer]; known.Issuer == nil && spelling != "" && spelling != f.Value {
		f.Read, f.Value = f.AsRead(), spelling
		item.Fields[plan.FieldIssuer] = f
		m.chosen(w.examples.reason(plan.FieldIssuer), nil)
	}

	folders, file := template.Cut(m.pattern)
	names, places := w.ruling(*item)
	if r := names; r != nil && !w.said {
		file, m.insists = r.Name, true
		m.ruled(r)
	} else if h := known.Name; h != nil && !w.said && !w.pointed {
		file = h.Is
		m.learned(h)
	}
	free := !w.said || folders == ""
	if r := places; r != nil && free {
		folders = r.Into
		m.ruled(r)
	} else if h := known.Folder; h != nil && free && !w.pointed {
		folders = h.Is
		m.learned(h)
	} else if place != "" && free {
		folders = place
		m.chosen(w.examples.reason(string(habit.Folder)), []string{plan.FieldIssuer})
	}
	return m.as(item, template.Join(folders, file), w.pattern)
}

// as is a manner by another pattern. One that cannot be used changes nothing.
func (m manner) as(item *plan.Item, pattern, usual string) manner {
	tmpl, err := parseTemplate(pattern)
	if pattern == usual || err != nil {
		return m
	}
	m.pattern, m.tmpl, item.Template = pattern, tmpl, pattern
	return m
}

// call calls a field as the person does.
func (m *manner) call(item *plan.Item, field string, h *habit.Habit, sureness float64) {
	f := item.Fields[field]
	if h == nil || h.Is == f.Value {
		return
	}
	f.Read, f.Value, f.Doubts, f.Confidence = f.AsRead(), h.Is, nil, max(f.Confidence, sureness)
	item.Fields[field] = f
	m.learned(h)
}

// ruling are the first rules that say the name of an item, and the folder that it goes
// to; nil: none does.
func (w *ways) ruling(item plan.Item) (names, places *rule.Rule) {
	if len(w.rules) == 0 {
		return nil, nil
	}
	of := knownOf(item)
	for i := range w.rules {
		r := &w.rules[i]
		if names != nil && places != nil || !r.Holds(of) {
			continue
		}
		if names == nil && r.Name != "" {
			names = r
		}
		if places == nil && r.Into != "" {
			places = r
		}
	}
	return names, places
}

// knownOf tells what is known of the fields of an item: of its kind also what every
// language calls alike.
func knownOf(item plan.Item) func(field string) []string {
	values := valuesOf(item, "")
	return func(field string) []string {
		all := []string{values[field]}
		if f := item.Fields[field]; f.Read != "" {
			all = append(all, f.Read)
		}
		if field == plan.FieldKind {
			for _, kind := range all {
				general := intent.KindOf(kind)
				broad, _, _ := strings.Cut(general, " ")
				all = append(all, general, broad)
			}
		}
		return all
	}
}

// ruled notes that a rule had a say. What it says rests on what it asks about.
func (m *manner) ruled(r *rule.Rule) {
	m.chosen(plan.Reason{Code: plan.ReasonRule, Args: []string{r.When}}, restFields(r.Fields()))
}

// restFields are the fields that parts of a template, or of a rule, are made of.
func restFields(parts []string) []string {
	var fields []string
	for _, part := range parts {
		if f := fieldOf(part); f != "" {
			fields = append(fields, f)
		}
	}
	return fields
}

// learned notes that a habit had a say. What it says rests on who the sender is.
func (m *manner) learned(h *habit.Habit) {
	day := h.When.Format(time.DateOnly)
	m.chosen(plan.Reason{Code: plan.ReasonHabit, Field: string(h.About), Args: []string{day}}, []string{plan.FieldIssuer})
}

// chosen notes why the manner was chosen, once, and the fields that this rests on.
func (m *manner) chosen(why plan.Reason, rests []string) {
	same := func(r plan.Reason) bool {
		return r.Code == why.Code && r.Field == why.Field && slices.Equal(r.Args, why.Args)
	}
	if !slices.ContainsFunc(m.because, same) {
		m.because = append(slices.Clip(m.because), why)
	}
	m.rests = lists.AddNew(slices.Clip(m.rests), rests...)
}

// used are the fields that a name rests on: those of its parts, and those that chose
// its manner.
func (m manner) used(parts []string, known map[string]plan.Field) []string {
	used := restsOn(parts, known)
	for _, field := range m.rests {
		if known[field].Value != "" {
			used = lists.AddNew(used, field)
		}
	}
	return used
}

// said puts why the manner was chosen in front of an item's reasons, where the item
// gets a name by it.
func (m manner) said(item plan.Item) plan.Item {
	if item.To != item.From {
		item.Reasons = slices.Concat(m.because, item.Reasons)
	}
	return item
}

// textOf are the lines of a document.
func textOf(lines []documents.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// senderOf is who sent a document, as the document has it.
func senderOf(item plan.Item) habit.Sender {
	return habit.Sender{Name: item.Fields[plan.FieldIssuer].AsRead(), Marks: item.Marks}
}
