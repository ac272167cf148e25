package plan

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

func (r *Review) filterRow() fyne.CanvasObject {
	r.filters = map[plan.Status]*widgets.Filter{}
	line := widgets.Row(theme.Gap12)
	for _, s := range []plan.Status{"", plan.StatusReady, plan.StatusReview, plan.StatusSkip} {
		r.filters[s] = widgets.NewFilter("", widgets.Plain, func() { r.filter(s) })
		line.Add(r.filters[s])
	}
	r.searching = widgets.NewEntry(locale.L("Search names"))
	r.searching.OnChanged = r.search
	r.more = widgets.NewIconButton(theme.IconMore, locale.L("Sort and tick"), r.chooseMore)
	line.Add(widgets.Spacer())
	line.Add(widgets.NewIcon(theme.IconSearch, theme.Muted, 16))
	line.Add(widgets.Fixed(180, 0, r.searching))
	line.Add(r.more)
	return line
}

func (r *Review) showCounts() {
	ready, look, skip := r.plan.Count(plan.StatusReady), r.plan.Count(plan.StatusReview), r.plan.Count(plan.StatusSkip)
	all := len(r.plan.Items)
	dot := widgets.Run{Words: " · ", Colour: theme.Muted}
	runs := []widgets.Run{
		{Words: locale.N("{{.N}} file read", "{{.N}} files read", all), Colour: theme.Muted},
		dot,
		{Words: locale.N("{{.N}} ready", "{{.N}} ready", ready), Colour: theme.Accent, Bold: true},
	}
	if look > 0 {
		runs = append(runs, dot, widgets.Run{Words: locale.N("{{.N}} to check", "{{.N}} to check", look), Colour: theme.Doubt, Bold: true})
	}
	if skip > 0 {
		stays := locale.N("{{.N}} staying as is", "{{.N}} staying as is", skip)
		runs = append(runs, dot, widgets.Run{Words: stays, Colour: theme.Muted})
	}
	r.counts.Set(runs...)
	amber := widgets.Plain
	if look > 0 {
		amber = widgets.Uncertain
	}
	set := func(s plan.Status, name string, n int, mood widgets.Mood) {
		r.filters[s].Set(name+" "+locale.Number(n), mood, r.wanted == s)
	}
	set("", locale.L("All"), all, widgets.Plain)
	set(plan.StatusReady, locale.L("Ready"), ready, widgets.Plain)
	set(plan.StatusReview, locale.L("To check"), look, amber)
	set(plan.StatusSkip, locale.L("Staying as is"), skip, widgets.Plain)
}

func (r *Review) filter(s plan.Status) {
	r.wanted, r.group = s, ""
	clear(r.touched)
	r.refilter()
	r.narrowed()
	r.refresh()
}

func (r *Review) search(query string) {
	r.query = strings.ToLower(strings.TrimSpace(query))
	r.refilter()
	r.narrowed()
	r.list.Refresh()
}

// narrowed goes to the beginning of the list, and to its first item unless the selected
// one is still in it.
func (r *Review) narrowed() {
	r.list.ScrollToTop()
	r.list.Go(0)
	for i, at := range r.shown {
		if r.plan.Items[at].From == r.selected {
			r.list.Go(i)
			return
		}
	}
	if len(r.shown) > 0 {
		r.choose(r.plan.Items[r.shown[0]].From)
	}
}

func (r *Review) refilter() {
	r.shown = r.shown[:0]
	for i, it := range r.plan.Items {
		if r.wanted != "" && it.Status != r.wanted && !r.touched[it.From] {
			continue
		}
		if r.group != "" && groupOf(it) != r.group && !r.touched[it.From] {
			continue
		}
		if r.query != "" && !strings.Contains(strings.ToLower(filepath.Base(it.From)+"\n"+filepath.Base(it.To)), r.query) {
			continue
		}
		r.shown = append(r.shown, i)
	}
	r.sort()
	r.noMatch.Hidden = r.query == "" || len(r.shown) > 0
	r.none.Hidden = r.query != "" || len(r.shown) > 0
}
