package page

import (
	"cmp"
	"slices"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// Cell is a part of a line that stands for itself: what the eye sees between
// wide gaps.
type Cell struct {
	Span
	Box   []float64 // nil in plain text
	Block *Block
	At    int // among the cells of its block
}

// Block is cells that stand below each other without a gap, such as an address.
type Block struct {
	Cells []*Cell
	Facts
}

// Facts is what a block holds next to names.
type Facts struct {
	Phone, TaxID, Web, Bank, Address, Price bool
	// Addressee says that a label such as "Bill to" stands in it.
	Addressee bool
}

// The gaps that part cells and blocks.
const (
	cellGap  = 2.5 // in widths of a letter
	blockGap = 1.0 // in heights of a line
)

// CellsOf cuts lines into cells and joins those into blocks.
func CellsOf(lines []*Line) []*Cell {
	var cells []*Cell
	for _, l := range lines {
		cells = append(cells, l.cells()...)
	}
	joinBlocks(cells)
	return cells
}

// Below is the cell under c in its block; nil when there is none.
func (c *Cell) Below() *Cell {
	if c.At+1 < len(c.Block.Cells) {
		return c.Block.Cells[c.At+1]
	}
	return nil
}

// Tokens are those of the cell.
func (c *Cell) Tokens() []lex.Token { return c.Line.TokensIn(c.Span) }

// cells are the parts of the line between wide gaps.
func (l *Line) cells() []*Cell {
	if len(l.Tokens) == 0 {
		return nil
	}
	if len(l.Words) == 0 {
		return []*Cell{{Span: Span{l, 0, len(l.Text)}, Box: l.lineBox()}}
	}
	var cells []*Cell
	from := 0
	for i := 1; i <= len(l.Words); i++ {
		if i < len(l.Words) && !l.gapBefore(i) {
			continue
		}
		s := Span{l, l.Words[from].Start, l.Words[i-1].end}
		cells = append(cells, &Cell{Span: s, Box: s.Box()})
		from = i
	}
	return cells
}

// CellAt is the part of the line between wide gaps that holds byte at.
func (l *Line) CellAt(at int) Span {
	for _, c := range l.cells() {
		if c.Start <= at && at < c.End {
			return c.Span
		}
	}
	return Span{l, 0, len(l.Text)}
}

func (l *Line) lineBox() []float64 {
	if len(l.Box) == 4 {
		return l.Box
	}
	return nil
}

// gapBefore reports whether the gap before the i-th word is wider than between
// words of one phrase.
func (l *Line) gapBefore(i int) bool {
	a, b := l.Words[i-1], l.Words[i]
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
func joinBlocks(cells []*Cell) {
	var blocks []*Block
	var open []*Block // whose last cell something may still stand below
	ordered := slices.Clone(cells)
	slices.SortStableFunc(ordered, func(a, b *Cell) int {
		if a.Box == nil || b.Box == nil {
			return cmp.Compare(a.Line.Index, b.Line.Index)
		}
		return cmp.Or(cmp.Compare(a.Line.Page, b.Line.Page), cmp.Compare(a.Box[1], b.Box[1]), cmp.Compare(a.Box[0], b.Box[0]))
	})
	for _, c := range ordered {
		at := slices.IndexFunc(open, func(b *Block) bool { return continues(b.Cells[len(b.Cells)-1], c) })
		if at < 0 {
			b := &Block{}
			blocks, open = append(blocks, b), append(open, b)
			at = len(open) - 1
			if len(open) > openBlocks {
				open, at = open[1:], at-1
			}
		}
		c.Block, c.At = open[at], len(open[at].Cells)
		c.Block.Cells = append(c.Block.Cells, c)
	}
	for _, b := range blocks {
		b.Facts = factsOf(b)
	}
}

// openBlocks is how many blocks can stand next to each other on a page.
const openBlocks = 12

// continues reports whether b stands right below a, in its column.
func continues(a, b *Cell) bool {
	if a.Line.Page != b.Line.Page {
		return false
	}
	if a.Box == nil || b.Box == nil {
		return a.Box == nil && b.Box == nil && b.Line.Index-a.Line.Index == 1
	}
	gap := b.Box[1] - (a.Box[1] + a.Box[3])
	height := max(a.Box[3], b.Box[3])
	if gap > blockGap*height || gap < -0.6*min(a.Box[3], b.Box[3]) {
		return false
	}
	left, right := max(a.Box[0], b.Box[0]), min(a.Box[0]+a.Box[2], b.Box[0]+b.Box[2])
	return right-left > 0.3*min(a.Box[2], b.Box[2])
}

// factsOf looks at what the cells of a block hold.
func factsOf(b *Block) Facts {
	var f Facts
	for _, c := range b.Cells {
		tokens := c.Tokens()
		f.Address = f.Address || IsAddress(tokens)
		f.Price = f.Price || IsPrice(tokens)
		for i, t := range tokens {
			switch {
			case phoneWords[t.Fold]:
				f.Phone = true
			case taxWords[t.Fold]:
				f.TaxID = true
			case bankWords[t.Fold]:
				f.Bank = f.Bank || !bankNames[t.Fold] || lex.HasNumber(tokens)
			case webWords[t.Fold], t.Fold == "@":
				f.Web = true
			}
			if always, _, ok := RecipientWords.At(tokens, i); ok && (always || i == 0) {
				f.Addressee = true
			}
		}
	}
	return f
}

// IsPrice reports whether the tokens end in an amount with two decimals.
func IsPrice(tokens []lex.Token) bool {
	n := len(tokens)
	return n >= 3 && tokens[n-1].Kind == lex.Number && len(tokens[n-1].Fold) == 2 &&
		(tokens[n-2].Fold == "." || tokens[n-2].Fold == ",") && tokens[n-3].Kind == lex.Number
}

// Words that tell what a block holds.
var (
	phoneWords = lex.SetOf("phone", "tel", "telefon", "telephone", "phone", "fax", "telefax", "mobile", "mobil", "hotline", "fon", "tlf", "telefono", "telefoon", "h", "hp")
	taxWords   = lex.SetOf("tax", "vat", "gst", "ust", "uid", "steuernummer", "steuer", "tva", "siret", "siren", "iva", "btw", "kvk", "hrb", "hra", "ein", "abn", "acn", "cif", "nif", "nip", "ustid", "handelsregister", "amtsgericht", "registration", "reg", "roc", "sst", "rcs", "ape", "geschaftsfuhrer", "vorstand", "partita", "regon", "nipc", "cnpj", "cvr", "orgnr", "mwst", "krs")
	bankWords  = lex.SetOf("bank", "iban", "bic", "swift", "blz", "konto", "kontonummer", "bank", "bankverbindung", "sparkasse", "account", "bankrekening", "rekeningnummer", "bankowe", "bancaire", "bancaires", "bancaria", "bancarie")
	bankNames  = lex.Set("bank", "sparkasse") // of a firm as well, unless a number stands with them
	webWords   = lex.Set("www", "http", "https", "email", "mail", "web", "website", "internet")
)
