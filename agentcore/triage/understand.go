package triage

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/triage/fields/peers"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// sureName is how likely the date and the issuer in a name must be right together
// for the name to be ready. docs/accuracy.md has what other limits give.
const sureName = 0.86

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

// Read is a file of this name that was read like this.
type Read struct {
	Name    string
	Reading documents.Reading
	Setting Setting
}

// Named returns what is proposed, without a language model and in place, for the
// files of one batch.
func Named(batch []Read, now time.Time) []plan.Item {
	usual, err := (&Triage{}).ways(plan.Plan{Template: DefaultTemplate}, Request{})
	if err != nil {
		panic(err) // the tests parse it
	}
	work, docs := make([]task, len(batch)), make([]document, len(batch))
	for i, r := range batch {
		work[i] = task{Entry: files.Entry{Path: r.Name, Name: filepath.Base(r.Name)}}
		docs[i] = document{Reading: r.Reading, setting: r.Setting}
	}
	return understandAll(work, docs, usual, now)
}

// understandAll proposes a name for each file of a batch. Files correct each other:
// one that OCR misread is named like others of the same shop.
func understandAll(work []task, docs []document, by *ways, now time.Time) []plan.Item {
	known, batch := make([]map[string]plan.Field, len(docs)), make([]peers.File, len(docs))
	for i := range docs {
		d := &docs[i]
		if _, why := untouchable(work[i], *d); len(why) > 0 {
			continue
		}
		if d.known == nil {
			d.look(work[i], page.Named(d.Reading, work[i].Name, now))
		}
		known[i] = d.known
		batch[i] = peers.File{Issuer: known[i][plan.FieldIssuer], Sight: d.Method == plan.MethodOCR, Numbers: peers.Numbers(textOf(d.Lines))}
	}
	items := make([]plan.Item, len(docs))
	for i, issuer := range peers.Agree(batch) {
		if issuer.Value != "" {
			known[i][plan.FieldIssuer] = issuer
		}
		items[i] = understand(work[i], docs[i], known[i], by)
	}
	return items
}

// understand proposes a name for one file, of which known was found in it, or says why
// it keeps the one it has.
func understand(w task, d document, known map[string]plan.Field, by *ways) plan.Item {
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
	item.Fields = withNumber(fields.Weigh(known, d.claimed), "")
	maps.Copy(item.Fields, d.said)
	item.Notes = plan.OfNotes(d.Notes)
	item.Marks = d.marks

	least := cmp.Or(d.setting.Sure, sureName)
	if rest, ok := withoutLikelyIssuer(item); ok {
		if rest = propose(rest, w, by, least); rest.Status == plan.StatusReady {
			return rest
		}
	}
	return propose(item, w, by, least)
}

// likelyIssuer is below what an issuer is left out of a name that is ready without it,
// where nobody was paid for what the document is about.
const likelyIssuer = 0.65

// withoutLikelyIssuer is an item without an issuer that it can do without: one that is
// rather right than wrong, and no more. It stays a choice.
func withoutLikelyIssuer(item plan.Item) (plan.Item, bool) {
	issuer := item.Fields[plan.FieldIssuer]
	if issuer.Value == "" || issuer.Confidence >= likelyIssuer || isTraded(item) {
		return item, false
	}
	item.Fields = maps.Clone(item.Fields)
	item.Fields[plan.FieldIssuer] = plan.Field{Candidates: issuer.Candidates}
	return item, true
}

// propose makes the name of an item of its fields.
func propose(item plan.Item, w task, by *ways, least float64) plan.Item {
	m := by.of(&item)
	tmpl := m.tmpl
	made := tmpl.Make(valuesOf(item, w.seq), filepath.Ext(w.Name))
	made.Folders = by.examples.there(destination(w.Path, by.into), made.Folders)
	folder := filepath.Join(append([]string{destination(w.Path, by.into)}, made.Folders...)...)
	if kept, ok := keepName(item, w, tmpl, folder); ok && !m.insists {
		return m.said(inFolder(kept, m, made, least))
	}
	item.Fields = withoutEchoes(tmpl, item.Fields)
	item.To = filepath.Join(folder, tmpl.Make(valuesOf(item, w.seq), filepath.Ext(w.Name)).File)
	return m.said(named(item, m, made, least))
}

