package table

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// column is one column of the table.
type column struct {
	name  string // as in the doubts of a row
	field string // the field that it edits; empty if none
	title string
	// fixed is its width; 0 if it takes its share of the rest.
	fixed, share float32
	// from is the least width of the table at which it is shown.
	from  float32
	right bool // aligned right
	value func(papers.Row) string
}

// columns returns the columns of the table in order.
func columns() []column {
	return []column{
		{name: dateColumn, field: plan.FieldDate, title: locale.L("Date"), fixed: 104, value: func(r papers.Row) string { return dayWords(r.Date) }},
		{name: fromColumn, field: plan.FieldIssuer, title: locale.L("From"), share: 1.8, value: func(r papers.Row) string { return r.From }},
		{name: kindColumn, field: plan.FieldKind, title: locale.L("Kind"), share: 1.2, from: 480, value: func(r papers.Row) string { return r.Kind }},
		{name: numberColumn, field: plan.FieldNumber, title: locale.L("Number"), share: 1, from: 640, value: func(r papers.Row) string { return r.Number }},
		{name: amountColumn, field: plan.FieldAmount, title: locale.L("Amount"), fixed: 84, right: true, value: func(r papers.Row) string { return locale.Amount(r.Amount) }},
		{name: currencyColumn, field: plan.FieldAmount, title: locale.L("Currency"), fixed: 66, value: func(r papers.Row) string { return r.Currency }},
		{name: categoryColumn, title: locale.L("Category"), share: 1, from: 860, value: func(r papers.Row) string { return r.Category }},
		{name: fileColumn, title: locale.L("File"), share: 1.6, from: 560, value: func(r papers.Row) string { return fileName(r) }},
	}
}

// The names of the columns, as in the doubts of a row.
const (
	dateColumn     = "date"
	fromColumn     = "from"
	kindColumn     = "kind"
	numberColumn   = "number"
	amountColumn   = "amount"
	currencyColumn = "currency"
	categoryColumn = "category"
	fileColumn     = "file"
)

// dayWords returns a short date; a month or a year is unchanged.
func dayWords(date string) string {
	if day, err := time.Parse(time.DateOnly, date); err == nil {
		return locale.ShortDate(day)
	}
	return date
}

func fileName(r papers.Row) string {
	if at := strings.LastIndexAny(r.File, `/\`); at >= 0 {
		return r.File[at+1:]
	}
	return r.File
}

// compare compares rows by a column, ascending or falling; empty cells come last.
func (c column) compare(a, b papers.Row, falling bool) int {
	if none, other := c.value(a) == "", c.value(b) == ""; none || other {
		return cmp.Compare(number(none), number(other))
	}
	if falling {
		a, b = b, a
	}
	switch c.name {
	case dateColumn:
		return cmp.Compare(a.Date, b.Date)
	case amountColumn:
		return cmp.Compare(hundredths(a.Amount), hundredths(b.Amount))
	}
	return cmp.Compare(strings.ToLower(c.value(a)), strings.ToLower(c.value(b)))
}

func number(is bool) int {
	if is {
		return 1
	}
	return 0
}

// hundredths returns an amount such as -12.60 as a comparable number.
func hundredths(amount string) (n int64) {
	digits := strings.TrimPrefix(amount, "-")
	for _, r := range digits {
		if r >= '0' && r <= '9' {
			n = n*10 + int64(r-'0')
		}
	}
	if digits != amount {
		return -n
	}
	return n
}

const (
	columnGap  = theme.Gap12
	rowHeight  = float32(34)
	rowSide    = theme.Gap12
	cellBleed  = float32(5) // how far the mark of a doubt exceeds the words
	cellMargin = float32(5) // above and below it
)

// span is the place of a column; without width it is left out.
type span struct{ x, width float32 }

// spans returns the places of the columns in a width.
func spans(all []column, width float32) []span {
	left, shares := width-2*rowSide, float32(0)
	for _, c := range all {
		if width < c.from {
			continue
		}
		left -= c.fixed + columnGap
		shares += c.share
	}
	left += columnGap
	at := make([]span, len(all))
	x := rowSide
	for i, c := range all {
		if width < c.from {
			continue
		}
		at[i] = span{x, c.fixed + max(0, left)*c.share/max(shares, 1)}
		x += at[i].width + columnGap
	}
	return at
}

// cells lays out an object per column, and the marks behind them.
type cells struct {
	columns []column
	marks   []fyne.CanvasObject // one per column, or none
}

func (c cells) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(300, rowHeight) }

func (c cells) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for i, at := range spans(c.columns, size.Width) {
		o := objects[i]
		least := o.MinSize()
		x, width := at.x, at.width
		if _, title := o.(*widgets.Button); title {
			x -= titleSide
			width += columnGap
			if c.columns[i].right {
				x, width = at.x+at.width-least.Width+titleSide, least.Width
			}
		} else if c.columns[i].right {
			width = min(width, least.Width)
			x = at.x + at.width - width
		}
		if shown := at.width > 0; shown != o.Visible() {
			set(o, shown)
		}
		widgets.Place(o, x, (size.Height-least.Height)/2, width, least.Height)
		if i < len(c.marks) {
			widgets.Place(c.marks[i], at.x-cellBleed-hidden(at), cellMargin, at.width+2*cellBleed, size.Height-2*cellMargin)
		}
	}
}

func set(o fyne.CanvasObject, shown bool) {
	if shown {
		o.Show()
	} else {
		o.Hide()
	}
}

// titleSide is the padding in the button of a title.
const titleSide float32 = 6

// hidden returns how far the mark of a left-out column is moved out of sight.
func hidden(at span) float32 {
	if at.width > 0 {
		return 0
	}
	const far = 1000
	return far
}

// columnAt returns the column at a place in a row of a width; -1 if there is none.
func columnAt(all []column, width, x float32) int {
	return slices.IndexFunc(spans(all, width), func(s span) bool {
		return s.width > 0 && x >= s.x-columnGap/2 && x < s.x+s.width+columnGap/2
	})
}

// shownIn returns the value of a cell as shown.
func (c column) shownIn(r papers.Row) string { return inert.Line(c.value(r)) }
