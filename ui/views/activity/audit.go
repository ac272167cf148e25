package activity

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// audit lists the tool calls, newest first, with the full record of the chosen one.
type audit struct {
	frame   *kit.Frame
	backend auditor
	root    fyne.CanvasObject
	notice  *widgets.Notice
	save    *kit.Prompt
	search  *widgets.Entry
	looks   *widgets.Check // includes system calls
	list    *widgets.List
	paper   *widgets.Paper
	more    *widgets.Button
	counts  *widgets.Text
	grants  *fyne.Container // a row for each permission in force

	calls []app.Call
	limit int // how many are requested
	at    int
	asked func() // cancels the running query
}

// auditPage is how many calls are shown at a time.
const auditPage = 200

func newAudit(frame *kit.Frame, backend auditor) *audit {
	a := &audit{
		frame: frame, backend: backend, search: widgets.NewEntry(locale.L("Search calls")), paper: widgets.NewPaper(),
		counts: widgets.Quiet("").Shrink(), grants: widgets.Column(0), limit: auditPage, asked: func() {},
	}
	a.notice = widgets.NewNotice(a.refresh)
	a.save = kit.NewPrompt(frame, a.refresh)
	a.search.OnChanged = func(string) {
		a.limit = auditPage
		a.load()
	}
	a.looks = widgets.NewCheck(locale.L("System calls"), func(bool) { a.load() })
	a.search.GivenUp = func() { a.search.SetText("") }
	a.list = widgets.NewList(func() int { return len(a.calls) },
		func() fyne.CanvasObject { return widgets.NewTwoLines() },
		func(i int, o fyne.CanvasObject) { a.show(o.(*widgets.TwoLines), i) })
	a.list.Chosen = a.choose
	a.more = widgets.NewButton(locale.L("Show older"), widgets.Link, func() {
		a.limit += auditPage
		a.load()
	})
	a.more.Hide()
	top := widgets.Column(theme.Gap12, a.notice.Object(), a.save.Object(), a.grants,
		widgets.RowGrow(theme.Gap12, a.counts, widgets.Fixed(260, 0, a.search), a.looks, a.counts, a.more))
	a.root = widgets.Frame(widgets.Inset(0, 0, theme.Gap12, 0, top), nil, nil, nil,
		widgets.Split(theme.Gap12, 0.56, a.list.Framed(), a.paper))
	return a
}

func (a *audit) refresh() { a.root.Refresh() }

func (a *audit) filter() app.AuditFilter {
	return app.AuditFilter{Search: strings.TrimSpace(a.search.Text), NoLooks: !a.looks.On()}
}

func (a *audit) load() {
	a.asked()
	frame, filter := a.frame, a.filter()
	filter.Limit = a.limit
	a.asked = frame.Work.Start(func(ctx context.Context) func() {
		calls, err := a.backend.Audit(ctx, filter)
		var grants []app.Grant
		if err == nil {
			grants, err = a.backend.Grants(ctx)
		}
		stopped := ctx.Err() != nil
		return func() {
			if !stopped {
				a.loaded(filter, calls, grants, err)
			}
		}
	})
}

func (a *audit) loaded(filter app.AuditFilter, calls []app.Call, grants []app.Grant, err error) {
	if err != nil {
		a.notice.Fail(kit.Explain(err, locale.L("Couldn't load the tool calls. Try again in a moment.")))
		return
	}
	a.calls = calls
	a.more.Hidden = len(calls) < filter.Limit
	a.counts.Set(locale.N("{{.N}} call", "{{.N}} calls", len(calls)))
	switch {
	case len(calls) > 0 && !a.more.Hidden:
		a.counts.Set(locale.N("the newest call", "the newest {{.N}} calls", len(calls)))
	case len(calls) == 0 && filter.Search != "":
		a.counts.Set(locale.L("No matching calls."))
	case len(calls) == 0 && filter.NoLooks:
		a.counts.Set(locale.L("No calls yet, except Deskhand's own."))
	case len(calls) == 0:
		a.counts.Set(locale.L("No tools have been called yet."))
	}
	a.fillGrants(grants)
	a.list.Go(0)
	a.list.ScrollToTop()
	a.choose(0)
	a.refresh()
}

