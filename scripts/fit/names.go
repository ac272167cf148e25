package main

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

// today is the day of a measurement: no document that was collected is younger.
var today = time.Now()

// verdict is how the name of one document came out.
type verdict struct {
	item plan.Item
	// accepted says that a careful person would take the name as it is, harmful
	// that its date or its issuer is wrong.
	accepted, harmful bool
	wrong             map[string]bool // fields that are
	came              map[string]int  // 0: right, 1: wrong, 2: blank
}

// judge holds a proposed name against the labels.
func judge(l labelled, it plan.Item) verdict {
	v := verdict{item: it, wrong: map[string]bool{}, came: map[string]int{}}
	if l.Total != "" {
		said := digitsOf(it.Fields[plan.FieldAmount].Value)
		v.came[plan.FieldAmount] = 1 + one(said == "") - one(said == string(l.Total))
	}
	kept := filepath.Base(it.From) == filepath.Base(it.To)
	if kept {
		v.came[plan.FieldDate], v.came[plan.FieldIssuer] = 2*one(!slices.Contains(l.Date, "-")), 2*one(!slices.Contains(l.Issuer, "-"))
		v.accepted = l.Want != nil && *l.Want == ""
		return v
	}
	stem := spaced(strings.TrimSuffix(filepath.Base(it.To), filepath.Ext(it.To)))
	used := map[string]string{}
	for field, f := range it.Fields {
		if strings.Contains(stem, spaced(f.Value)) {
			used[field] = f.Value
		}
	}
	ok := func(field string, right names, is bool) bool {
		value := used[field]
		v.wrong[field] = value != "" && !is
		fine := is || value == "" && (len(right) == 0 || slices.Contains(right, "-"))
		v.came[field] = 2 - one(value != "") - 2*one(fine && value == "") - one(fine && value != "")
		return fine
	}
	date := ok(plan.FieldDate, l.Date, same(plan.FieldDate, used[plan.FieldDate], l.Date))
	issuer := ok(plan.FieldIssuer, l.Issuer, isOneOf(used[plan.FieldIssuer], l.Issuer))
	titles := l.titles()
	titled := matches(used[plan.FieldTitle], titles)
	title := ok(plan.FieldTitle, append(names{"-"}, titles...), titled || len(titles) == 0)
	kind := ok(plan.FieldKind, l.Kind, len(l.Kind) == 0 || isKind(used[plan.FieldKind], l.Kind)) || used[plan.FieldKind] == "" && titled
	v.harmful = v.wrong[plan.FieldDate] || v.wrong[plan.FieldIssuer]
	said := used[plan.FieldIssuer] + used[plan.FieldKind] + used[plan.FieldTitle]
	v.accepted = date && issuer && title && kind && said != ""
	return v
}

func matches(value string, patterns names) bool {
	for _, p := range patterns {
		if re, err := regexp.Compile("(?i)^(?:" + p + ")$"); err == nil && value != "" && p != "-" && re.MatchString(strings.Join(strings.Fields(value), " ")) {
			return true
		}
	}
	return false
}

func isKind(value string, right names) bool {
	v := spaced(value)
	for _, r := range right {
		if s := spaced(r); r != "-" && v != "" && (strings.Contains(s, v) && len(v) > 3 || strings.Contains(v, s)) {
			return true
		}
	}
	return false
}

// spaced is the words of s, folded.
func spaced(s string) string { return strings.Join(words(s), " ") }

// tally counts verdicts.
type tally struct {
	all, accepted, ready, right, harmful int
	wrong                                map[string]int // among the ready ones
	date, issuer, amount                 [3]int         // right, wrong, blank, among all
}

func (t *tally) add(v verdict) {
	if t.wrong == nil {
		t.wrong = map[string]int{}
	}
	t.all++
	t.accepted += one(v.accepted)
	t.date[v.came[plan.FieldDate]]++
	t.issuer[v.came[plan.FieldIssuer]]++
	if came, known := v.came[plan.FieldAmount]; known {
		t.amount[came]++
	}
	if v.item.Status != plan.StatusReady {
		return
	}
	t.ready++
	t.right += one(v.accepted)
	t.harmful += one(v.harmful)
	for field, wrong := range v.wrong {
		t.wrong[field] += one(wrong)
	}
}

func (t tally) String() string {
	return fmt.Sprintf("%4d  %3d (%2.0f %%)  %3d (%2.0f %%)  %3d  %3d (%2.0f %%)  date %d issuer %d kind %d title %d; right, wrong, blank: date %v issuer %v amount %v", t.all, t.accepted, share(t.accepted, t.all),
		t.ready, share(t.ready, t.all), t.right, t.harmful, share(t.harmful, t.ready),
		t.wrong[plan.FieldDate], t.wrong[plan.FieldIssuer], t.wrong[plan.FieldKind], t.wrong[plan.FieldTitle], t.date, t.issuer, t.amount)
}

func share(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }

