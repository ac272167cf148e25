package settings

import (
	"cmp"
	"context"
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

// habits is the card of the user's corrections in plans.
type habits struct {
	page *Page
	rows *fyne.Container
	root fyne.CanvasObject
}

func newHabits(p *Page) *habits {
	h := &habits{page: p, rows: widgets.Column(0)}
	h.root = widgets.Card(widgets.Column(theme.Gap8, widgets.Column(2, widgets.Title(locale.L("Corrections")),
		widgets.Small(locale.L("Corrections from your plans, used again for the same sender.")).Wrap()), h.rows))
	return h
}

// habitsHeight is the height from which the list scrolls, habitsShown how many of the
// newest it has.
const (
	habitsHeight float32 = 240
	habitsShown  int     = 200
)

// show lists the habits, each with a button to remove it.
func (h *habits) show(list []app.Habit) {
	h.rows.Objects = nil
	if len(list) == 0 {
		h.rows.Add(widgets.Small(locale.L("Nothing has been corrected yet.")))
		return
	}
	column := widgets.Column(0)
	for _, one := range list[:min(len(list), habitsShown)] {
		words := widgets.Body(habitWords(one)).Shrink()
		day := widgets.Small(locale.ShortDate(one.When))
		column.Add(widgets.RowGrow(theme.Gap12, words, words, day, widgets.NewButton(locale.L("Remove"), widgets.Link, func() { h.remove(one.ID) })))
	}
	h.rows.Add(widgets.Fixed(0, min(column.MinSize().Height, habitsHeight), container.NewVScroll(column)))
}

// habitWords say what was corrected.
func habitWords(h app.Habit) string {
	sender := h.Sender.Name
	sender = cmp.Or(sender, strings.Join(h.Sender.Marks, ", "))
	sender, is := inert.Line(sender), inert.Line(h.Is)
	switch h.About {
	case app.HabitIssuer:
		return locale.L("{{.Sender}} is called “{{.Name}}”", "Sender", sender, "Name", is)
	case app.HabitKind:
		return locale.L("{{.Sender}}: “{{.Kind}}” is called “{{.Name}}”", "Sender", sender, "Kind", inert.Line(h.Was), "Name", is)
	case app.HabitFolder:
		return locale.L("{{.Sender}}: goes to the folder “{{.Folder}}”", "Sender", sender, "Folder", is)
	}
	return locale.L("{{.Sender}}: named like “{{.Pattern}}”", "Sender", sender, "Pattern", is)
}

func (h *habits) remove(id string) {
	frame := h.page.frame
	frame.Window.Canvas().Unfocus() // the button is about to be removed
	frame.Work.Start(func(ctx context.Context) func() {
		err := h.page.backend.RemoveHabit(ctx, id)
		return func() {
			if err != nil {
				h.page.notice.Fail(kit.Explain(err, locale.L("Couldn't remove that. Try again in a moment.")))
			}
			h.page.Load()
		}
	})
}
