package fields

import (
	"cmp"
	"slices"
)

// cell is a part of a line that stands for itself: what the eye sees between
// wide gaps.
type cell struct {
	span
	box   []float64 // nil in plain text
	block *block
	at    int // among the cells of its block
}

// block is cells that stand below each other without a gap, such as an address.
type block struct {
	cells []*cell
	facts
}

// facts is what a block holds beside names.
type facts struct {
	phone, taxID, web, bank, address, price bool
	// addressee says that a label such as "Bill to" stands in it.
	addressee bool
}

// The gaps that part cells and blocks.
const (
	cellGap  = 2.5 // in widths of a letter
	blockGap = 1.0 // in heights of a line
)

// cellsOf cuts lines into cells and joins those into blocks.
func cellsOf(lines []*line) []*cell {
	var cells []*cell
	for _, l := range lines {
		cells = append(cells, l.cells()...)
	}
	joinBlocks(cells)
	return cells
}

// below is the cell under c in its block; nil when there is none.
func (c *cell) below() *cell {
	if c.at+1 < len(c.block.cells) {
		return c.block.cells[c.at+1]
	}
	return nil
}

// tokens are those of the cell.
func (c *cell) tokens() []token { return c.line.tokensIn(c.span) }

// cells are the parts of the line between wide gaps.
func (l *line) cells() []*cell {
	if len(l.tokens) == 0 {
		return nil
	}
	if len(l.words) == 0 {
		return []*cell{{span: span{l, 0, len(l.text)}, box: l.lineBox()}}
	}
	var cells []*cell
	from := 0
	for i := 1; i <= len(l.words); i++ {
		if i < len(l.words) && !l.gapBefore(i) {
			continue
		}
		s := span{l, l.words[from].start, l.words[i-1].end}
		cells = append(cells, &cell{span: s, box: s.box()})
		from = i
	}
	return cells
}

func (l *line) lineBox() []float64 {
	if len(l.Box) == 4 {
		return l.Box
	}
	return nil
}

// gapBefore reports whether the gap before the i-th word is wider than between
// words of one phrase.
func (l *line) gapBefore(i int) bool {
	a, b := l.words[i-1], l.words[i]
	if len(a.Box) != 4 || len(b.Box) != 4 {
		return false
	}
	letters := len([]rune(a.Text)) + len([]rune(b.Text))
	if letters == 0 {
		return false
	}
	letter := (a.Box[2] + b.Box[2]) / float64(letters)
	return b.Box[0]-(a.Box[0]+a.Box[2]) > cellGap*letter
}

// joinBlocks makes blocks of cells that stand right below each other. Cells
// without a place are joined line by line; an empty line parts them.
func joinBlocks(cells []*cell) {
	var blocks []*block
	var open []*block // whose last cell something may still stand below
	ordered := slices.Clone(cells)
	slices.SortStableFunc(ordered, func(a, b *cell) int {
		if a.box == nil || b.box == nil {
			return cmp.Compare(a.line.index, b.line.index)
		}
		return cmp.Or(cmp.Compare(a.line.Page, b.line.Page), cmp.Compare(a.box[1], b.box[1]), cmp.Compare(a.box[0], b.box[0]))
	})
	for _, c := range ordered {
		at := slices.IndexFunc(open, func(b *block) bool { return continues(b.cells[len(b.cells)-1], c) })
		if at < 0 {
			b := &block{}
			blocks, open = append(blocks, b), append(open, b)
			at = len(open) - 1
			if len(open) > openBlocks {
				open, at = open[1:], at-1
			}
		}
		c.block, c.at = open[at], len(open[at].cells)
		c.block.cells = append(c.block.cells, c)
	}
	for _, b := range blocks {
		b.facts = factsOf(b)
	}
}

// openBlocks is how many blocks can stand beside each other on a page.
const openBlocks = 12

// continues reports whether b stands right below a, in its column.
func continues(a, b *cell) bool {
	if a.box == nil || b.box == nil {
		return a.box == nil && b.box == nil && b.line.index-a.line.index == 1
	}
	if a.line.Page != b.line.Page {
		return false
	}
	gap := b.box[1] - (a.box[1] + a.box[3])
	height := max(a.box[3], b.box[3])
	if gap > blockGap*height || gap < -0.6*min(a.box[3], b.box[3]) {
		return false
	}
	left, right := max(a.box[0], b.box[0]), min(a.box[0]+a.box[2], b.box[0]+b.box[2])
	return right-left > 0.3*min(a.box[2], b.box[2])
}

// factsOf looks at what the cells of a block hold.
func factsOf(b *block) facts {
	var f facts
	for _, c := range b.cells {
		tokens := c.tokens()
		f.address = f.address || isAddress(tokens)
		f.price = f.price || isPrice(tokens)
		for i, t := range tokens {
			switch {
			case phoneWords[t.fold]:
				f.phone = true
			case taxWords[t.fold]:
				f.taxID = true
			case bankWords[t.fold]:
				f.bank = true
			case webWords[t.fold], t.fold == "@":
				f.web = true
			}
			if always, _, ok := recipientWords.at(tokens, i); ok && (always || i == 0) {
				f.addressee = true
			}
		}
	}
	return f
}

// isPrice reports whether the tokens end in an amount with two decimals.
func isPrice(tokens []token) bool {
	n := len(tokens)
	return n >= 3 && tokens[n-1].kind == number && len(tokens[n-1].fold) == 2 &&
		(tokens[n-2].fold == "." || tokens[n-2].fold == ",") && tokens[n-3].kind == number
}

// Words that tell what a block holds.
var (
	phoneWords = set("tel", "telefon", "telephone", "phone", "fax", "telefax", "mobile", "mobil", "hotline", "fon", "tlf", "telefono", "telefoon", "h", "hp")
	taxWords   = set("vat", "gst", "ust", "uid", "steuernummer", "steuer", "tva", "siret", "siren", "iva", "btw", "kvk", "hrb", "hra", "ein", "abn", "acn", "cif", "nif", "nip", "ustid", "handelsregister", "amtsgericht", "registration", "reg", "roc", "sst", "rcs", "ape", "geschaftsfuhrer", "vorstand")
	bankWords  = set("iban", "bic", "swift", "blz", "konto", "kontonummer", "bank", "bankverbindung", "sparkasse", "account")
	webWords   = set("www", "http", "https", "email", "mail", "web", "website", "internet")
)
