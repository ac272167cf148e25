package fields

import (
	_ "embed" // the fitted weights
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

//go:embed title.weights
var titleWeights string

// titleModel chooses among the candidates. scripts/fit writes its weights.
var titleModel = sync.OnceValue(func() *rank.Model { return rank.Parsed(titleWeights, titleFeatures, noTitleFeatures) })

// titleSource is where a title comes from.
type titleSource int

const (
	fromNumber titleSource = iota
	fromSubject
	fromHeading
	fromWindow
	fromProperty
)

// titleCandidate is a number, a subject or a heading by which the document could be
// called.
type titleCandidate struct {
	page.Span
	said   string
	from   titleSource
	class  label.NumberClass // of a number's label
	own    bool              // the label says that the number is the document's own
	lines  int               // that a heading has
	goesOn bool              // there is a longer heading that begins with it
	torn   bool              // the line above belongs to it
	nth    int               // candidates of its source before it
	again  int               // lines that say it
}

func (c *titleCandidate) value() string { return c.said }

func (c *titleCandidate) reading() float64 { return c.Confidence() }

func (c *titleCandidate) bySight() bool { return !c.Line.Sure }

func (c *titleCandidate) unproven() bool { return false }

func (c *titleCandidate) Evidence() plan.Evidence {
	e := c.Span.Evidence()
	e.Text = c.said
	if c.from == fromWindow {
		e.Text = c.Text()
	}
	return e
}

// titleView is what the features of all candidates of a document are taken from.
type titleView struct {
	*reading
	kind       kinds.Found
	issuer     found
	hasSubject bool
	hasOwn     bool // there is a number that is said to be the document's own
	photo      bool // it was read from a picture that shows no screen
	slip       bool // it has goods and no heading
	hasAmount  bool
	largest    float64 // size of the largest heading
	words      map[string]int
}

// The bounds of what is looked at for a title.
const (
	mostTitles   = 60
	headingReach = 60 // lines
	mostJoined   = 4  // lines of one heading
)

// titleChoice is the candidates and what is known of each.
func (r *reading) titleChoice(kind kinds.Found, issuer found, hasAmount bool) ([]*titleCandidate, rank.Choice) {
	all := r.titleCandidates(kind, issuer)
	v := &titleView{reading: r, kind: kind, issuer: issuer, hasAmount: hasAmount, words: wordsAgain(r.Lines[:min(len(r.Lines), headLines)])}
	v.photo = r.Doc.Kind == string(documents.KindImage) && !r.IsScreenshot()
	v.slip = kind.Role.IsTrade() && r.Doc.Method == plan.MethodOCR || kind.Role == page.NoRole && hasAmount && r.Doc.Method == plan.MethodOCR
	for _, c := range all {
		v.hasSubject = v.hasSubject || c.from == fromSubject
		v.hasOwn = v.hasOwn || c.from == fromNumber && c.own
		if c.from == fromHeading {
			v.largest = max(v.largest, r.Relative(c.Line))
		}
	}
	choice := rank.Choice{Options: make([][]float64, len(all)), None: rank.Values(noTitleFeatures, v, nil)}
	for i, c := range all {
		choice.Options[i] = rank.Values(titleFeatures, v, c)
	}
	return all, choice
}

// titleCandidates are all that the document could be called by, each once.
func (r *reading) titleCandidates(kind kinds.Found, issuer found) []*titleCandidate {
	var all []*titleCandidate
	known := map[string]*titleCandidate{}
	count := map[titleSource]int{}
	add := func(c titleCandidate) {
		key := bare(c.said)
		if before := known[key]; before != nil {
			before.again++
			before.goesOn = before.goesOn && c.goesOn
			return
		}
		if key == "" || len(all) == mostTitles || c.from != fromNumber && (label.SaysKnown(c.said, issuer.value) || page.IsSign(lex.Tokenise(c.said))) {
			return
		}
		c.nth, c.again = count[c.from], 1
		count[c.from]++
		known[key] = &c
		all = append(all, &c)
	}
	if f, ok := r.windowTitle(); ok {
		add(titleCandidate{Span: f.Span, said: f.value, from: fromWindow})
	}
	if f, ok := r.subject(); ok {
		add(titleCandidate{Span: f.Span, said: f.value, from: fromSubject})
	}
	for _, l := range r.Lines {
		if n, ok := r.numberOf(l, kind); ok {
			add(titleCandidate{Span: n.Span, said: n.value, from: fromNumber, class: n.class, own: n.confidence == numberTitle})
		}
	}
	if s, ok := r.namedByProperty(kind, issuer); ok {
		s = shortened(s, maxTitle)
		add(titleCandidate{Span: s, said: s.Text(), from: fromHeading, lines: 1})
	}
	r.addHeadings(kind, issuer, add)
	if t, ok := r.property(kind, issuer); ok {
		add(titleCandidate{Span: t.Span, said: t.value, from: fromProperty})
	}
	return all
}

// addHeadings adds the lines of the first page that could stand over the text, alone
// and with those below that carry them on.
func (r *reading) addHeadings(kind kinds.Found, issuer found, add func(titleCandidate)) {
	for _, l := range r.Lines[:min(len(r.Lines), headingReach)] {
		if l.Page > 1 || l.Top > 1 {
			break
		}
		s, ok := headingIn(l, kind, issuer)
		if !ok {
			continue
		}
		torn := false
		if above := r.carriesOn(l, -1); r.Median > 0 && above != nil {
			_, torn = headingIn(above, kind, issuer)
		}
		var longer []titleCandidate
		said := s.Text()
		for next, lines := l, 2; r.Median > 0 && lines <= mostJoined; lines++ {
			if next = r.carriesOn(next, 1); next == nil {
				break
			}
			more, ok := headingIn(next, kind, issuer)
			if !ok || utf8.RuneCountInString(said)+utf8.RuneCountInString(more.Text()) >= maxTitle {
				break
			}
			said += " " + more.Text()
			longer = append(longer, titleCandidate{Span: s, said: said, from: fromHeading, lines: lines, torn: torn})
		}
		add(titleCandidate{Span: s, said: s.Text(), from: fromHeading, lines: 1, goesOn: len(longer) > 0, torn: torn})
		for i, c := range longer {
			c.goesOn = i+1 < len(longer)
			add(c)
		}
	}
}

type titleFeature = rank.Feature[*titleView, *titleCandidate]

// ofNumber is a feature of numbers alone, ofHeading one of headings alone.
func ofNumber(name string, prior float64, is func(v *titleView, c *titleCandidate) bool) titleFeature {
	return titleFeature{Name: "number: " + name, Prior: prior, Of: func(v *titleView, c *titleCandidate) float64 { return yes(c.from == fromNumber && is(v, c)) }}
}

func ofHeading(name string, prior float64, is func(v *titleView, c *titleCandidate) bool) titleFeature {
	return titleFeature{Name: "heading: " + name, Prior: prior, Of: func(v *titleView, c *titleCandidate) float64 { return yes(c.from == fromHeading && is(v, c)) }}
}

// titleFeatures are all that is asked of a title. The names are those of the file of
// weights.
var titleFeatures = []titleFeature{
	{Name: "a subject", Prior: 4.5, Of: func(_ *titleView, c *titleCandidate) float64 { return yes(c.from == fromSubject) }},
	{Name: "title of a window", Prior: 5, Of: func(_ *titleView, c *titleCandidate) float64 { return yes(c.from == fromWindow) }},
	{Name: "the file's own title, not on the page", Prior: -0.5, Of: func(_ *titleView, c *titleCandidate) float64 { return yes(c.from == fromProperty) }},
	{Name: "the file's own title, of a web page", Prior: 2.5, Of: func(v *titleView, c *titleCandidate) float64 {
		return yes(c.from == fromProperty && v.Doc.Kind == string(documents.KindPage))
	}},
	{Name: "doubtfully read", Prior: -0.5, Of: func(_ *titleView, c *titleCandidate) float64 { return yes(c.reading() < wellRead) }},
	// numbers
	ofNumber("own label", 3, func(_ *titleView, c *titleCandidate) bool { return c.class == label.OwnNumber }),
	ofNumber("label of an order", 2.5, func(_ *titleView, c *titleCandidate) bool { return c.class == label.OrderNumber }),
	ofNumber("label of the matter", 0.5, func(_ *titleView, c *titleCandidate) bool { return c.class == label.MatterNumber }),
	ofNumber("bare label", -0.5, func(_ *titleView, c *titleCandidate) bool { return c.class == label.BareNumber }),
	ofNumber("said to be its own", 1.5, func(_ *titleView, c *titleCandidate) bool { return c.own }),
	ofNumber("first", 1.2, func(_ *titleView, c *titleCandidate) bool { return c.nth == 0 }),
	ofNumber("of trade", 1.5, func(v *titleView, _ *titleCandidate) bool { return v.kind.Role == page.TradeRole }),
	ofNumber("beside a subject, no trade", -4, func(v *titleView, _ *titleCandidate) bool {
		return v.kind.Role != page.TradeRole && v.hasSubject
	}),
	ofNumber("with a sum", 0.7, func(v *titleView, _ *titleCandidate) bool { return v.hasAmount }),
	ofNumber("of no kind", -1, func(v *titleView, _ *titleCandidate) bool { return v.kind.Role == page.NoRole }),
	ofNumber("of notes", -1.5, func(v *titleView, _ *titleCandidate) bool { return v.kind.Role == page.LooseRole }),
	ofNumber("in the line of the kind", 0.5, func(v *titleView, c *titleCandidate) bool { return v.kind.Line == c.Line }),
	ofNumber("bare label, alone with it", 2.5, func(_ *titleView, c *titleCandidate) bool {
		return c.class == label.BareNumber && endsLine(c.Span) && lex.CountWords(c.Line.TokensIn(page.Span{Line: c.Line, End: c.Start})) <= 1
	}),
	ofNumber("label of another kind", -1, func(v *titleView, c *titleCandidate) bool { return v.labelKind(c) == label.OtherKind }),
	ofNumber("label of the kind", 0.5, func(v *titleView, c *titleCandidate) bool { return v.labelKind(c) == label.ThisKind }),
	ofNumber("letters and digits", 0.3, func(_ *titleView, c *titleCandidate) bool { return hasLetterAndDigit(c.said) }),
	ofNumber("short", -1, func(_ *titleView, c *titleCandidate) bool { return len(c.said) < 4 }),
	ofNumber("a year", -1, func(_ *titleView, c *titleCandidate) bool { return isYear(c.said) }),
	ofNumber("in the upper half", 0.5, func(_ *titleView, c *titleCandidate) bool { return c.Line.Top <= 0.5 }),
	ofNumber("on a later page", -1.5, func(_ *titleView, c *titleCandidate) bool { return c.Line.Page > 1 }),
	ofNumber("in running text", -1, func(_ *titleView, c *titleCandidate) bool { return c.Line.WordCount > page.ShortLine }),
	ofNumber("by OCR", -1, func(_ *titleView, c *titleCandidate) bool { return c.bySight() }),
	ofNumber("said again", 0.5, func(_ *titleView, c *titleCandidate) bool { return c.again > 1 }),
	ofNumber("joined words", -2, func(_ *titleView, c *titleCandidate) bool { return strings.Count(c.said, "_") > 1 }),
	// headings
	ofHeading("first line", 1, func(v *titleView, c *titleCandidate) bool { return v.lineNumber(c.Line) == 0 }),
	ofHeading("second or third line", 0.2, func(v *titleView, c *titleCandidate) bool {
		n := v.lineNumber(c.Line)
		return n == 1 || n == 2
	}),
	ofHeading("first line of plain text", 2.5, func(v *titleView, c *titleCandidate) bool { return v.Median == 0 && v.lineNumber(c.Line) == 0 }),
	ofHeading("later line of plain text", -1.5, func(v *titleView, c *titleCandidate) bool { return v.Median == 0 && v.lineNumber(c.Line) > 0 }),
	ofHeading("below a kind that heads the page", -1, func(v *titleView, c *titleCandidate) bool {
		return v.kind.Line != nil && v.kind.Heads && c.Line.Index > v.kind.Line.Index
	}),
	ofHeading("first", 0.5, func(_ *titleView, c *titleCandidate) bool { return c.nth == 0 }),
	ofHeading("the size of the text", -2.5, func(v *titleView, c *titleCandidate) bool {
		return v.Median > 0 && v.Relative(c.Line) < page.LargeLine
	}),
	ofHeading("the size of the text, in a letter", -1.5, func(v *titleView, c *titleCandidate) bool {
		return v.Median > 0 && v.Relative(c.Line) < page.LargeLine && v.isLetter()
	}),
	ofHeading("large", 0.7, func(v *titleView, c *titleCandidate) bool { return v.Relative(c.Line) >= outstanding }),
	ofHeading("very large", 0.5, func(v *titleView, c *titleCandidate) bool { return v.Relative(c.Line) >= 2 }),
	ofHeading("the largest", 1.5, func(v *titleView, c *titleCandidate) bool {
		return v.largest > 1.1 && v.Relative(c.Line) >= 0.97*v.largest
	}),
	ofHeading("of several lines", 0.5, func(_ *titleView, c *titleCandidate) bool { return c.lines > 1 }),
	ofHeading("goes on", -2, func(_ *titleView, c *titleCandidate) bool { return c.goesOn }),
	ofHeading("carries on", -2, func(_ *titleView, c *titleCandidate) bool { return c.torn }),
	ofHeading("in the lower half", -2, func(_ *titleView, c *titleCandidate) bool { return c.Line.Top > 0.5 }),
	ofHeading("one word", -0.7, func(_ *titleView, c *titleCandidate) bool { return len(strings.Fields(c.said)) == 1 }),
	ofHeading("five words and more", 0.5, func(_ *titleView, c *titleCandidate) bool { return len(strings.Fields(c.said)) >= 5 }),
	ofHeading("the file's own title", 6, func(v *titleView, c *titleCandidate) bool { return bare(c.said) == bare(v.Doc.MetaTitle) }),
	ofHeading("most of the file's own title", 2, func(v *titleView, c *titleCandidate) bool {
		t, s := bare(v.Doc.MetaTitle), bare(c.said)
		return s != "" && t != s && (strings.Contains(t, s) && 2*len(s) >= len(t) || t != "" && strings.Contains(s, t))
	}),
	ofHeading("holds the kind", 1.5, func(v *titleView, c *titleCandidate) bool { return v.kind.Line == c.Line }),
	ofHeading("says the issuer", -2, func(v *titleView, c *titleCandidate) bool {
		i, s := bare(v.issuer.value), bare(c.said)
		return i != "" && (strings.Contains(i, s) || strings.Contains(s, i))
	}),
	ofHeading("begins small", -1.5, func(_ *titleView, c *titleCandidate) bool { return unicode.IsLower(lex.FirstRune(c.said)) }),
	ofHeading("capitals", 0, func(_ *titleView, c *titleCandidate) bool { return strings.ToUpper(c.said) == c.said }),
	ofHeading("words capitalised", 0.3, func(_ *titleView, c *titleCandidate) bool { return firm.LooksLikeName(c.Line, c.Span) }),
	ofHeading("a sentence", -1, func(_ *titleView, c *titleCandidate) bool {
		return strings.HasSuffix(strings.TrimSpace(c.Line.Text), ".")
	}),
	ofHeading("a bracket or a symbol", -1, func(_ *titleView, c *titleCandidate) bool {
		return strings.IndexFunc(c.said, isSymbol) >= 0 || strings.HasPrefix(c.said, "(")
	}),
	ofHeading("a colon", -0.3, func(_ *titleView, c *titleCandidate) bool { return strings.Contains(c.said, ":") }),
	ofHeading("a version", -2, func(_ *titleView, c *titleCandidate) bool { return isVersion(c.Line.TokensIn(c.Span)) }),
	ofHeading("words of labels", -1.5, func(_ *titleView, c *titleCandidate) bool {
		return slices.ContainsFunc(c.Line.TokensIn(c.Span), func(t lex.Token) bool { return labelWords[t.Fold] })
	}),
	ofHeading("words of a firm", -0.7, func(_ *titleView, c *titleCandidate) bool {
		return slices.ContainsFunc(c.Line.TokensIn(c.Span), isFirmToken)
	}),
	ofHeading("words of a place", -1, func(_ *titleView, c *titleCandidate) bool {
		return slices.ContainsFunc(c.Line.TokensIn(c.Span), isPlaceToken)
	}),
	ofHeading("numbers", -0.3, func(_ *titleView, c *titleCandidate) bool { return lex.HasNumber(c.Line.TokensIn(c.Span)) }),
	ofHeading("something in its row", -1, func(v *titleView, c *titleCandidate) bool {
		return v.LeftOf(c.Line) != nil || v.RightOf(c.Line) != nil
	}),
	ofHeading("its words come again", 0.7, func(v *titleView, c *titleCandidate) bool { return v.comesAgain(c) }),
	ofHeading("a place alone", -1.5, func(_ *titleView, c *titleCandidate) bool { return firm.IsPlaceAlone(c.Line.TokensIn(c.Span)) }),
	ofHeading("labels alone", -2.5, func(_ *titleView, c *titleCandidate) bool { return isAllLabels(c.Line.TokensIn(c.Span)) }),
	ofHeading("like the name of a person", -3, func(_ *titleView, c *titleCandidate) bool { return isLikePerson(c.Line, c.Span) }),
	ofHeading("commas", -1, func(_ *titleView, c *titleCandidate) bool { return strings.Count(c.said, ",") > 1 }),
	ofHeading("at the top", 0.5, func(_ *titleView, c *titleCandidate) bool { return c.Line.Top < 0.15 }),
	ofHeading("a question", -0.5, func(_ *titleView, c *titleCandidate) bool { return strings.HasSuffix(c.Line.Text, "?") }),
	ofHeading("with a sum", -0.7, func(v *titleView, _ *titleCandidate) bool { return v.hasAmount }),
	ofHeading("holds a loose kind", 1, func(v *titleView, c *titleCandidate) bool {
		return v.kind.Line == c.Line && (v.kind.Role == page.LooseRole || v.kind.Role == page.FormalRole) && v.kind.Grown
	}),
	ofHeading("holds what documents are called", 0.5, func(_ *titleView, c *titleCandidate) bool { return page.NamesKind(c.Line.TokensIn(c.Span)) }),
	ofHeading("of trade", -3, func(v *titleView, _ *titleCandidate) bool { return v.kind.Role.IsTrade() }),
	ofHeading("of a formal kind", -1, func(v *titleView, _ *titleCandidate) bool { return v.kind.Role == page.FormalRole }),
	ofHeading("of a slip", -2, func(v *titleView, _ *titleCandidate) bool { return v.slip }),
	ofHeading("by OCR", -1, func(_ *titleView, c *titleCandidate) bool { return c.bySight() }),
	ofHeading("of a photo", -1.5, func(v *titleView, _ *titleCandidate) bool { return v.photo }),
	ofHeading("beside a number of the document", -1.5, func(v *titleView, _ *titleCandidate) bool { return v.hasOwn }),
	ofHeading("of a letter", -1, func(v *titleView, _ *titleCandidate) bool { return v.isLetter() }),
}

// noTitleFeatures speak for that the document has no title that a name needs.
var noTitleFeatures = []titleFeature{
	{Name: "always", Prior: 2.5, Of: func(*titleView, *titleCandidate) float64 { return 1 }},
	{Name: "of trade", Prior: 0, Of: func(v *titleView, _ *titleCandidate) float64 { return yes(v.kind.Role.IsTrade()) }},
	{Name: "of a formal kind", Prior: 0, Of: func(v *titleView, _ *titleCandidate) float64 { return yes(v.kind.Role == page.FormalRole) }},
	{Name: "with an issuer", Prior: 0.3, Of: func(v *titleView, _ *titleCandidate) float64 { return yes(v.issuer.value != "") }},
	{Name: "by OCR", Prior: 0.5, Of: func(v *titleView, _ *titleCandidate) float64 { return yes(v.Doc.Method == plan.MethodOCR) }},
	{Name: "a letter", Prior: 0.3, Of: func(v *titleView, _ *titleCandidate) float64 { return yes(v.isLetter()) }},
}

// lineNumber is how many lines with words stand before l, up to a few.
func (v *titleView) lineNumber(l *page.Line) int {
	n := 0
	for i := l.Index - 1; i >= 0 && n < 4; i-- {
		if v.Lines[i].WordCount > 0 {
			n++
		}
	}
	return n
}

// comesAgain reports whether most of the long words of a heading stand in the text below.
func (v *titleView) comesAgain(c *titleCandidate) bool {
	long, again := 0, 0
	for _, t := range c.Line.TokensIn(c.Span) {
		if t.Kind == lex.Word && len(t.Fold) > 3 {
			long++
			again += int(yes(v.words[t.Fold] > 1))
		}
	}
	return long > 0 && again*2 > long
}

// isAllLabels reports whether all words of tokens are those of labels.
func isAllLabels(tokens []lex.Token) bool {
	words := 0
	for _, t := range tokens {
		if t.Kind == lex.Word && !firm.SmallWords[t.Fold] {
			words++
			if !labelWords[t.Fold] && !firm.NoName[t.Fold] && !headerLabels[t.Fold] {
				return false
			}
		}
	}
	return words > 0
}

// isLikePerson reports whether s is two to four words with capitals of which at most
// one is a common one.
func isLikePerson(l *page.Line, s page.Span) bool {
	words, common := 0, 0
	for _, t := range l.TokensIn(s) {
		switch {
		case t.Kind != lex.Word || len(t.Fold) == 1:
			continue
		case firm.SmallWords[t.Fold] || labelWords[t.Fold] || !unicode.IsUpper(lex.FirstRune(l.Text[t.Start:])):
			return false
		case lex.NameWordOf(t.Fold) != 0:
			common++
		}
		words++
	}
	return words >= 2 && words <= 4 && common <= 1
}

// isVersion reports whether tokens say which edition this is and nothing else.
func isVersion(tokens []lex.Token) bool {
	return len(tokens) > 1 && versionWords[tokens[0].Fold] && lex.CountWords(tokens) == 1
}

var versionWords = lex.Set("version", "edition", "revision", "rev", "release", "ausgabe", "auflage", "fassung", "volume", "issue", "versie", "versao", "edicion", "edizione", "wydanie", "chapter", "kapitel", "part", "teil")

// labelKind is which kind of document the words before a number on its line are of.
func (v *titleView) labelKind(c *titleCandidate) label.Kind {
	if v.kind.Line == nil || c.Line == v.kind.Line {
		return label.NoKind
	}
	return label.KindBefore(c.Line.TokensIn(page.Span{Line: c.Line, End: c.Start}), lex.Tokenise(v.kind.Value))
}