func (a *audit) choose(i int) {
	a.at = i
	a.paper.Set("")
	if i < len(a.calls) {
		a.paper.Set(callRecord(a.calls[i], a.frame.Now()))
	}
	a.list.Refresh()
}

// grantsHeight is the height from which the list of permissions scrolls.
const grantsHeight float32 = 120

// fillGrants lists the permissions in force, with a button to revoke each.
func (a *audit) fillGrants(grants []app.Grant) {
	a.grants.Objects = nil
	if len(grants) == 0 {
		return
	}
	column := widgets.Column(0)
	for _, g := range grants {
		words := widgets.Body(grantWords(g)).Shrink()
		column.Add(widgets.RowGrow(theme.Gap12, words, words,
			widgets.NewButton(locale.L("Revoke"), widgets.Link, func() { a.revoke(g) })))
	}
	height := min(column.MinSize().Height, grantsHeight)
	a.grants.Add(widgets.NewPanel(widgets.Inset(theme.Gap12, 20, theme.Gap8, 20, widgets.Column(0,
		widgets.Title(locale.L("Allowed without asking")), widgets.Fixed(0, height, container.NewVScroll(column)))), theme.Surface, theme.Line, theme.RadiusCard))
}

func (a *audit) revoke(g app.Grant) {
	frame := a.frame
	frame.Window.Canvas().Unfocus() // the button disappears
	frame.Work.Start(func(ctx context.Context) func() {
		err := a.backend.RevokeGrant(ctx, g.ID)
		return func() {
			if err != nil {
				a.notice.Fail(kit.Explain(err, locale.L("Couldn't revoke that permission. Try again in a moment.")))
			}
			a.load()
		}
	})
}

// export asks for a file and writes the shown calls to it.
func (a *audit) export() {
	filter := a.filter()
	a.save.AskFile(locale.L("Save as (CSV or JSON)"), kit.InHome(locale.L("Deskhand calls")+".csv"), func(file string) {
		frame := a.frame
		stop := frame.Work.Start(func(ctx context.Context) func() {
			err := kit.WriteNew(file, func(w io.Writer) error {
				return a.backend.ExportAudit(ctx, filter, formatOf(file), w)
			})
			return func() { a.exported(file, err) }
		})
		a.notice.Warn(locale.L("Writing {{.File}}…", "File", filepath.Base(file)), widgets.NewButton(locale.L("Cancel"), widgets.Secondary, stop))
	})
}

// The formats of an export.
const asJSON, asCSV = "json", "csv"

// formatOf returns the format for a file name.
func formatOf(file string) string {
	if strings.EqualFold(filepath.Ext(file), ".json") {
		return asJSON
	}
	return asCSV
}

func (a *audit) exported(file string, err error) {
	done := widgets.NewButton(locale.L("OK"), widgets.Secondary, a.notice.Clear)
	switch {
	case errors.Is(err, context.Canceled):
		a.notice.Warn(locale.L("Stopped. No file was left behind."), done)
	case err != nil:
		a.notice.Fail(kit.Explain(err, locale.L("Couldn't save the calls as {{.File}}. Existing files are never overwritten: choose a new name, in a folder that exists.", "File", file)))
	default:
		a.notice.Tell(locale.L("Calls saved as {{.File}}.", "File", file), done)
	}
}

// show shows a call in a row of the list.
func (a *audit) show(row *widgets.TwoLines, i int) {
	c := a.calls[i]
	remark := locale.When(c.When, a.frame.Now()) + " · " + inert.Line(c.Tool) + " · " + verdictWords(c)
	row.Set(callWords(c), remark, theme.Muted, i == a.at)
}
