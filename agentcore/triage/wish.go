package triage

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/agentcore/template"
)

// NotUnderstood means that a request in words was not understood: Left are the words
// that nothing was made of.
type NotUnderstood struct{ Left []string }

func (n *NotUnderstood) Error() string {
	return "the request was not understood: " + strings.Join(n.Left, ", ")
}

// wanted is what a request in words asks for, as it could have been said without them:
// a template, folders in front of it, and the condition of the files that are meant.
type wanted struct {
	Template string `json:"template"`
	Folder   string `json:"folder"`
	Only     string `json:"only"`
	// Left are the words that nothing was made of.
	Left string `json:"left"`
}

// pattern is the template that the files get; empty: the usual one.
func (w wanted) pattern(usual string) string {
	switch {
	case w.Folder == "":
		return w.Template
	case w.Template == "":
		return template.Join(w.Folder, usual)
	}
	return template.Join(w.Folder, w.Template)
}

// check fails when a part cannot be used.
func (w wanted) check() error {
	if pattern := w.pattern("{name}"); pattern != "" {
		if _, err := parseTemplate(pattern); err != nil {
			return err
		}
	}
	return CheckCondition(w.Only)
}

// CheckCondition fails with a *rule.Error when files cannot be chosen by a condition;
// an empty one chooses all.
func CheckCondition(only string) error {
	_, err := parseCondition(only)
	return err
}

func parseCondition(only string) (rule.Rule, error) {
	if only == "" {
		return rule.Rule{}, nil
	}
	return rule.New(only, "{name}", "")
}

// inWords puts what a request says in words into the plan, as if it had been said by
// a template and a condition. What it says by them stands.
func (j *job) inWords(p *plan.Plan, req *Request, c *consultant) error {
	if req.Join != "" {
		return nil // it is named as the plan says
	}
	if req.Only != "" {
		p.Only = req.Only
	}
	if req.Wish != "" {
		p.Wish = req.Wish
	}
	if err := CheckCondition(p.Only); err != nil || req.Wish == "" || req.Template != "" || req.Only != "" {
		return err
	}
	w, known := c.wanted(req.Wish)
	if !known {
		var err error
		if w, err = j.wanted(req.Wish); err != nil {
			return err
		}
	}
	if w.Left != "" {
		return &NotUnderstood{[]string{w.Left}}
	}
	if pattern := w.pattern(p.Template); pattern != "" {
		req.Template, p.Template = pattern, pattern
	}
	p.Only = w.Only
	return nil
}

// wanted reads a request without a model: to its last word, or not at all.
func (j *job) wanted(wish string) (wanted, error) {
	r := intent.Wanted(wish, j.roots...).On(j.triage.Now())
	left := r.Left
	if len(r.Files.Named) > 0 || r.Files.Subfolders || r.Then != nil || r.Instead.Folder != "" || strings.HasPrefix(r.Into, "/") || strings.HasPrefix(r.Into, "~") {
		left = append(left, wish) // these are said by the paths of the request, and by Into
	}
	var w wanted
	switch r.Do {
	case intent.Tidy:
	case intent.SortInto:
		w = wanted{Folder: r.How.Folders(), Template: "{name}"}
	case intent.Move:
		w = wanted{Folder: template.Quote(r.Into), Template: "{name}"}
	case intent.Recase:
		w.Template = map[string]string{"lower": "{name|lower}", "upper": "{name|upper}"}[r.How.Case]
	case intent.Prefix:
		w.Template = cmp.Or(r.WithPart(), template.Quote(r.How.Text)+"{name}")
	case intent.Suffix:
		w.Template = cmp.Or(r.WithPart(), "{name}"+template.Quote(r.How.Text))
	case intent.Number:
		w.Template = "{seq} {name}"
	default:
		left = append(left, wish)
	}
	if w.Template == "" && r.Do != intent.Tidy && len(left) == 0 {
		left = append(left, wish)
	}
	if len(left) > 0 {
		return w, &NotUnderstood{left}
	}
	w.Only = intent.Files{Only: r.Files.Only}.Condition()
	return w, w.check()
}

// wishRunes is how much of a request a model is asked about.
const wishRunes = 1000

// wishSystem is the fixed instruction for a request in words.
const wishSystem = `You turn what a person wants done with the names and folders of documents into a form. Do not invent anything that was not asked for: what was not asked for stays empty.`

