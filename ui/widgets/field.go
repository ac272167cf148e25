package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Field shows one thing that is known, with where it is known from, and lets it
// be corrected.
type Field struct {
	widget.BaseWidget
	// Come is told when the keyboard comes to it; Said gets what was typed; Choose
	// opens what it could be, under o.
	Come   func()
	Said   func(text string)
	Choose func(o fyne.CanvasObject)

	label  *Text
	source *Text
	entry  *Entry
	typed  fyne.CanvasObject // the entry, dense
	more   *IconButton
	value  string // as it was set
}

// NewField makes an empty field; hint is shown while nothing is known, and choices
// is what the button that opens what it could be says in words.
func NewField(label, hint, choices string) *Field {
	f := &Field{
		Come: func() {}, Said: func(string) {}, Choose: func(fyne.CanvasObject) {},
		label: Quiet(label).Shrink(), source: Small("").Shrink(), entry: NewEntry(hint),
	}
	f.more = NewIconButton(theme.IconCaret, choices, func() { f.Choose(f.more) })
	f.entry.ActionItem = f.more // what is typed ends before it
	f.entry.Entered = func() { f.Come() }
	f.entry.OnSubmitted = func(text string) { f.Said(text) }
	f.entry.Left = func(text string) { f.Said(text) }
	f.entry.GivenUp = func() { f.entry.SetText(f.value) }
	f.typed = container.NewThemeOverride(f.entry, theme.Dense(fynetheme.Current()))
	f.ExtendBaseWidget(f)
	return f
}

// Set shows a value, and where it is from. What is being typed stays, unless there
// is another value.
func (f *Field) Set(value, source string, doubt, choices bool) {
	if value != f.value || !f.entry.focused {
		f.value = value
		f.entry.SetText(value)
	}
	f.entry.doubt = doubt
	f.source.Style(theme.Muted, false)
	f.source.Set(source)
	f.more.Hidden = !choices
	f.entry.Refresh()
	f.Refresh()
}

// Refuse says why what was typed cannot be taken.
func (f *Field) Refuse(why string) {
	f.source.Style(theme.Danger, false)
	f.source.Set(why)
}

// Words are label, value and source as they are read.
func (f *Field) Words() (label, value, source string) {
	return f.label.String(), f.entry.Text, f.source.String()
}

// Entry is where it is typed.
func (f *Field) Entry() *Entry { return f.entry }

// CreateRenderer implements fyne.Widget.
func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	r := &fieldRenderer{f: f}
	r.objects = []fyne.CanvasObject{f.label, f.typed, f.source}
	return r
}

const (
	fieldLabel float32 = 62   // width of the label
	fieldPart  float32 = 0.58 // of the room behind it is the value's
)

type fieldRenderer struct {
	drawing
	f *Field
}

func (r *fieldRenderer) MinSize() fyne.Size {
	return fyne.NewSize(220, r.f.typed.MinSize().Height)
}

func (r *fieldRenderer) Layout(size fyne.Size) {
	room := size.Width - fieldLabel
	value := room * fieldPart
	Place(r.f.label, 0, 0, fieldLabel-theme.Gap4, size.Height)
	Place(r.f.typed, fieldLabel, 0, value, size.Height)
	at := fieldLabel + value + theme.Gap8
	Place(r.f.source, at, 0, max(0, size.Width-at), size.Height)
}