// names proposes a name for each real document; setting says how.
func (f folded) names(setting func(fold string) triage.Setting) map[int]verdict {
	batches, places := map[string][]triage.Read{}, map[string][]int{}
	for i, l := range f.all {
		if l.reading != nil {
			batch := fmt.Sprint(filepath.Dir(l.File), l.again)
			batches[batch] = append(batches[batch], triage.Read{Name: l.File, Reading: *l.reading, Setting: setting(f.fold[i])})
			places[batch] = append(places[batch], i)
		}
	}
	out := map[int]verdict{}
	for batch, files := range batches {
		for n, item := range triage.Named(files, today) {
			i := places[batch][n]
			out[i] = judge(f.all[i], item)
		}
	}
	return out
}

// goodNames tells what becomes of present names that are good.
func (f folded) goodNames(s triage.Setting) string {
	all, kept, worse := 0, 0, 0
	for _, l := range f.all {
		if l.reading == nil || !l.NameGood || l.again > 0 {
			continue
		}
		all++
		it := triage.Named([]triage.Read{{Name: l.OwnName, Reading: *l.reading, Setting: s}}, today)[0]
		v := judge(l, it)
		fine := it.To == it.From || v.accepted
		kept += one(fine)
		worse += one(!fine && it.Status == plan.StatusReady)
	}
	return fmt.Sprintf("good names: %d, kept or accepted %d, ready to be made worse %d\n", all, kept, worse)
}

const nameHead = "                     all  accepted    ready       of these accepted, harmful; wrong among the ready\n"

// table counts verdicts by what key says of their documents.
func (f folded) table(all map[int]verdict, key func(labelled) string) string {
	count := map[string]*tally{}
	var keys []string
	for i, l := range f.all {
		v, ok := all[i]
		if !ok {
			continue
		}
		k := key(l)
		if count[k] == nil {
			count[k], keys = &tally{}, append(keys, k)
		}
		count[k].add(v)
	}
	var b strings.Builder
	for _, k := range keys {
		fmt.Fprintf(&b, "  %-16s %s\n", k, *count[k])
	}
	return b.String()
}

// thresholds tells what other limits for a ready name give, with the source of
// each document held out.
func (f folded) thresholds(models func(fold string) fields.Models) string {
	var b strings.Builder
	for _, sure := range []float64{0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9} {
		var first, again tally
		for i, v := range f.names(func(fold string) triage.Setting { return triage.Setting{Models: models(fold), Sure: sure} }) {
			if f.all[i].again > 0 {
				again.add(v)
			} else {
				first.add(v)
			}
		}
		fmt.Fprintf(&b, "  %.2f             %s\n", sure, first)
		if again.all > 0 {
			fmt.Fprintf(&b, "        read again %s\n", again)
		}
	}
	return b.String()
}

// mistakes lists what was chosen in place of what is right, with the source of each
// document held out.
func (f folded) mistakes(held map[string]fields.Models) string {
	var b strings.Builder
	for _, field := range fields.Ranked {
		for _, s := range f.samples(field) {
			l := f.all[s.at]
			m := held[f.fold[s.at]][field]
			o := outcome(m, s)
			if o.Right || len(s.options) == 0 {
				continue
			}
			p, none := m.Probabilities(s.Choice)
			at, _, _ := s.Best(p)
			fmt.Fprintf(&b, "%s %s %s: %q %.2f %v, none %.2f, right %v", field, l.part, l.File, s.options[at].Value, p[at], deciding(m, s, at), none, l.truth(field))
			for i, right := range s.Right {
				if right {
					fmt.Fprintf(&b, "; %q %.3f %v", s.options[i].Value, p[i], deciding(m, s, i))
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func deciding(m *rank.Model, s sample, at int) []string {
	var out []string
	for i, x := range s.Options[at] {
		if g := x * m.Weights[i]; g > 0.3 || g < -0.3 {
			out = append(out, fmt.Sprintf("%s %+.1f", m.Features[i], g))
		}
	}
	return out
}

// ruled holds how far kinds and titles were believed against the share that was right,
// in all readings of the documents whose labels tell it.
func (f folded) ruled(all map[int]verdict) string {
	var b strings.Builder
	for _, field := range []string{plan.FieldKind, plan.FieldTitle} {
		count := map[string]*[2]int{}
		for i, v := range all {
			l, said := f.all[i], v.item.Fields[field]
			known, right := l.Kind, isKind(said.Value, l.Kind)
			if field == plan.FieldTitle {
				known = l.titles()
				right = matches(said.Value, known)
			}
			if said.Value == "" || len(known) == 0 {
				continue
			}
			key := fmt.Sprintf("%.1f", math.Floor(said.Confidence*10)/10)
			if count[key] == nil {
				count[key] = &[2]int{}
			}
			count[key][0] += one(right)
			count[key][1]++
		}
		fmt.Fprintf(&b, "%s: believed from, right of all\n", field)
		for _, key := range slices.Sorted(maps.Keys(count)) {
			low, high := interval(count[key][0], count[key][1])
			fmt.Fprintf(&b, "  %s  %d of %d (%.2f to %.2f)\n", key, count[key][0], count[key][1], low, high)
		}
	}
	return b.String()
}

// titles are the titles that are right.
func (r row) titles() names {
	if r.Number != "" {
		return names{strings.ReplaceAll(regexp.QuoteMeta(r.Number), "/", ".?")}
	}
	return r.Title
}
