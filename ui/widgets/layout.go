package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// Column stacks objects with gap between them, all at full width. Wrapped text gets its
// width before its height is computed.
func Column(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(columnLayout{gap}, objects...)
}

type columnLayout struct{ gap float32 }

func (c columnLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	first := true
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		size.Width = max(size.Width, m.Width)
		size.Height += m.Height
		if !first {
			size.Height += c.gap
		}
		first = false
	}
	return size
}

func (c columnLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	var y float32
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		o.Resize(fyne.NewSize(size.Width, o.MinSize().Height))
		Place(o, 0, y, size.Width, o.MinSize().Height)
		y += o.MinSize().Height + c.gap
	}
}

// Row puts objects side by side, vertically centred, at their minimum widths; spacers
// share the rest.
func Row(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return RowGrow(gap, nil, objects...)
}

// RowGrow is Row in which grow, one of the objects, takes the rest. Text that can be cut
// is as long as possible.
func RowGrow(gap float32, grow fyne.CanvasObject, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&rowLayout{gap: gap, grow: grow}, objects...)
}

// Spacer takes the rest of a Row.
func Spacer() fyne.CanvasObject { return layout.NewSpacer() }

type rowLayout struct {
	gap  float32
	grow fyne.CanvasObject
}

func (r *rowLayout) grows(o fyne.CanvasObject) bool {
	_, spacer := o.(layout.SpacerObject)
	return spacer || o == r.grow
}

func (r *rowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	shown := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		size.Width += m.Width
		size.Height = max(size.Height, m.Height)
		shown++
	}
	size.Width += r.gap * float32(max(0, shown-1))
	return size
}

func (r *rowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left, growing := size.Width-r.MinSize(objects).Width, 0
	var cut float32 // what the texts that can be cut lack
	for _, o := range objects {
		if o.Visible() && r.grows(o) {
			growing++
		}
		cut += r.lacks(o)
	}
	share := float32(1) // of what they lack, as far as possible
	if cut > 0 {
		share = max(0, min(1, left/cut))
		left -= cut * share
	}
	var x float32
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		width := o.MinSize().Width + r.lacks(o)*share
		if r.grows(o) && left > 0 {
			width += left / float32(growing)
		}
		o.Resize(fyne.NewSize(width, o.MinSize().Height)) // wrapped text needs its width first
		height := o.MinSize().Height
		Place(o, x, (size.Height-height)/2, width, height)
		x += width + r.gap
	}
}

// lacks returns how much wider than its minimum a cuttable text is; 0 for one that takes
// the rest.
func (r *rowLayout) lacks(o fyne.CanvasObject) float32 {
	t, ok := o.(*Text)
	if !ok || !t.shrink || !t.Visible() || r.grows(o) {
		return 0
	}
	return t.full() - t.MinSize().Width
}

// Remarks puts actions at the end of a wrapped text: beside it if it fits in one line, else
// below it.
func Remarks(gap float32, words *Text, actions fyne.CanvasObject) *fyne.Container {
	return container.New(&remarksLayout{gap, words, actions}, words, actions)
}

type remarksLayout struct {
	gap     float32
	words   *Text
	actions fyne.CanvasObject
}

func (r *remarksLayout) sideBySide(width float32) bool {
	return r.words.full()+r.gap+need(r.actions).Width <= width
}

func (r *remarksLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	words, actions := r.words.MinSize(), need(r.actions)
	if actions.Height == 0 || r.sideBySide(r.words.Size().Width) {
		return fyne.NewSize(max(words.Width, actions.Width), max(words.Height, actions.Height))
	}
	return fyne.NewSize(max(words.Width, actions.Width), words.Height+actions.Height)
}

func (r *remarksLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	r.words.Resize(fyne.NewSize(size.Width, r.words.MinSize().Height)) // it needs its width first
	words, actions := r.words.MinSize(), need(r.actions)
	top := float32(0)
	if r.sideBySide(size.Width) {
		top = (size.Height - words.Height) / 2
	}
	Place(r.words, 0, top, size.Width, words.Height)
	Place(r.actions, size.Width-actions.Width, size.Height-actions.Height, actions.Width, actions.Height)
}

// Inset adds padding around o.
func Inset(top, right, bottom, left float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedLayout(top, bottom, left, right), o)
}

