package table

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// narrowed filters the rows: those with these values are shown. The zero value shows all.
type narrowed struct {
	period   string // a year or a month: 2026, 2026-05
	sender   string
	kind     string
	currency string
	doubtful bool
}

func (n narrowed) takes(r papers.Row) bool {
	return strings.HasPrefix(r.Date, n.period) && (n.sender == "" || r.From == n.sender) && (n.kind == "" || kindOf(r) == n.kind) &&
		(n.currency == "" || r.Currency == n.currency) && (!n.doubtful || len(r.Doubtful) > 0 || r.Stale)
}

// kindOf returns what a document is, as in package intent or as it calls itself.
func kindOf(r papers.Row) string { return cmp.Or(r.Category, strings.ToLower(r.Kind)) }

// yearOf and monthOf return the parts of a date that a period can be.
func yearOf(r papers.Row) string  { return r.Date[:min(len(r.Date), len("2006"))] }
func monthOf(r papers.Row) string { return r.Date[:min(len(r.Date), len("2006-01"))] }

// maxChoices limits the lines of a menu to what fits the smallest window.
const maxChoices = 13

// commonest returns the most frequent values.
func commonest(rows []papers.Row, of func(papers.Row) string) []string {
	count := map[string]int{}
	var all []string
	for _, r := range rows {
		v := of(r)
		if v != "" && count[v] == 0 {
			all = append(all, v)
		}
		count[v]++
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(count[b]-count[a], cmp.Compare(a, b)) })
	all = all[:min(len(all), maxChoices)]
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return all
}

// menu is a button that filters the rows by one of their values.
type menu struct {
	p      *Page
	button *widgets.Button
	object fyne.CanvasObject // the button, as high as a chip
	any    string            // its label without a filter
	at     *string
	of     func() []string
	words  func(string) string
}

func (p *Page) newMenu(anything string, at *string, of func() []string, words func(string) string) *menu {
	m := &menu{p: p, any: anything, at: at, of: of, words: words}
	m.button = widgets.NewButton(anything, widgets.Secondary, m.open).WithCaret().Small()
	m.object = widgets.Fixed(0, menuHeight, m.button)
	return m
}

func (m *menu) open() {
	pick := func(value string) func() {
		return func() {
			*m.at = value
			m.p.narrow()
		}
	}
	choices := []widgets.Choice{{Words: m.any, Chosen: *m.at == "", Pick: pick("")}}
	for _, value := range m.of() {
		choices = append(choices, widgets.Choice{Words: m.words(value), Chosen: *m.at == value, Pick: pick(value)})
	}
	widgets.OpenMenu(m.button, choices)
}

func (m *menu) show() {
	words := m.any
	if *m.at != "" {
		words = m.words(*m.at)
	}
	m.button.Set(words)
}

const (
	menuLetters = 28
	menuHeight  = 28
)

func shortWords(value string) string { return kit.Short(inert.Line(value), menuLetters) }

// periodWords returns the name of a year or month.
func periodWords(period string) string {
	if month, err := time.Parse("2006-01", period); err == nil {
		return locale.L("{{.Month}} {{.Year}}", "Month", locale.Month(month.Month()), "Year", month.Year())
	}
	return period
}

// periods returns the years of the rows, and the months of the chosen year.
func (p *Page) periods() []string {
	years := commonest(p.all.Rows, yearOf)
	slices.Reverse(years)
	if p.narrowed.period == "" {
		return years
	}
	chosen := p.narrowed.period[:len("2006")]
	months := commonest(p.all.Rows, func(r papers.Row) string {
		if month := monthOf(r); len(month) > len(chosen) && strings.HasPrefix(month, chosen) {
			return month
		}
		return ""
	})
	return append([]string{chosen}, months[:min(len(months), maxChoices-1)]...)
}