// named judges a name that was made by a template.
func named(item plan.Item, m manner, made template.Name, least float64) plan.Item {
	tmpl := m.tmpl
	used := m.used(tmpl.Parts(), item.Fields)
	keeps := tmpl.Has(template.Kept)
	if len(used) == 0 && len(made.Folders) == 0 || !keeps && (len(used) == 0 || len(used) == 1 && used[0] == plan.FieldKind) {
		item.To, item.Status, item.Reasons = item.From, plan.StatusReview, because(plan.ReasonNothing)
		return item
	}
	verdict := judge(item, used, least)
	if !keeps {
		verdict = judgeName(item, used, least)
	}
	item.Confidence, item.Status, item.Reasons = verdict.confidence, verdict.status, verdict.reasons
	if item.Status == plan.StatusReady && !keeps && len(used) == 1 && asksMore(tmpl) && !isStamp(item) && !saysEnough(item, used) {
		item.Status = plan.StatusReview
		item.Reasons = append(item.Reasons, plan.Reason{Code: plan.ReasonTooLittle})
	}
	stem := strings.TrimSuffix(filepath.Base(item.From), filepath.Ext(item.From))
	if item.Status == plan.StatusReady && losesWords(stem, filepath.Base(item.To)) {
		item.Status = plan.StatusReview
		item.Reasons = append(item.Reasons, plan.Reason{Code: plan.ReasonLosesWords})
	}
	item = lookAtBlanks(item, made)
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

// inFolder judges the folder of an item that keeps its name.
func inFolder(item plan.Item, m manner, made template.Name, least float64) plan.Item {
	used := m.used(m.tmpl.FolderParts(), item.Fields)
	if item.To == item.From || len(used)+len(made.Blank) == 0 {
		return item
	}
	verdict := judge(item, used, least)
	if verdict.status != plan.StatusReady {
		item.Status = verdict.status
	}
	item.Reasons = append(item.Reasons, verdict.reasons...)
	return lookAtBlanks(item, made)
}

// lookAtBlanks asks for a look at an item for which a folder was left out.
func lookAtBlanks(item plan.Item, made template.Name) plan.Item {
	for _, part := range made.Blank {
		if field := fieldOf(part); field != "" {
			item.Status = plan.StatusReview
			item.Reasons = append(item.Reasons, plan.Reason{Code: plan.ReasonNoFolder, Field: field})
		}
	}
	return item
}

// untouchable says why a file keeps its name whatever stands in it.
func untouchable(w task, d document) (plan.Status, []plan.Reason) {
	noted := func(otherwise plan.Reason) (plan.Status, []plan.Reason) {
		if len(d.Notes) > 0 {
			return plan.StatusSkip, plan.OfNotes(d.Notes)
		}
		return plan.StatusSkip, []plan.Reason{otherwise}
	}
	switch {
	case w.alone != nil:
		return plan.StatusSkip, []plan.Reason{*w.alone}
	case d.unread != nil:
		return plan.StatusReview, []plan.Reason{*d.unread}
	case d.Empty:
		return plan.StatusSkip, because(plan.ReasonEmpty)
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

// look asks the person to look at an item for a reason, if that holds.
func (v *verdict) look(holds bool, code plan.ReasonCode, field string) {
	if holds {
		v.status = plan.StatusReview
		v.reasons = append(v.reasons, plan.Reason{Code: code, Field: field})
	}
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
	look := v.look
	for _, name := range used {
		f := item.Fields[name]
		look(len(f.Doubts) > 0, plan.ReasonDoubted, name)
		look(len(f.Doubts) == 0 && !ranked(name) && f.Confidence < sure, plan.ReasonUncertain, name)
	}
	weakest := leastSure(item, used)
	look(v.confidence < least && len(item.Fields[weakest].Doubts) == 0, plan.ReasonUncertain, weakest)
	look(item.Read.Method == plan.MethodVision && v.status == plan.StatusReady, plan.ReasonSeen, "")
	return v
}

// judgeName is judge for a name that does without the present one: it has to say
// enough.
func judgeName(item plan.Item, used []string, least float64) verdict {
	v := judge(item, used, least)
	look := v.look
	if isTraded(item) {
		look(item.Fields[plan.FieldIssuer].Value == "", plan.ReasonNoIssuer, plan.FieldIssuer)
		look(item.Fields[plan.FieldDate].Value == "" && slices.Contains(used, plan.FieldIssuer), plan.ReasonNoDate, plan.FieldDate)
	}
	look(len(used) == 1 && used[0] != plan.FieldDate && !saysEnough(item, used), plan.ReasonTooLittle, "")
	look(len(used) == 2 && used[0] == plan.FieldDate && used[1] == plan.FieldTitle && len(realWords(item.Fields[plan.FieldTitle].Value)) == 0, plan.ReasonNumberOnly, plan.FieldTitle)
	return v
}

// saysEnough reports whether a title alone makes a name: it has words, and is as likely
// right as a ready name has to be.
func saysEnough(item plan.Item, used []string) bool {
	title := item.Fields[plan.FieldTitle]
	return len(used) == 1 && used[0] == plan.FieldTitle && title.Confidence >= sureName && len(realWords(title.Value)) > 1 && !isTraded(item)
}

// isTraded reports whether a document is one that somebody was paid for, such as an
// invoice, or what could be: it has a sum, or OCR read it, and no name for itself.
func isTraded(item plan.Item) bool {
	kind, sum := item.Fields[plan.FieldKind].Value, item.Fields[plan.FieldAmount].Value
	return kinds.Traded(kind+" "+item.Fields[plan.FieldTitle].Value) || kind == "" && (sum != "" || item.Read.Method == plan.MethodOCR && item.Fields[plan.FieldIssuer].Value != "")
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
