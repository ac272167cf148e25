package triage

import (
	"cmp"
	"fmt"
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
	if status, why := untouchable(w, d); why != "" {
		item.Status, item.Why, item.Reasons = status, why, []plan.Reason{{Code: plan.ReasonUntouched}}
		return item
	}
	doc := fields.FromReading(d.Reading)
	doc.Name, doc.Today = w.Name, now
	item.Fields = fields.Weigh(d.setting.Models.Extract(doc), d.claimed)
	item.Note = d.Note

	ext := filepath.Ext(w.Name)
	stem := strings.TrimSuffix(w.Name, ext)
	if kept, ok := keepName(item, w, tmpl, into); ok {
		return kept
	}
	item.Fields = tmpl.withoutEchoes(item.Fields)
	used := tmpl.used(item.Fields)
	if len(used) == 0 || (len(used) == 1 && used[0] == plan.FieldKind) {
		item.Status = plan.StatusReview
		return because(item, plan.Reason{Code: plan.ReasonNothing})
	}
	name := tmpl.name(item.Fields, stem, ext)
	item.To = filepath.Join(destination(w.Path, into), name)
	verdict := judge(item, used, cmp.Or(d.setting.Sure, sureName))
	item.Confidence, item.Status = verdict.confidence, verdict.status
	if item.Status == plan.StatusReady && len(used) == 1 && tmpl.asksMore() && !isStamp(item) {
		item.Status = plan.StatusReview
		verdict.reasons = append(verdict.reasons, plan.Reason{Code: plan.ReasonTooLittle})
	}
	if item.Status == plan.StatusReady && losesWords(stem, name) {
		item.Status = plan.StatusReview
		verdict.reasons = append(verdict.reasons, plan.Reason{Code: plan.ReasonLosesWords})
	}
	if item.To == item.From {
		item.Status, verdict.reasons = plan.StatusSkip, []plan.Reason{{Code: plan.ReasonSame}}
	}
	return because(item, verdict.reasons...)
}

// untouchable says why a file keeps its name whatever stands in it.
func untouchable(w task, d document) (plan.Status, string) {
	switch {
	case w.alone != "":
		return plan.StatusSkip, w.alone + " It is left alone."
	case d.failure != "":
		return plan.StatusReview, d.failure
	case d.Empty:
		return plan.StatusReview, "The file is empty."
	case d.Broken:
		return plan.StatusReview, sentenceOr(d.Note, "The file is broken: it cannot be read.")
	case !d.ExtensionOK:
		return plan.StatusReview, sentenceOr(d.Note, fmt.Sprintf("Its name ends in %q, but it holds %s.", filepath.Ext(w.Name), contents(d.MIME)))
	case d.Method == plan.MethodNone && !d.seen:
		return plan.StatusReview, sentenceOr(d.Note, "Nothing in it can be read.")
	}
	return "", ""
}

// contents says in words what a MIME type stands for.
func contents(mime string) string {
	mime, _, _ = strings.Cut(mime, ";")
	if words, ok := map[string]string{
		"text/html": "a web page", "text/plain": "plain text", "application/pdf": "a PDF",
		"application/zip": "an archive", "application/octet-stream": "something unknown",
	}[mime]; ok {
		return words
	}
	family, _, _ := strings.Cut(mime, "/")
	if words, ok := map[string]string{
		"image": "a picture", "video": "a film", "audio": "a recording", "text": "text",
	}[family]; ok {
		return words + " (" + mime + ")"
	}
	return mime
}

func sentenceOr(note, otherwise string) string {
	if note != "" {
		return note
	}
	return otherwise
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
		look(f.Doubt != "", plan.ReasonDoubted, name)
		look(f.Doubt == "" && !ranked(name) && f.Confidence < sure, plan.ReasonUncertain, name)
	}
	weakest := leastSure(item, used)
	look(v.confidence < least && item.Fields[weakest].Doubt == "", plan.ReasonUncertain, weakest)
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
