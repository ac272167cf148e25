package fields

import (
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// issuerView is what the features of all candidates of a document are taken from.
type issuerView struct {
	*reading
	domains  []string
	headings []partyHeading
	largest  float64 // size of the largest candidate on the first page
	senders  bool    // facts such as a tax number stand with one of the first names
	trade    bool    // the document is one that somebody issues
	loose    bool    // it is of notes and the like
	// statement says that it is one of an account, which banks issue.
	statement bool
	// closing are the lines below the words that end a letter, greeted the last names that it
	// greets.
	closing map[*page.Line]bool
	greeted map[string]bool
	// text is the words of the head of the document, folded, with a space on each side.
	text string
}

type issuerFeature = rank.Feature[*issuerView, *candidate]

func (r *reading) issuerView(all []*candidate, cells []*page.Cell, kind page.Role) *issuerView {
	v := &issuerView{
		reading: r, headings: partyHeadings(cells),
		loose: kind == page.LooseRole,
		trade: kind.IsTrade(), statement: kind == page.StatementRole,
	}
	v.domains = v.domainsOf(cells)
	v.closing = firm.BelowClosing(r.Lines[:min(len(r.Lines), headLines)])
	v.greeted = greetedNames(r.Lines[:min(len(r.Lines), headLines)])
	var text strings.Builder
	for _, l := range r.Lines[:min(len(r.Lines), headLines)] {
		text.WriteString(wordsOf(l.Tokens))
	}
	v.text = text.String()
	for _, c := range all[:min(len(all), headCandidates)] {
		if b := c.cell.Block; b.TaxID || b.Phone || b.Web || b.Address {
			v.senders = true
		}
		if c.Line.Page <= 1 {
			v.largest = max(v.largest, r.Relative(c.Line))
		}
	}
	return v
}

// headCandidates is how many candidates the largest is looked for among.
const headCandidates = 40

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// issuerFeatures are all that is asked of a candidate. The names are those of the
// file of weights.
var issuerFeatures = []issuerFeature{
	// where it stands
	{Name: "first on the page", Prior: 1, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.rank == 0) }},
	{Name: "second on the page", Prior: 0.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.rank == 1) }},
	{Name: "third on the page", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.rank == 2) }},
	{Name: "among the first six", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.rank > 2 && c.rank < 6) }},
	{Name: "in the top sixth", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.Line.Top < 0.17) }},
	{Name: "in the second sixth", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.Line.Top >= 0.17 && c.Line.Top < 0.34) }},
	{Name: "in the lower half", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.Line.Top > 0.5 && c.Line.Top < 0.85) }},
	{Name: "at the foot", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.Line.Top >= 0.85 && c.Line.Top <= 1) }},
	{Name: "on a later page", Prior: -1.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.Line.Page > 1) }},
	{Name: "at the right", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.x() > 0.55) }},
	{Name: "centred", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.centred()) }},
	{Name: "first of its block", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.cell.At == 0) }},
	{Name: "second of its block", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.cell.At == 1) }},
	// how it looks
	{Name: "large", Prior: 0.5, Of: func(v *issuerView, c *candidate) float64 { return yes(v.Relative(c.Line) >= 1.25) }},
	{Name: "very large", Prior: 0, Of: func(v *issuerView, c *candidate) float64 { return yes(v.Relative(c.Line) >= 1.6) }},
	{Name: "the largest", Prior: 0, Of: func(v *issuerView, c *candidate) float64 {
		return yes(c.Line.Page <= 1 && v.largest > 0 && v.Relative(c.Line) >= 0.97*v.largest && v.largest > 1.1)
	}},
	{Name: "legal form", Prior: 1.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.legal) }},
	{Name: "a legal form alone", Prior: -3, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.isLegalForm()) }},
	{Name: "two lines", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.rest.Line != nil) }},
	{Name: "first line of two", Prior: -2, Of: func(v *issuerView, c *candidate) float64 { return yes(v.torn(c) == oneName) }},
	{Name: "two lines, joined by a word", Prior: 0.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.goes == joined) }},
	{Name: "one of two joined lines", Prior: -2, Of: func(v *issuerView, c *candidate) float64 { return yes(v.torn(c) == joined) }},
	{Name: "two lines of one look", Prior: 0.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.goes == alike) }},
	{Name: "one of two lines of one look", Prior: -0.5, Of: func(v *issuerView, c *candidate) float64 { return yes(v.torn(c) == alike) }},
	{Name: "capitals", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(strings.ToUpper(c.Text()) == c.Text()) }},
	{Name: "words capitalised", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(firm.LooksLikeName(c.Line, c.Span)) }},
	{Name: "digits", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 {
		return c.share(func(t lex.Token) bool { return t.Kind == lex.Number })
	}},
	{Name: "one word", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(lex.CountWords(c.tokens) == 1) }},
	{Name: "one word, first", Prior: 1, Of: func(_ *issuerView, c *candidate) float64 { return yes(lex.CountWords(c.tokens) == 1 && c.rank == 0) }},
	{Name: "many words", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(lex.CountWords(c.tokens) >= 5) }},
	{Name: "short", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 { return yes(len([]rune(c.Text())) < 4) }},
	{Name: "odd marks", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 {
		return c.share(func(t lex.Token) bool { return t.Kind == lex.Mark && !strings.Contains("&.,'’+-!", t.Fold) })
	}},
	// what it says
	{Name: "is a kind", Prior: -3, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.isKind()) }},
	{Name: "begins with a kind", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.beginsWithKind()) }},
	{Name: "holds a kind", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.holdsKind()) }},
	{Name: "words of trade alone", Prior: -1.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.isTradeAlone()) }},
	{Name: "torn at a bracket", Prior: -2.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.isTorn()) }},
	{Name: "a number is to follow", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.endsInNumberWord()) }},
	{Name: "short words", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 { return c.shortWords() }},
	{Name: "short words, by OCR", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 {
		if c.Line.Sure {
			return 0
		}
		return c.shortWords()
	}},
	{Name: "label words", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 {
		return c.share(func(t lex.Token) bool { return t.Kind == lex.Word && (firm.NoName[t.Fold] || labelWords[t.Fold]) })
	}},
	{Name: "speaks to somebody", Prior: -2.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(greets(c.tokens)) }},
	{Name: "is a label", Prior: -3, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.isLabel()) }},
	{Name: "small letters", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 {
		if c.Line.Logo { // where they are as usual as capitals
			return 0
		}
		return c.share(func(t lex.Token) bool {
			return t.Kind == lex.Word && !firm.SmallWords[t.Fold] && unicode.IsLower(lex.FirstRune(c.Line.Text[t.Start:]))
		})
	}},
	{Name: "begins small", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.beginsSmall()) }},
	{Name: "small letters alone, no trade word", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.isSmall()) }},
	{Name: "begins small, by OCR", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(c.bySight() && c.beginsSmall())
	}},
	{Name: "salutation", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(len(c.tokens) > 0 && page.IsSalutation(c.tokens[0]))
	}},
	{Name: "an address", Prior: -3, Of: func(_ *issuerView, c *candidate) float64 { return yes(page.IsAddress(c.tokens)) }},
	{Name: "words of a place", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(slices.ContainsFunc(c.tokens, isPlaceToken))
	}},
	{Name: "a place alone", Prior: -3, Of: func(_ *issuerView, c *candidate) float64 { return yes(firm.IsPlaceAlone(c.tokens)) }},
	{Name: "web or mail", Prior: -1.5, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(strings.Contains(c.Text(), "@") || firm.Domain(c.Text()) != "")
	}},
	{Name: "trade word", Prior: 0.5, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(slices.ContainsFunc(c.tokens, isFirmToken) || c.rest.Line != nil && slices.ContainsFunc(c.rest.Line.TokensIn(c.rest), isFirmToken))
	}},
	{Name: "small letters, legal form", Prior: 1, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(c.legal && unicode.IsLower(lex.FirstRune(c.Text())))
	}},
	// what stands with it
	{Name: "behind a label for the issuer", Prior: 3, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.labelled) }},
	{Name: "billed to", Prior: -3, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(c.Line.Billed && c.Start >= c.Line.RecipientFrom)
	}},
	{Name: "of the recipient", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(c.Line.Recipient && c.Start >= c.Line.RecipientFrom)
	}},
	{Name: "block of an addressee", Prior: -1.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.cell.Block.Addressee) }},
	{Name: "address window", Prior: -1.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.inWindow()) }},
	{Name: "address in its block", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(c.cell.Block.Address && !page.IsAddress(c.tokens))
	}},
	{Name: "address follows", Prior: 0, Of: func(v *issuerView, c *candidate) float64 { return yes(v.isAddressed(c.Span) || c.streetFollows()) }},
	{Name: "phone in its block", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.cell.Block.Phone) }},
	{Name: "tax number in its block", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.cell.Block.TaxID) }},
	{Name: "web address in its block", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.cell.Block.Web) }},
	{Name: "bank in its block", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.cell.Block.Bank) }},
	{Name: "prices in its block", Prior: -0.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.cell.Block.Price) }},
	{Name: "register number follows", Prior: 1, Of: func(v *issuerView, c *candidate) float64 { return yes(v.registered(c)) }},
	{Name: "agrees with a domain", Prior: 1.5, Of: func(v *issuerView, c *candidate) float64 { return yes(firm.AgreesWith(c.value(), v.domains)) }},
	{Name: "agrees with the author", Prior: 1.5, Of: func(v *issuerView, c *candidate) float64 {
		return yes(v.Doc.MetaAuthor != "" && bare(v.Doc.MetaAuthor) == bare(c.value()))
	}},
	{Name: "a logo", Prior: 1, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.echoes || c.Line.Logo && !c.belowLogo()) }},
	{Name: "below the name in a logo", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.Line.Logo && c.belowLogo()) }},
	{Name: "said again", Prior: 0.3, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.said > 1) }},
	{Name: "said in other words", Prior: 0, Of: func(v *issuerView, c *candidate) float64 { return yes(v.saidWithin(c)) }},
	{Name: "ends the file's title", Prior: 1, Of: func(v *issuerView, c *candidate) float64 {
		return yes(v.Doc.Site != "" && bare(v.Doc.Site) == bare(c.value()))
	}},
	{Name: "said often", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.said > 3) }},
	{Name: "address on its own line", Prior: 0.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.headsAddress()) }},
	{Name: "under a heading for the issuer", Prior: 1.5, Of: func(v *issuerView, c *candidate) float64 {
		return yes(v.partyAbove(c) == sellerParty)
	}},
	{Name: "under a heading for the recipient", Prior: -2, Of: func(v *issuerView, c *candidate) float64 {
		return yes(v.partyAbove(c) == buyerParty)
	}},
	{Name: "under a heading for somebody else", Prior: -1.5, Of: func(v *issuerView, c *candidate) float64 {
		return yes(v.partyAbove(c) == otherParty)
	}},
	{Name: "named under a heading for the issuer", Prior: 2, Of: func(v *issuerView, c *candidate) float64 { return yes(v.namedUnder(c, sellerParty)) }},
	{Name: "is such a heading", Prior: -3, Of: func(_ *issuerView, c *candidate) float64 { return yes(partyOf(c.tokens) != noParty) }},
	{Name: "behind a label for a name", Prior: 1, Of: func(v *issuerView, c *candidate) float64 { return yes(v.behindNameLabel(c)) }},
	{Name: "followed by a colon", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(strings.HasPrefix(strings.TrimSpace(c.Line.Text[c.End:]), ":"))
	}},
	{Name: "more words follow", Prior: -0.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.isCutShort() && !c.own) }},
	{Name: "below the kind", Prior: 0.3, Of: func(v *issuerView, c *candidate) float64 { return yes(v.isBelowKind(c)) }},
	{Name: "behind a label", Prior: -1, Of: func(v *issuerView, c *candidate) float64 { return yes(c.behindLabel() && !v.behindNameLabel(c)) }},
	{Name: "the file's title", Prior: -2, Of: func(v *issuerView, c *candidate) float64 { return yes(bare(v.Doc.MetaTitle) == bare(c.value())) }},
	{Name: "numbered", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.isNumbered()) }},
	{Name: "small words alone", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.isSmallWords()) }},
	{Name: "a department", Prior: -3, Of: func(_ *issuerView, c *candidate) float64 { return yes(firm.IsDepartment(c.tokens)) }},
	{Name: "a bank, of trade", Prior: -1, Of: func(v *issuerView, c *candidate) float64 {
		return yes(v.trade && !v.statement && firm.IsBank(c.tokens))
	}},
	{Name: "a month alone", Prior: -3, Of: func(_ *issuerView, c *candidate) float64 { return yes(firm.IsMonthAlone(c.tokens)) }},
	{Name: "joined as titles are", Prior: -1.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.isJoinedAsTitle()) }},
	{Name: "in running text", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.Line.WordCount > 12 && !c.own) }},
	// how it was read
	{Name: "badly read", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.legibility < 0.5) }},
	{Name: "doubtfully read", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 {
		p := c.legibility
		return yes(p >= 0.5 && p < 0.8)
	}},
	{Name: "legal form and first", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.legal && c.rank < 3) }},
	{Name: "an address, and first", Prior: -1.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.rank == 0 && page.IsAddress(c.tokens)) }},
	{Name: "first, of trade", Prior: 0, Of: func(v *issuerView, c *candidate) float64 { return yes(v.trade && c.rank == 0) }},
	// a page that is no photo of a till receipt has its letterhead, its recipient and its
	// foot where letters have them
	{Name: "first, of text", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.Line.Sure && c.rank == 0) }},
	{Name: "large, of text", Prior: 0, Of: func(v *issuerView, c *candidate) float64 {
		return yes(c.Line.Sure && v.Relative(c.Line) >= page.LargeLine)
	}},
	{Name: "the largest, of text", Prior: 0, Of: func(v *issuerView, c *candidate) float64 {
		return yes(c.Line.Sure && c.Line.Page <= 1 && v.largest > 1.1 && v.Relative(c.Line) >= 0.97*v.largest)
	}},
	{Name: "address window, of text", Prior: 0, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.Line.Sure && c.inWindow()) }},
	{Name: "within a line", Prior: -0.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.inner && !c.own) }},
	{Name: "within a line, legal form", Prior: 1, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.inner && c.legal) }},
	{Name: "within a line at the foot", Prior: 0.5, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(c.inner && c.Line.Top >= 0.85 && c.Line.Top <= 1)
	}},
	{Name: "legal form at the foot", Prior: 0.5, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(c.legal && c.Line.Page <= 1 && c.Line.Top >= 0.85 && c.Line.Top <= 1)
	}},
	{Name: "behind words for itself", Prior: 1.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.own) }},
	{Name: "below the closing", Prior: 0.3, Of: func(v *issuerView, c *candidate) float64 { return yes(v.closing[c.Line]) }},
	{Name: "below the closing, of a firm", Prior: 1, Of: func(v *issuerView, c *candidate) float64 {
		return yes(v.closing[c.Line] && (c.legal || slices.ContainsFunc(c.tokens, isFirmToken)))
	}},
	{Name: "a word of it in a domain", Prior: 0.5, Of: func(v *issuerView, c *candidate) float64 { return yes(firm.SharesWord(c.value(), v.domains)) }},
	{Name: "a court of registers", Prior: -3, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(len(c.tokens) > 0 && registerCourts[c.tokens[0].Fold] && lex.HasNumber(c.Line.Tokens))
	}},
	{Name: "a person is addressed below it", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.namesAddressee()) }},
	{Name: "address window, of a letter", Prior: -1, Of: func(v *issuerView, c *candidate) float64 { return yes(c.inWindow() && v.isLetter()) }},
	{Name: "before a day on its line", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.beforeDay()) }},
	{Name: "in quotation marks", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.isQuoted()) }},
	{Name: "end of a longer name", Prior: -2, Of: func(_ *issuerView, c *candidate) float64 { return yes(c.partial) }},
	{Name: "a public body", Prior: 0.5, Of: func(_ *issuerView, c *candidate) float64 { return yes(firm.IsBody(c.allTokens())) }},
	{Name: "of the recipient, named in the greeting", Prior: -1, Of: func(v *issuerView, c *candidate) float64 { return yes(v.isGreeted(c)) }},
	{Name: "a bank at the foot", Prior: -1, Of: func(_ *issuerView, c *candidate) float64 {
		return yes(c.cell.Block.Bank && c.Line.Top >= 0.5 && c.Line.Top <= 1 && !c.cell.Block.TaxID)
	}},
	{Name: "large, of trade", Prior: 0, Of: func(v *issuerView, c *candidate) float64 { return yes(v.trade && v.Relative(c.Line) >= 1.25) }},
}