const wishGuide = `Fill in the form:
template: how files are named, of these parts: {date} {year} {month} {day} {issuer} {kind} {title} {number} {amount} {currency} {person} {name} {ext} {parent} {seq}; {name} is the present name. Filters: {name|lower} {issuer|upper} {title|slug} {title|max:40} {date|date:DD.MM.YYYY}. [ - {number}] vanishes where it is not known.
folder: the folders that they go into, such as {year}/{issuer} or Taxes
only: which files are meant, such as kind = 'invoice' and amount > 50, or issuer ~ 'Acme' and not (date < 2025-07). Fields: date issuer kind title number amount currency person name ext parent. Kinds are English: invoice receipt letter contract statement payslip ticket report certificate reminder
left: the words that none of these can say; empty where there are none

Examples:
"invoices by year, the rest stays" {"template":"{name}","folder":"{year}","only":"kind = 'invoice'","left":""}
"date first, then who it is from, all small" {"template":"{date} {issuer|lower}","folder":"","only":"","left":""}
"make it nice and email it to Bob" {"template":"","folder":"","only":"","left":"email it to Bob"}`

const wishSchema = `{"type":"object","additionalProperties":false,"required":["template","folder","only","left"],
"properties":{"template":{"type":"string","maxLength":200},"folder":{"type":"string","maxLength":200},
"only":{"type":"string","maxLength":400},"left":{"type":"string","maxLength":200}}}`

// wanted asks the models what a request wants; false: there is none, or none of their
// answers can be used.
func (c *consultant) wanted(wish string) (w wanted, ok bool) {
	if c == nil || utf8.RuneCountInString(wish) > wishRunes {
		return w, false
	}
	for c.job.ctx.Err() == nil {
		candidate, any := c.candidate(false)
		if !any {
			return w, false
		}
		mark := fence(wish)
		raw, err := c.models.Extract(c.job.ctx, candidate, chat.Request{
			Messages: []chat.Message{
				{Role: chat.RoleSystem, Text: wishSystem},
				{Role: chat.RoleUser, Text: "What the person wants, between two lines:\n" + mark + "\n" + harmless(wish) + "\n" + mark + "\n\n" + wishGuide},
			},
			Reserve: formReserve, Format: json.RawMessage(wishSchema), Patience: c.job.triage.patience(),
		}, c.tellMore)
		if err == nil {
			if err = json.Unmarshal(raw, &w); err == nil {
				err = w.check()
			}
			if err == nil {
				c.answered(candidate)
				return w, true
			}
			return wanted{}, false
		}
		if !c.leave(candidate, fmt.Errorf("read the request: %w", err)) {
			return w, false
		}
	}
	return w, false
}

// leaveOut leaves those files as they are that the plan is not about. In doubt, what a
// request in words leaves out is left out; it fails where that is not there.
func (t *Triage) leaveOut(items []plan.Item, p plan.Plan) error {
	condition, err := parseCondition(p.Only)
	if err != nil {
		return err
	}
	except, err := t.exceptions(p)
	if err != nil {
		return err
	}
	for i, it := range items {
		f := fileOf(it)
		leaves := func(e intent.Pick) bool { return e.MayFit(f) }
		if p.Only != "" && !condition.Holds(knownOf(it)) || slices.ContainsFunc(except, leaves) {
			items[i].To, items[i].Status, items[i].Reasons = it.From, plan.StatusSkip, because(plan.ReasonNotMeant)
		}
	}
	return nil
}

// exceptions are what a request in words leaves out of a plan. Each that is called by a
// name has to be there.
func (t *Triage) exceptions(p plan.Plan) ([]intent.Pick, error) {
	except := intent.Request{Files: intent.Files{Except: intent.Exclusions(p.Wish, p.Roots...)}}.On(t.Now()).Files.Except
	for i, e := range except {
		if e.NeedsReading() && e.Word == "" || e.Kind != "" || e.Ending != "" {
			continue
		}
		there := slices.ContainsFunc(p.Items, func(it plan.Item) bool { return e.Fits(fileOf(it)) })
		if at := slices.IndexFunc(p.Items, func(it plan.Item) bool { return isSaid(it, e.Name, p.Wish) }); !there && at >= 0 {
			except[i].Name, there = filepath.Base(p.Items[at].From), true
		}
		if !there {
			return nil, &NotUnderstood{[]string{e.Name + e.Word + e.Contains + e.Starts + e.Ends}}
		}
	}
	return except, nil
}

// isSaid reports whether a request has the whole name of a file, of which name is what
// stands behind its last blank.
func isSaid(it plan.Item, name, wish string) bool {
	base := strings.ToLower(filepath.Base(it.From))
	return name != "" && strings.HasSuffix(base, " "+strings.ToLower(name)) && strings.Contains(strings.ToLower(wish), base)
}

// fileOf is an item as a pick looks at it.
func fileOf(it plan.Item) intent.File {
	return intent.File{
		Path: it.From, Kind: it.Fields[plan.FieldKind].AsRead(), Sender: it.Fields[plan.FieldIssuer].AsRead(), Date: it.Fields[plan.FieldDate].Value,
		Amount: it.Fields[plan.FieldAmount].Value, Currency: it.Fields[plan.FieldCurrency].Value,
	}
}
