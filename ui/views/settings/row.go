package settings

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// settingRow is one setting: its label, its value, and the result of the last change.
// Enter, and leaving the entry, save the text.
type settingRow struct {
	page  *Page
	words settingWords
	now   config.Setting
	root  fyne.CanvasObject
	entry *widgets.Entry
	// choices are the possible values, picks the button for each.
	choices [][2]string
	picks   []*widgets.Filter
	ready   *widgets.Button // chooses one of the ready patterns
	usual   *widgets.Button // restores the default
	told    *widgets.Text
	busy    bool
	again   bool // a value came during a save
}

func newSettingRow(p *Page, w settingWords) *settingRow {
	r := &settingRow{page: p, words: w, entry: widgets.NewEntry(w.label), told: widgets.Small("").Wrap()}
	if w.key == config.SettingLanguages {
		r.entry.SetPlaceHolder(locale.L("eng+deu")) // there is no room for its label
	}
	r.entry.OnSubmitted = func(string) { r.keep() }
	r.entry.Left = func(string) { r.keep() }
	r.entry.GivenUp = r.giveUp
	r.choices = choicesOf(w.key)
	r.ready = widgets.NewButton(locale.L("Choose"), widgets.Secondary, r.openPatterns).WithCaret()
	r.usual = widgets.NewButton("", widgets.Link, func() { r.choose(r.now.Default) }).Small()
	r.usual.Hide()
	r.told.Hide()
	about := widgets.Column(2, widgets.Strong(w.label), widgets.Small(w.help).Wrap())
	var value fyne.CanvasObject = widgets.Fixed(settingWidth, 0, r.entry)
	switch {
	case w.key == config.SettingNaming:
		r.entry.OnChanged = r.preview
		r.root = widgets.Column(theme.Gap8, about, widgets.RowGrow(theme.Gap8, r.entry, r.entry, r.usual, r.ready), r.told)
		return r
	case w.key == config.SettingOllamaHost, w.key == config.SettingOllamaKey:
		r.root = widgets.Column(theme.Gap8, about, r.entry, r.told)
		return r
	case r.choices != nil:
		row := widgets.Row(theme.Gap8)
		for _, c := range r.choices {
			pick := widgets.NewFilter(c[1], widgets.Plain, func() { r.choose(c[0]) })
			r.picks = append(r.picks, pick)
			row.Add(pick)
		}
		value = row
	}
	r.root = widgets.Column(2, widgets.RowGrow(theme.Gap16, about, about, r.usual, value), r.told)
	return r
}

// settingWidth is the width of an entry for a number or a time.
const settingWidth float32 = 110

// preview shows what the typed template makes.
func (r *settingRow) preview(typed string) {
	if typed = strings.TrimSpace(typed); typed == r.now.Value {
		if !r.told.Hidden {
			r.tell("", theme.Muted)
		}
		return
	}
	example, err := r.page.backend.Example(typed)
	if err != nil {
		r.tell(kit.Explain(err, ""), theme.Muted)
		return
	}
	r.tell(locale.L("Makes {{.Name}}", "Name", inert.Line(example)), theme.Muted)
}

// show shows the stored value, unless another one is being typed.
func (r *settingRow) show(s config.Setting) {
	typing := r.entry.Text != r.now.Value
	r.now = s
	if !typing && r.entry.Text != s.Value {
		r.entry.SetText(s.Value)
	}
	for i, pick := range r.picks {
		pick.Set(r.choices[i][1], widgets.Plain, s.Value == r.choices[i][0])
	}
	r.usual.Set(locale.L("Reset to {{.Value}}", "Value", kit.Short(s.Default, 36)))
	r.usual.Hidden = s.Value == s.Default || s.Default == ""
}

func (r *settingRow) choose(value string) {
	r.entry.SetText(value)
	r.keep()
}

func (r *settingRow) openPatterns() {
	widgets.OpenMenu(r.ready, kit.PatternChoices(r.page.backend.Patterns(), r.now.Value, func(p app.NamePattern) { r.choose(p.Template) }))
}

// keep saves the text, if it has changed.
func (r *settingRow) keep() {
	value := strings.TrimSpace(r.entry.Text)
	switch {
	case value == r.now.Value:
		r.tell("", theme.Muted)
		return
	case r.busy:
		r.again = true
		return
	}
	r.busy = true
	frame := r.page.frame
	frame.Work.Start(func(ctx context.Context) func() {
		err := r.page.backend.SetSetting(ctx, r.words.key, value)
		return func() { r.kept(value, err) }
	})
}

func (r *settingRow) kept(value string, err error) {
	r.busy = false
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil:
		r.tell(settingRefusal(err, locale.L("Couldn't save: the file can't be changed. Check who may write to it.")), theme.Danger)
	default:
		if r.entry.Text == value {
			r.entry.SetText(value)
		}
		r.now.Value = value
		r.tell(locale.L("Saved."), theme.Accent)
		if r.words.key == config.SettingAppearance {
			r.page.Appear(value)
		}
		r.page.Load()
		r.page.Changed(r.words.key, value)
	}
	if r.again {
		r.again = false
		r.keep()
	}
}

// giveUp restores the stored value.
func (r *settingRow) giveUp() {
	if r.entry.Text != r.now.Value {
		r.entry.SetText(r.now.Value)
	}
	r.tell("", theme.Muted)
}

func (r *settingRow) tell(words string, colour fyne.ThemeColorName) {
	r.told.Set(words)
	r.told.Style(colour, false)
	r.told.Hidden = words == ""
	r.page.refresh()
}
