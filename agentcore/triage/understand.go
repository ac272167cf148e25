package triage

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// sureName is how likely the date and the issuer in a name must be right together
// for the name to be ready. docs/accuracy.md has what other limits give.
const sureName = 0.75

// sure is the least confidence of any other field in a ready name.
const sure = 0.6

// ranked reports whether a field's confidence is a measured probability.
func ranked(field string) bool {
	spec, _ := plan.SpecOf(field)
	return spec.Measured
}

// needs is the least confidence for a field alone.
func needs(field string) float64 {
	if ranked(field) {
		return sureName
	}
	return sure
}

// Setting is what a measurement changes in how files are named.
type Setting struct {
	// Models choose in place of those of the program; may be nil.
	Models fields.Models
	// Sure is how likely a ready name is right; 0: as the program has it.
	Sure float64
}

// Named returns what is proposed, without a language model and in place, for a
// file of this name that was read like this.
func Named(name string, r documents.Reading, now time.Time, s Setting) plan.Item {
	tmpl, err := parseTemplate(DefaultTemplate)
	if err != nil {
		panic(err) // the tests parse it
	}
	w := task{Entry: files.Entry{Path: name, Name: filepath.Base(name)}}
	return understand(w, document{Reading: r, setting: s}, tmpl, "", now)
}

// understand proposes a name for one file, or says why it keeps the one it has.
func understand(w task, d document, tmpl template, into string, now time.Time) plan.Item {
	item := plan.Item{
		From: w.Path, To: w.Path, Identity: w.Identity,
		Fields: map[string]plan.Field{},
		Read:   plan.Read{Pages: d.Pages, Method: d.Method, Confidence: d.Confidence, Model: d.model},
	}
	if d.seen {
		item.Read.Method = plan.MethodVision
	}
	if status, why := untouchable(w, d); len(why) > 0 {
		item.Status, item.Reasons = status, why
		return item
	}
	doc := fields.FromReading(d.Reading)
	doc.Name, doc.Today = w.Name, now
	item.Fields = fields.Weigh(d.setting.Models.Extract(doc), d.claimed)
	item.Notes = plan.OfNotes(d.Notes)

	ext := filepath.Ext(w.Name)
	stem := strings.TrimSuffix(w.Name, ext)
	if kept, ok := keepName(item, w, tmpl, into); ok {
		return kept
	}
	item.Fields = tmpl.withoutEchoes(item.Fields)
	used := tmpl.used(item.Fields)
	if len(used) == 0 || (len(used) == 1 && used[0] == plan.FieldKind) {
		item.Status, item.Reasons = plan.StatusReview, because(plan.ReasonNothing)
		return item
	}
	name := tmpl.name(item.Fields, stem, ext)
	item.To = filepath.Join(destination(w.Path, into), name)
	verdict := judge(item, used, cmp.Or(d.setting.Sure, sureName))
	item.Confidence, item.Status, item.Reasons = verdict.confidence, verdict.status, verdict.reasons
	if item.Status == plan.StatusReady && len(used) == 1 && tmpl.asksMore() && !isStamp(item) {
		item.Status = plan.StatusReview
		item.Reasons = append(item.Reasons, plan.Reason{Code: plan.ReasonTooLittle})
	}
	if item.Status == plan.StatusReady && losesWords(stem, name) {
		item.Status = plan.StatusReview
		item.Reasons = append(item.Reasons, plan.Reason{Code: plan.ReasonLosesWords})
	}
	if item.To == item.From {
		item.Status, item.Reasons = plan.StatusSkip, because(plan.ReasonSame)
	}
	return item
}

// because is what a proposal rests on where one code says it all.
func because(code plan.ReasonCode) []plan.Reason { return []plan.Reason{{Code: code}} }

// readFrom is the reason that a field gives.
func readFrom(name string, f plan.Field) plan.Reason {
	return plan.Reason{Code: plan.ReasonRead, Field: name, Text: cmp.Or(f.Evidence.Text, f.Value), Page: f.Evidence.Page}
}

