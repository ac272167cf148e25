package main

// mark says how one line of a layout is set.
type mark int

const (
	left mark = iota
	middle
	apart // left and right at both margins
	rule
	gap
)

// row is one line of a paper.
type row struct {
	mark  mark
	style style
	text  string
	right string // of apart
}

// set sets the rows on the paper, from the top down.
func (p *paper) set(rows []row) error {
	for _, r := range rows {
		if err := p.setRow(r); err != nil {
			return err
		}
	}
	return nil
}

func (p *paper) setRow(r row) error {
	switch r.mark {
	case middle:
		return p.centred(r.style, r.text)
	case apart:
		return p.row(r.style, r.text, r.right)
	case rule:
		p.rule()
	case gap:
		p.gap(int(r.style.size))
	default:
		return p.line(r.style, r.text)
	}
	return nil
}

// lines are left-aligned rows in one style.
func lines(st style, texts ...string) []row {
	rows := make([]row, len(texts))
	for i, t := range texts {
		rows[i] = row{mark: left, style: st, text: t}
	}
	return rows
}

// centre are centred rows in one style.
func centre(st style, texts ...string) []row {
	rows := lines(st, texts...)
	for i := range rows {
		rows[i].mark = middle
	}
	return rows
}

// table is rows of pairs: left, right, left, right, ...
func table(st style, pairs ...string) []row {
	var rows []row
	for i := 0; i+1 < len(pairs); i += 2 {
		rows = append(rows, row{mark: apart, style: st, text: pairs[i], right: pairs[i+1]})
	}
	return rows
}

// space leaves n pixels free.
func space(n float64) []row { return []row{{mark: gap, style: style{size: n}}} }

// stroke draws a line across.
func stroke() []row { return []row{{mark: rule}} }

// join is one layout of several parts.
func join(parts ...[]row) []row {
	var all []row
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}
