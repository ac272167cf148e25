package plan

import (
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// replacing finds and replaces words in the names that the list shows, with a preview.
type replacing struct {
	r          *Review
	panel      *widgets.Panel
	find, with *widgets.Entry
	told       *widgets.Text
	do         *widgets.Button
}

func newReplacing(r *Review) *replacing {
	p := &replacing{r: r, find: widgets.NewEntry(locale.L("Find in names")), with: widgets.NewEntry(locale.L("Replace with")), told: widgets.Small("").Wrap()}
	p.do = widgets.NewButton("", widgets.Primary, p.submit)
	for _, e := range []*widgets.Entry{p.find, p.with} {
		e.OnChanged = func(string) { p.preview() }
		e.OnSubmitted = func(string) { p.submit() }
		e.GivenUp = p.close
	}
	entries := widgets.Split(theme.Gap8, 0.5, p.find, p.with)
	row := widgets.RowGrow(theme.Gap12, entries, entries, p.do, widgets.NewButton(locale.L("Cancel"), widgets.Secondary, p.close))
	p.panel = widgets.NewPanel(widgets.Inset(theme.Gap8, theme.Gap12, theme.Gap8, theme.Gap12, widgets.Column(theme.Gap4, row, p.told)),
		theme.Surface, theme.Line, theme.RadiusCard)
	p.panel.Hide()
	return p
}

func (p *replacing) open() {
	p.panel.Show()
	p.preview()
	p.r.frame.Focus(p.find)
	p.find.SelectAll()
}

func (p *replacing) close() {
	p.panel.Hide()
	p.r.root.Refresh()
	p.r.Focus()
}

// Replace opens find and replace.
func (r *Review) Replace() { r.replacing.open() }

// edits returns the names that would change: those of ticked files in the list. Uncertain
// ones are left out, since an edited name counts as reviewed, and so are names that would
// become empty.
func (p *replacing) edits() (edits []app.Edit) {
	if p.find.Text == "" || strings.ContainsAny(p.with.Text, `/\`) {
		return nil
	}
	for _, i := range p.r.shown {
		it := p.r.plan.Items[i]
		before := stem(it.To)
		after := strings.Join(strings.Fields(strings.ReplaceAll(before, p.find.Text, p.with.Text)), " ")
		if ready(it) && after != before && after != "" {
			edits = append(edits, app.Edit{From: it.From, Name: after + filepath.Ext(it.From)})
		}
	}
	return edits
}

// previewed is how many names the preview shows.
const previewed = 3

func (p *replacing) preview() {
	edits := p.edits()
	p.do.Set(locale.N("Replace in {{.N}} name", "Replace in {{.N}} names", len(edits)))
	p.do.Enabled(len(edits) > 0)
	var lines []string
	for _, e := range edits[:min(len(edits), previewed)] {
		it, _ := p.r.item(e.From)
		lines = append(lines, locale.L("{{.Before}} → {{.After}}", "Before", kit.Short(inert.Line(stem(it.To)), 60), "After", kit.Short(inert.Line(stem(e.Name)), 60)))
	}
	switch {
	case strings.ContainsAny(p.with.Text, `/\`):
		lines = []string{locale.L("A name can't have a slash in it.")}
	case p.find.Text != "" && len(edits) == 0:
		lines = []string{locale.L("None of the names shown contains this.")}
	}
	p.told.Set(strings.Join(lines, "\n"))
	p.told.Hidden = len(lines) == 0
	p.r.root.Refresh()
}

func (p *replacing) submit() {
	edits := p.edits()
	if len(edits) == 0 {
		return
	}
	p.close()
	p.r.changeAll(edits)
	p.r.notice.Tell(locale.N("Changed {{.N}} name. Ctrl+Z undoes it.", "Changed {{.N}} names. Ctrl+Z undoes it.", len(edits)),
		widgets.NewButton(locale.L("OK"), widgets.Secondary, p.r.notice.Clear))
}

// chooseField offers the fields that can be set for all files in the list.
func (r *Review) chooseField() {
	var choices []widgets.Choice
	for _, name := range fieldOrder() {
		choices = append(choices, widgets.Choice{Words: kit.FieldLabel(name), Pick: func() { r.askField(name) }})
	}
	widgets.OpenMenu(r.more, choices)
}

// askField asks for the value of a field for all files in the list with a proposed name.
func (r *Review) askField(field string) {
	shown := r.shownFiles()
	label := locale.N("{{.Field}} of the {{.N}} file shown", "{{.Field}} of the {{.N}} files shown", len(shown), "Field", kit.FieldLabel(field))
	r.saving.Ask(label, "", locale.L("Set for all"), func(typed string) {
		said, ok := kit.Taken(field, typed)
		if !ok {
			r.notice.Fail(locale.L("Couldn't read {{.Value}} as {{.Field}}.", "Value", inert.Line(typed), "Field", kit.FieldLabel(field)))
			return
		}
		var edits []app.Edit
		for _, from := range shown {
			edits = append(edits, app.Edit{From: from, Fields: said})
		}
		if len(edits) > 0 {
			r.changeAll(edits)
		}
	})
}