// untouchable says why a file keeps its name whatever stands in it.
func untouchable(w task, d document) (plan.Status, []plan.Reason) {
	noted := func(otherwise plan.Reason) (plan.Status, []plan.Reason) {
		if len(d.Notes) > 0 {
			return plan.StatusReview, plan.OfNotes(d.Notes)
		}
		return plan.StatusReview, []plan.Reason{otherwise}
	}
	switch {
	case w.alone != nil:
		return plan.StatusSkip, []plan.Reason{*w.alone}
	case d.unread != nil:
		return plan.StatusReview, []plan.Reason{*d.unread}
	case d.Empty:
		return plan.StatusReview, because(plan.ReasonEmpty)
	case d.Broken:
		return noted(plan.Reason{Code: plan.ReasonBroken})
	case !d.ExtensionOK:
		mime, _, _ := strings.Cut(d.MIME, ";")
		return noted(plan.Reason{Code: plan.ReasonOtherContent, Args: []string{filepath.Ext(w.Name), mime}})
	case d.Method == plan.MethodNone && !d.seen:
		return noted(plan.Reason{Code: plan.ReasonUnreadable})
	}
	return "", nil
}

// verdict is whether a proposed name is ready or wants a look, and why. confidence is
// how likely its date and issuer are both right.
type verdict struct {
	confidence float64
	status     plan.Status
	reasons    []plan.Reason
}

func judge(item plan.Item, used []string, least float64) verdict {
	v := verdict{confidence: 1, status: plan.StatusReady}
	for _, name := range used {
		f := item.Fields[name]
		if ranked(name) {
			v.confidence *= f.Confidence
		}
		v.reasons = append(v.reasons, readFrom(name, f))
	}
	look := func(is bool, code plan.ReasonCode, field string) {
		if is {
			v.status = plan.StatusReview
			v.reasons = append(v.reasons, plan.Reason{Code: code, Field: field})
		}
	}
	for _, name := range used {
		f := item.Fields[name]
		look(len(f.Doubts) > 0, plan.ReasonDoubted, name)
		look(len(f.Doubts) == 0 && !ranked(name) && f.Confidence < sure, plan.ReasonUncertain, name)
	}
	weakest := leastSure(item, used)
	look(v.confidence < least && len(item.Fields[weakest].Doubts) == 0, plan.ReasonUncertain, weakest)
	if fields.Traded(item.Fields[plan.FieldKind].Value + " " + item.Fields[plan.FieldTitle].Value) {
		look(item.Fields[plan.FieldIssuer].Value == "", plan.ReasonNoIssuer, plan.FieldIssuer)
		look(item.Fields[plan.FieldDate].Value == "" && slices.Contains(used, plan.FieldIssuer), plan.ReasonNoDate, plan.FieldDate)
	}
	look(len(used) == 1 && used[0] != plan.FieldDate, plan.ReasonTooLittle, "")
	look(len(used) == 2 && used[0] == plan.FieldDate && used[1] == plan.FieldTitle && len(realWords(item.Fields[plan.FieldTitle].Value)) == 0, plan.ReasonNumberOnly, plan.FieldTitle)
	look(item.Read.Method == plan.MethodVision && v.status == plan.StatusReady, plan.ReasonSeen, "")
	return v
}

// isStamp reports whether the date is the one that a camera or a screenshot tool gave
// the file: it stands on no page.
func isStamp(item plan.Item) bool { return item.Fields[plan.FieldDate].Evidence.Page == 0 }

// leastSure is the field of Ranked in a name that is the least likely right.
func leastSure(item plan.Item, used []string) string {
	least := ""
	for _, name := range used {
		if ranked(name) && (least == "" || item.Fields[name].Confidence < item.Fields[least].Confidence) {
			least = name
		}
	}
	return least
}
