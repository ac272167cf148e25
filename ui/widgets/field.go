package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Field shows one known value with its source, and allows corrections.
type Field struct {
	widget.BaseWidget
	// Come is called when it gets the focus; Said with typed text; Choose to open the
	// possible values, below o; Resized when its height has changed.
	Come    func()
	Said    func(text string)
	Choose  func(o fyne.CanvasObject)
	Resized func()

	label   *Text
	source  *Text
	refusal *Text
	entry   *Entry
	typed   fyne.CanvasObject // the entry, dense
	more    *IconButton
	value   string // as set
}

// NewField returns an empty field; hint is its placeholder, and choices the name of the
// button that opens the possible values.
func NewField(label, hint, choices string) *Field {
	f := &Field{
		Come: func() {}, Said: func(string) {}, Choose: func(fyne.CanvasObject) {}, Resized: func() {},
		label: Quiet(label).Shrink(), source: Small("").Shrink(), refusal: Small("").Coloured(theme.Danger).Wrap(), entry: NewEntry(hint),
	}
	f.refusal.Hide()
	f.more = NewIconButton(theme.IconCaret, choices, func() { f.Choose(f.more) })
	f.entry.ActionItem = f.more // the text ends before it
	f.entry.Entered = func() { f.Come() }
	say := func(text string) {
		f.Refuse("")
		f.Said(text)
	}
	f.entry.OnSubmitted, f.entry.Left = say, say
	f.entry.GivenUp = func() {
		f.entry.SetText(f.value)
		f.Refuse("")
	}
	f.entry.SharesUndo = true
	f.typed = container.NewThemeOverride(f.entry, theme.Dense())
	f.ExtendBaseWidget(f)
	return f
}

// Set shows a value and its source. Text being typed is kept, unless the value has
// changed.
func (f *Field) Set(value, source string, doubt, choices bool) {
	if value != f.value || !f.entry.focused {
		f.value = value
		f.entry.SetText(value)
	}
	f.entry.doubt = doubt
	f.source.Set(source)
	f.more.Hidden = !choices
	f.entry.Refresh()
	f.Refuse("")
	f.Refresh()
}

// Refuse shows below it why the typed text is invalid; empty if it is valid.
func (f *Field) Refuse(why string) {
	if f.refusal.String() == why {
		return
	}
	f.refusal.Set(why)
	f.refusal.Hidden = why == ""
	f.Refresh()
	f.Resized()
}

// Words returns label, value and source as shown.
func (f *Field) Words() (label, value, source string) {
	return f.label.String(), f.entry.Text, f.source.String()
}

// Entry returns the entry for typing.
func (f *Field) Entry() *Entry { return f.entry }

// CreateRenderer implements fyne.Widget.
func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	r := &fieldRenderer{f: f}
	r.objects = []fyne.CanvasObject{f.label, f.typed, f.source, f.refusal}
	return r
}

const (
	fieldLabel  float32 = 62   // width of the label
	fieldPart   float32 = 0.58 // of the rest is for the value
	fieldNarrow float32 = 360  // below this width it is
	fieldMost   float32 = 0.74
)

type fieldRenderer struct {
	drawing
	f *Field
}

func (r *fieldRenderer) MinSize() fyne.Size {
	return fyne.NewSize(220, r.f.typed.MinSize().Height+need(r.f.refusal).Height)
}

func (r *fieldRenderer) Layout(size fyne.Size) {
	room := size.Width - fieldLabel
	value := room * fieldPart
	if size.Width < fieldNarrow {
		value = room * fieldMost
	}
	height := r.f.typed.MinSize().Height
	Place(r.f.label, 0, 0, fieldLabel-theme.Gap4, height)
	Place(r.f.typed, fieldLabel, 0, value, height)
	at := fieldLabel + value + theme.Gap8
	Place(r.f.source, at, 0, max(0, size.Width-at), height)
	Place(r.f.refusal, fieldLabel, height, room, size.Height-height)
}