// noneFeatures speak for that no name in the document is its issuer's.
var noneFeatures = []issuerFeature{
	{Name: "always", Prior: 2, Of: func(*issuerView, *candidate) float64 { return 1 }},
	{Name: "of trade", Prior: 0, Of: func(v *issuerView, _ *candidate) float64 { return yes(v.trade) }},
	{Name: "of notes", Prior: 2, Of: func(v *issuerView, _ *candidate) float64 { return yes(v.loose) }},
	{Name: "a screenshot", Prior: 3, Of: func(v *issuerView, _ *candidate) float64 { return yes(v.IsScreenshot()) }},
	{Name: "by OCR", Prior: 0, Of: func(v *issuerView, _ *candidate) float64 { return yes(v.Doc.Method == "ocr") }},
	{Name: "a letter", Prior: 0, Of: func(v *issuerView, _ *candidate) float64 { return yes(v.isLetter()) }},
	{Name: "web addresses", Prior: 0, Of: func(v *issuerView, _ *candidate) float64 { return yes(len(v.domains) > 0) }},
	{Name: "no facts of a sender", Prior: 0, Of: func(v *issuerView, _ *candidate) float64 { return yes(!v.senders) }},
	{Name: "a table", Prior: 1.5, Of: func(v *issuerView, _ *candidate) float64 { return yes(v.Doc.Kind == string(documents.KindSheet)) }},
}

// wordsOf is the words of tokens, folded, with a space on each side of each; a mark is
// none.
func wordsOf(tokens []lex.Token) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, t := range tokens {
		if t.Kind != lex.Mark {
			b.WriteString(t.Fold)
			b.WriteByte(' ')
		}
	}
	return b.String()
}
