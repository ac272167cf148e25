package models

import (
	"fmt"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// modelRow is one model with its actions. Keys: Alt with Up and Down moves it, Delete
// removes it from the chain, Enter adds it.
type modelRow struct {
	list   *modelList
	name   string
	model  app.Model
	root   *widgets.Item
	place  *widgets.Text
	title  *widgets.Text
	detail *widgets.Text
	away   *widgets.Chip
	up     *widgets.Button
	down   *widgets.Button
	out    *widgets.Button
	in     *widgets.Button
	get    *widgets.Button
	gone   *widgets.Button
	free   *widgets.Button
}

func newModelRow(l *modelList, name string) *modelRow {
	r := &modelRow{
		list: l, name: name,
		place: widgets.Quiet(""), title: widgets.Strong(inert.Exact(name)).Shrink(), detail: widgets.Small("").Wrap(),
		away: widgets.NewChip(locale.L("not on this computer"), widgets.Uncertain, nil),
		up:   widgets.NewButton(locale.L("Up"), widgets.Link, func() { l.move(name, -1) }),
		down: widgets.NewButton(locale.L("Down"), widgets.Link, func() { l.move(name, 1) }),
		out:  widgets.NewButton(locale.L("Remove"), widgets.Link, func() { l.remove(name) }),
		in:   widgets.NewButton(locale.L("Add"), widgets.Link, func() { l.add(name, false) }),
		get:  widgets.NewButton(locale.L("Download"), widgets.Link, func() { l.get.start(name, false) }),
		gone: widgets.NewButton(locale.L("Delete…"), widgets.Link, func() { l.askDelete(name) }),
		free: widgets.NewButton(locale.L("Unload"), widgets.Link, func() { l.unload(name) }),
	}
	words := widgets.Column(2, r.title, r.detail)
	row := widgets.RowGrow(theme.Gap8, words, widgets.Fixed(22, 0, r.place), words, r.away, r.get, r.in, r.free, r.gone, r.up, r.down, r.out)
	r.root = widgets.NewItem(name, row, nil)
	r.root.Key, r.root.Moved = r.key, func(by int) { l.move(name, by) }
	return r
}

// show shows the state of the model; last is the last place that it can be moved to.
func (r *modelRow) show(m app.Model, last int) {
	r.model = m
	r.place.Set("")
	if m.Place > 0 {
		r.place.Set(fmt.Sprint(m.Place))
	}
	if m.Rules {
		r.title.Set(locale.L("Built-in rules"))
	}
	r.detail.Set(modelWords(m))
	asked := m.Place > 0 && !m.Rules
	r.away.Hidden = m.Local
	r.up.Hidden = !asked || last < 2
	r.up.Enabled(m.Place > 1)
	r.down.Hidden = r.up.Hidden
	r.down.Enabled(m.Place < last)
	r.out.Hidden = !asked
	r.in.Hidden = m.Place > 0 || m.Fault != ""
	r.get.Hidden = m.Installed || !r.list.get.ready()
	r.gone.Hidden = m.Place > 0 || !m.Installed || m.Size == 0 // which has no files here
	r.free.Hidden = !m.Loaded
	r.root.Refresh()
}

// keepKeyboard gives the row the focus when the focused button is removed: Enter must not
// press it again unseen.
func (r *modelRow) keepKeyboard() {
	focused := r.list.page.Frame.Window.Canvas().Focused()
	for _, b := range []*widgets.Button{r.up, r.down, r.out, r.in, r.get, r.gone, r.free} {
		if focused == fyne.Focusable(b) && (b.Hidden || b.Disabled()) {
			r.list.page.Frame.Focus(r.root)
		}
	}
}

func (r *modelRow) key(key *fyne.KeyEvent) bool {
	asked := r.model.Place > 0 && !r.model.Rules
	switch {
	case key.Name == fyne.KeyDelete && asked:
		r.list.remove(r.name)
	case (key.Name == fyne.KeyReturn || key.Name == fyne.KeyEnter) && !r.in.Hidden:
		r.list.add(r.name, false)
	default:
		return false
	}
	return true
}
