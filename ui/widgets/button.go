package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/theme"
)

// Kind says how much a button asks for.
type Kind int

// The kinds of buttons.
const (
	Secondary Kind = iota // outlined
	Primary               // filled: the one thing to do
	Link                  // words alone
	Remark                // words alone, as quiet as small print
)

// Button is pressed to do what it says.
type Button struct {
	pressable
	text  string
	kind  Kind
	caret bool
	small bool
	icon  theme.IconName
}

// NewButton makes a button.
func NewButton(text string, kind Kind, pressed func()) *Button {
	b := &Button{text: text, kind: kind}
	b.init(b, pressed)
	return b
}

// WithCaret marks a button that opens a menu.
func (b *Button) WithCaret() *Button {
	b.caret = true
	return b
}

// Small lets it stand among the small print.
func (b *Button) Small() *Button {
	b.small = true
	return b
}

// WithIcon puts a drawing before the words.
func (b *Button) WithIcon(icon theme.IconName) *Button {
	b.icon = icon
	return b
}

// Set changes what it says.
func (b *Button) Set(text string) {
	if b.text == text {
		return
	}
	b.text = text
	b.Refresh()
}

// Text is what it says.
func (b *Button) Text() string { return b.text }

// Enable or disable in one call.
func (b *Button) Enabled(on bool) {
	if on == !b.Disabled() {
		return
	}
	if on {
		b.Enable()
	} else {
		b.Disable()
	}
}

// CreateRenderer is for Fyne.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	r := &buttonRenderer{
		b: b, box: &canvas.Rectangle{}, veil: &canvas.Rectangle{},
		text: canvas.NewText("", nil), caret: iconImage(), icon: iconImage(),
	}
	r.Refresh()
	return r
}

type buttonRenderer struct {
	b         *Button
	box, veil *canvas.Rectangle
	text      *canvas.Text
	caret     *canvas.Image
	icon      *canvas.Image
}

const (
	buttonSide  float32 = 16
	buttonRise  float32 = 10
	smallRise   float32 = 4
	linkSide    float32 = 6
	caretSize   float32 = 14
	focusStroke float32 = 2
	buttonIcon  float32 = 16
)

func (r *buttonRenderer) side() float32 {
	if r.b.kind == Link || r.b.kind == Remark {
		return linkSide
	}
	return buttonSide
}

func (r *buttonRenderer) words() fyne.Size {
	return textSize(r.b.text, r.size(), r.b.kind == Primary)
}

func (r *buttonRenderer) size() float32 {
	if r.b.small || r.b.kind == Remark {
		return sizeOf(r.b, theme.SizeSmall)
	}
	return sizeOf(r.b, theme.SizeBody)
}

func (r *buttonRenderer) rise() float32 {
	if r.b.small {
		return smallRise
	}
	if r.b.kind == Remark {
		return theme.Gap4
	}
	return buttonRise
}

func (r *buttonRenderer) caretWidth() float32 {
	if r.b.caret {
		return caretSize + theme.Gap4
	}
	return 0
}

func (r *buttonRenderer) iconWidth() float32 {
	if r.b.icon != "" {
		return buttonIcon + theme.Gap8
	}
	return 0
}

func (r *buttonRenderer) MinSize() fyne.Size {
	w := r.words()
	return fyne.NewSize(w.Width+2*r.side()+r.caretWidth()+r.iconWidth(), w.Height+2*r.rise())
}

func (r *buttonRenderer) Layout(size fyne.Size) {
	place(r.box, 0, 0, size.Width, size.Height)
	place(r.veil, 0, 0, size.Width, size.Height)
	w := r.words()
	x := (size.Width - w.Width - r.caretWidth() - r.iconWidth()) / 2
	place(r.icon, x, (size.Height-buttonIcon)/2, buttonIcon, buttonIcon)
	x += r.iconWidth()
	place(r.text, x, (size.Height-w.Height)/2, w.Width, w.Height)
	place(r.caret, x+w.Width+theme.Gap4, (size.Height-caretSize)/2, caretSize, caretSize)
}

func (r *buttonRenderer) Refresh() {
	ink := r.dress()
	r.box.CornerRadius, r.veil.CornerRadius = theme.RadiusButton, theme.RadiusButton
	r.veil.FillColor = colourOf(r.b, theme.Hover)
	r.veil.Hidden = !r.b.hovered || r.b.Disabled()
	r.text.Text, r.text.Color = r.b.text, colourOf(r.b, ink)
	r.text.TextSize, r.text.TextStyle.Bold = r.size(), r.b.kind == Primary
	r.caret.Hidden = !r.b.caret
	if r.b.caret {
		setIcon(r.caret, theme.IconCaret, colourOf(r.b, theme.Muted))
	}
	r.icon.Hidden = r.b.icon == ""
	if r.b.icon != "" {
		setIcon(r.icon, r.b.icon, colourOf(r.b, ink))
	}
	r.Layout(r.b.Size())
	canvas.Refresh(r.b)
}

// dress colours the box and answers the colour of the words.
func (r *buttonRenderer) dress() (ink fyne.ThemeColorName) {
	fill, stroke := theme.Surface, theme.Line
	ink = theme.Ink
	switch r.b.kind {
	case Primary:
		fill, stroke, ink = theme.Accent, theme.Accent, theme.OnAccent
	case Link:
		fill, stroke, ink = "", "", theme.Accent
	case Remark:
		fill, stroke, ink = "", "", theme.Muted
	case Secondary:
	}
	if r.b.Disabled() {
		ink = theme.Faint
		if r.b.kind == Primary {
			fill, stroke = theme.Line, theme.Line
		}
	}
	r.box.StrokeWidth = 1
	if r.b.focused {
		r.box.StrokeWidth, stroke = focusStroke, theme.Accent
		if r.b.kind == Primary {
			stroke = theme.Ink
		}
	}
	r.box.FillColor, r.box.StrokeColor = colourOf(r.b, fill), colourOf(r.b, stroke)
	return ink
}

func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.box, r.veil, r.icon, r.text, r.caret}
}

func (r *buttonRenderer) Destroy() {}