func (p *Page) makeMenus() {
	from := func(of func(papers.Row) string) func() []string {
		return func() []string { return commonest(p.all.Rows, of) }
	}
	p.menus = []*menu{
		p.newMenu(locale.L("Any date"), &p.narrowed.period, p.periods, periodWords),
		p.newMenu(locale.L("Any sender"), &p.narrowed.sender, from(func(r papers.Row) string { return r.From }), shortWords),
		p.newMenu(locale.L("Any kind"), &p.narrowed.kind, from(kindOf), shortWords),
		p.newMenu(locale.L("Any currency"), &p.narrowed.currency, from(func(r papers.Row) string { return r.Currency }), shortWords),
	}
	p.doubts = widgets.NewFilter("", widgets.Uncertain, func() {
		p.narrowed.doubtful = !p.narrowed.doubtful
		p.narrow()
	})
}

// showChips shows the filters of the query, and the menus.
func (p *Page) showChips() {
	p.chips.Objects = nil
	for _, f := range p.filters {
		p.chips.Add(widgets.NewFilter(f.Words()+"  ×", widgets.Sure, func() {
			p.off[f] = true
			p.Frame.Focus(p.entry) // the chip disappears
			p.load()
		}))
	}
	if len(p.all.Rows) > 0 {
		for _, m := range p.menus {
			m.show()
			p.chips.Add(m.object)
		}
	}
	doubtful := 0
	for _, r := range p.all.Rows {
		if len(r.Doubtful) > 0 || r.Stale {
			doubtful++
		}
	}
	if doubtful > 0 || p.narrowed.doubtful {
		p.doubts.Set(locale.N("{{.N}} to check", "{{.N}} to check", doubtful), widgets.Uncertain, p.narrowed.doubtful)
		p.chips.Add(p.doubts)
	}
	p.chips.Hidden = len(p.chips.Objects) == 0
}

// narrow filters and sorts the rows.
func (p *Page) narrow() {
	before := p.path()
	p.rows = nil
	for _, r := range p.all.Rows {
		if p.narrowed.takes(r) {
			p.rows = append(p.rows, r)
		}
	}
	by := cmp.Or(p.sorted, dateColumn) // rows without a day come after those with one
	if i := slices.IndexFunc(p.columns, func(c column) bool { return c.name == by }); i >= 0 {
		slices.SortStableFunc(p.rows, func(a, b papers.Row) int { return p.columns[i].compare(a, b, p.falling) })
	}
	p.chosen = slices.IndexFunc(p.rows, func(r papers.Row) bool { return r.File == before && before != "" })
	p.list.Go(max(0, p.chosen))
	p.groups = papers.Sums(p.rows)
	p.show()
}

// sortBy sorts the rows by a column, or reverses the order if it is that already.
func (p *Page) sortBy(name string) {
	p.falling = p.sorted == name && !p.falling
	p.sorted = name
	p.narrow()
}

// sumsOf returns the sums of the shown rows.
func (p *Page) sumsOf(by string) []papers.Sum {
	for _, g := range p.groups {
		if g.By == by {
			return g.Sums
		}
	}
	return nil
}

// shareOf returns a sum relative to the largest of its currency, in [0, 1].
func (p *Page) shareOf(s papers.Sum) float32 {
	var most int64
	for _, other := range p.sumsOf(p.by) {
		if other.Currency == s.Currency {
			most = max(most, hundredths(other.Amount))
		}
	}
	if most <= 0 {
		return 0
	}
	return float32(hundredths(s.Amount)) / float32(most)
}

// ofWords returns what a sum is of.
func ofWords(by string, s papers.Sum) string {
	if s.Key == "" {
		return locale.L("Unknown")
	}
	if by == byMonth {
		return periodWords(s.Key)
	}
	return inert.Line(s.Key)
}

// totalWords returns the sums of all shown rows by currency.
func (p *Page) totalWords() string {
	var all []string
	for _, s := range p.sumsOf(byCurrency) {
		all = append(all, locale.Amount(s.Amount)+" "+inert.Line(s.Currency))
	}
	if len(all) == 0 {
		return ""
	}
	return locale.L("Total: {{.Sums}}", "Sums", strings.Join(all, "  ·  "))
}