// Fixed gives o at least this size; 0 leaves a dimension as it is.
func Fixed(width, height float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(fixedLayout{fyne.NewSize(width, height)}, o)
}

type fixedLayout struct{ size fyne.Size }

func (f fixedLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := objects[0].MinSize()
	if f.size.Width > 0 {
		m.Width = f.size.Width
	}
	if f.size.Height > 0 {
		m.Height = f.size.Height
	}
	return m
}

func (f fixedLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Place(objects[0], 0, 0, size.Width, size.Height)
}

// Frame puts objects around middle, each side as deep as it needs to be; any of the sides
// may be nil.
func Frame(top, bottom, left, right, middle fyne.CanvasObject) *fyne.Container {
	all := []fyne.CanvasObject{middle}
	for _, o := range []fyne.CanvasObject{top, bottom, left, right} {
		if o != nil {
			all = append(all, o)
		}
	}
	return container.New(&frameLayout{top, bottom, left, right, middle}, all...)
}

type frameLayout struct{ top, bottom, left, right, middle fyne.CanvasObject }

// need returns the minimum size of a side; 0 if it is hidden.
func need(o fyne.CanvasObject) fyne.Size {
	if o == nil || !o.Visible() {
		return fyne.Size{}
	}
	return o.MinSize()
}

func (f *frameLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	top, bottom, left, right, m := need(f.top), need(f.bottom), need(f.left), need(f.right), need(f.middle)
	return fyne.NewSize(
		max(top.Width, bottom.Width, left.Width+m.Width+right.Width),
		top.Height+max(left.Height, m.Height, right.Height)+bottom.Height)
}

func (f *frameLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	for _, o := range []fyne.CanvasObject{f.top, f.bottom} { // wrapped text needs its width first
		if o != nil {
			o.Resize(fyne.NewSize(size.Width, o.MinSize().Height))
		}
	}
	top, bottom := need(f.top).Height, need(f.bottom).Height
	left, right := need(f.left).Width, need(f.right).Width
	height := size.Height - top - bottom
	put := func(o fyne.CanvasObject, x, y, w, h float32) {
		if o != nil && o.Visible() {
			Place(o, x, y, w, h)
		}
	}
	put(f.top, 0, 0, size.Width, top)
	put(f.bottom, 0, size.Height-bottom, size.Width, bottom)
	put(f.left, 0, top, left, height)
	put(f.right, size.Width-right, top, right, height)
	put(f.middle, left, top, size.Width-left-right, height)
}

// Sides adds padding at both sides: much in a wide window, little in a narrow one.
func Sides(o fyne.CanvasObject) *fyne.Container {
	return container.New(sidesLayout{wide: sideWide, turn: sideTurn}, o)
}

// ColumnSides is Sides for content next to another column.
func ColumnSides(o fyne.CanvasObject) *fyne.Container {
	return container.New(sidesLayout{wide: sideMid, turn: sideMidTurn}, o)
}

type sidesLayout struct{ wide, turn float32 }

const (
	sideMid, sideMidTurn float32 = 60, 800

	sideWide, sideNarrow float32 = 72, 24
	sideTurn             float32 = 1000 // the width from which a page counts as wide
)

func (sidesLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().AddWidthHeight(2*sideNarrow, 0)
}

func (s sidesLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	side := sideNarrow
	if size.Width >= s.turn {
		side = s.wide
	}
	Place(objects[0], side, 0, size.Width-2*side, size.Height)
}

// Split divides the width between two objects: left gets this part of it.
func Split(gap, part float32, left, right fyne.CanvasObject) *fyne.Container {
	return container.New(splitLayout{gap, part}, left, right)
}

type splitLayout struct{ gap, part float32 }

func (s splitLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	l, r := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(l.Width+s.gap+r.Width, max(l.Height, r.Height))
}

func (s splitLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left := (size.Width - s.gap) * s.part
	Place(objects[0], 0, 0, left, size.Height)
	Place(objects[1], left+s.gap, 0, size.Width-left-s.gap, size.Height)
}

// UpTo keeps o at the left, at most this wide.
func UpTo(most float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(upToLayout{most}, o)
}

type upToLayout struct{ most float32 }

func (u upToLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

func (u upToLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := min(size.Width, u.most)
	Place(objects[0], 0, 0, width, size.Height)
}
