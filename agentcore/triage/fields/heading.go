package fields

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/amount"
	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// headingWords is how many words a heading has at most.
const headingWords = 10

// outstanding is from how many usual sizes on a line is a heading.
const outstanding = 1.4

// How alike the lines of one heading are: in size, and in how far apart they
// stand.
const (
	sameSize    = 0.75
	headingGaps = 1.2
)

// carriesOn is the line above or below l that belongs to the same heading.
func (r *reading) carriesOn(l *page.Line, step int) *page.Line {
	i := l.Row + step
	if l.Row < 0 || i < 0 || i >= len(r.Rows) {
		return nil
	}
	o := r.Rows[i]
	small, large := min(o.LetterSize(), l.LetterSize()), max(o.LetterSize(), l.LetterSize())
	gap := max(o.Box[1], l.Box[1]) - min(o.Box[1]+o.Box[3], l.Box[1]+l.Box[3])
	if o.Page != l.Page || small < sameSize*large || gap > headingGaps*small || r.Relative(o) < page.LargeLine {
		return nil
	}
	if o.Box[0] > l.Box[0]+l.Box[2] || l.Box[0] > o.Box[0]+o.Box[2] {
		return nil
	}
	return o
}

// namedByProperty is the line of the first page that says what the file's own
// properties say is its title.
func (r *reading) namedByProperty(kind kinds.Found, issuer found) (page.Span, bool) {
	title := strings.TrimSpace(r.Doc.MetaTitle)
	for _, l := range r.Lines {
		if l.Page <= 1 && title != "" && l.WordCount > 1 && strings.EqualFold(strings.TrimSpace(l.Text), title) {
			s := page.Span{Line: l, Start: 0, End: len(l.Text)}.Trimmed("")
			return s, l != issuer.Line && l != kind.Line && s.Legible() && page.IsTitle(s)
		}
	}
	return page.Span{}, false
}

// windowTop is how far down a picture of a screen the title of a window stands.
const windowTop = 0.15

// windowTitle is the title of the window that a screenshot shows, with its
// program in front: "Inbox - Mail" becomes "Mail Inbox".
func (r *reading) windowTitle() (found, bool) {
	if !r.IsScreenshot() {
		return found{}, false
	}
	for _, l := range r.Lines {
		s := page.Span{Line: l, Start: 0, End: len(l.Text)}.Trimmed("")
		if l.Top > windowTop || l.WordCount > headingWords || !s.Legible() || !page.IsTitle(s) {
			continue
		}
		for _, between := range []string{" - ", " – ", " — ", " | "} {
			parts := strings.Split(s.Text(), between)
			if len(parts) == 2 && hasWord(parts[0]) && hasWord(parts[1]) && bare(parts[0]) != bare(parts[1]) {
				return found{s, strings.TrimSpace(parts[1]) + " " + strings.TrimSpace(parts[0]), 0}, true
			}
		}
	}
	return found{}, false
}

func hasWord(s string) bool {
	return strings.IndexFunc(s, lex.IsLetter) >= 0 && utf8.RuneCountInString(strings.TrimSpace(s)) >= 3
}

// headingIn is the heading that the line could be.
func headingIn(l *page.Line, kind kinds.Found, issuer found) (page.Span, bool) {
	s := page.Span{Line: l, Start: 0, End: len(l.Text)}.Trimmed("#*=_-–—:;,.\"“”„")
	switch {
	case l.WordCount == 0 || l.WordCount > headingWords || l.Recipient || len(l.Dates) > 0:
		return s, false
	case l == issuer.Line || l == kind.Line && strings.EqualFold(s.Text(), kind.Value):
		return s, false
	case page.IsAddress(withoutYears(l.Tokens)) || isPlaceLine(l.Tokens) || isSymbol(lex.FirstRune(s.Text())) || greets(l.Tokens) || strings.Contains(l.Text, "@"):
		return s, false
	case hasLabel(l) || label.IsSubject(l) || isNumberRow(l) || isRow(l) || isTableText(l.Tokens) || isFileName(s.Text()) && strings.Contains(s.Text(), "_") || sections[lex.Fold(s.Text())]:
		return s, false
	}
	if _, legal := firm.Name(s); legal {
		return s, false // a firm
	}
	return shortened(s, maxTitle), s.Legible() && page.IsTitle(s)
}

// isNumberRow reports whether a line begins with the label of a number and a colon.
func isNumberRow(l *page.Line) bool {
	_, next, ok := label.Numbers.At(l.Tokens, 0)
	return ok && labelled(l, next)
}

// isPlaceLine reports whether tokens have a word of addresses and a number: "LOT 276".
func isPlaceLine(tokens []lex.Token) bool {
	return lex.HasNumber(tokens) && slices.ContainsFunc(tokens, func(t lex.Token) bool { return t.Kind == lex.Word && addressWords[t.Fold] })
}

// isTableText reports whether tokens are of a table or a sum: they begin with a word of
// those, or hold the number of an article.
func isTableText(tokens []lex.Token) bool {
	for _, t := range tokens {
		if t.Kind == lex.Number && len(t.Fold) >= articleDigits {
			return true
		}
	}
	return amount.IsLabel(tokens, 0)
}

// articleDigits is how many digits the number of an article has at least.
const articleDigits = 6

// withoutYears are tokens without the years, which look like post codes.
func withoutYears(tokens []lex.Token) []lex.Token {
	return slices.DeleteFunc(slices.Clone(tokens), func(t lex.Token) bool { return t.Kind == lex.Number && isYear(t.Fold) })
}

// titleWords is how many words stand behind the colon of a title at least:
// "Rivers: a short history of floods".
const titleWords = 3

// hasLabel reports whether the line is a label and its value.
func hasLabel(l *page.Line) bool {
	for i, t := range l.Tokens {
		switch {
		case t.Fold != ":":
		case i+1 < len(l.Tokens) && l.Tokens[i+1].Kind == lex.Number:
			return true
		case i == 1:
			return headerLabels[l.Tokens[0].Fold] || lex.CountWords(l.Tokens[2:]) < titleWords
		}
	}
	return false
}

// The most numbers that a heading has, and the gaps as wide as wideGap letters.
const (
	maxNumbers = 2
	maxGaps    = 1
	wideGap    = 4
)

// isRow reports whether the line is a row of a table: it has a price, several
// numbers, or wide gaps between its words.
func isRow(l *page.Line) bool {
	numbers := 0
	for i, t := range l.Tokens {
		if t.Kind != lex.Number {
			continue
		}
		numbers++
		if i+2 < len(l.Tokens) && (l.Tokens[i+1].Fold == "." || l.Tokens[i+1].Fold == ",") && len(l.Tokens[i+2].Fold) == 2 &&
			l.Tokens[i+2].Kind == lex.Number && l.Tokens[i+2].Start == t.End+1 {
			return true
		}
	}
	gaps := 0
	for i := 1; i < len(l.Words); i++ {
		a, b := l.Words[i-1], l.Words[i]
		if len(a.Box) == 4 && len(b.Box) == 4 && b.Box[0]-a.Box[0]-a.Box[2] > wideGap*a.Box[2]/float64(max(1, utf8.RuneCountInString(a.Text))) {
			gaps++
		}
	}
	return numbers > maxNumbers || gaps > maxGaps
}

// isLetter reports whether the document speaks to somebody or has a subject.
func (r *reading) isLetter() bool {
	for _, l := range r.Lines[:min(len(r.Lines), headLines)] {
		if label.IsSubject(l) || len(l.Tokens) > 0 && l.Tokens[0].Fold == "dear" || len(l.Tokens) > 1 && strings.HasPrefix(l.Tokens[1].Fold, "geehrte") {
			return true
		}
	}
	return false
}

// openings begin the line that opens a letter, with what such a letter is called in the
// language; those of polite do so without a mark at its end as well.
var (
	openings = map[string]string{
		"dear": "Letter", "hello": "Letter", "hi": "Letter",
		"sehr": "Brief", "liebe": "Brief", "lieber": "Brief", "hallo": "Brief", "geachte": "Brief", "beste": "Brief",
		"bonjour": "Lettre", "cher": "Lettre", "chere": "Lettre", "chers": "Lettre", "madame": "Lettre", "monsieur": "Lettre", "mesdames": "Lettre", "messieurs": "Lettre",
		"estimado": "Carta", "estimada": "Carta", "estimados": "Carta", "muy": "Carta", "querido": "Carta", "querida": "Carta",
		"prezado": "Carta", "prezada": "Carta", "exmo": "Carta", "exma": "Carta",
		"gentile": "Lettera", "gentili": "Lettera", "egregio": "Lettera", "egregia": "Lettera", "caro": "Lettera", "cara": "Lettera",
		"szanowny": "List", "szanowna": "List", "szanowni": "List",
	}
	polite = lex.Set("dear", "sehr", "estimado", "estimada", "geachte", "szanowny", "szanowna")
)

// longestOpening is how many words the line that opens a letter has at most.
const longestOpening = 10

// opening is the index of the line that opens a letter; that of no line where none does.
func (r *reading) opening() int {
	for i, l := range r.Lines[:min(len(r.Lines), headLines)] {
		if len(l.Tokens) < 2 || l.WordCount > longestOpening || openings[l.Tokens[0].Fold] == "" {
			continue
		}
		if end := l.Tokens[len(l.Tokens)-1].Fold; polite[l.Tokens[0].Fold] || end == "," || end == "!" || end == ":" {
			return i
		}
	}
	return -1
}

// letter is the kind of a document that has no name for itself and opens as a letter.
func (r *reading) letter() plan.Field {
	at := r.opening()
	if at < 0 || !letterFiles[r.Doc.Kind] {
		return plan.Field{}
	}
	l := r.Lines[at]
	s := l.SpanOf(0, len(l.Tokens))
	return plan.Field{Value: openings[l.Tokens[0].Fold], Confidence: shortKind, Evidence: s.Evidence()}
}

// letterFiles are the kinds of files that letters are kept in; a mail is none.
var letterFiles = lex.Set("pdf", "image", "docx", "odt", "text", "rtf")

// greets tells of a line that speaks to the reader, or gives orders.
func greets(tokens []lex.Token) bool {
	for _, t := range tokens {
		if t.Kind == lex.Word && greetings[t.Fold] {
			return true
		}
	}
	return false
}

var greetings = lex.SetOf("greeting", "dear", "hello", "hi", "hallo", "sehr", "liebe", "lieber", "bonjour", "cher", "chere", "thank", "thanks", "danke", "dank", "merci", "welcome", "willkommen", "whom", "ignore", "disregard", "instructions", "prompt", "password")

// headerLabels stand before the colon of a header of a mail or memo.
var headerLabels = lex.Set("from", "to", "cc", "bcc", "sent", "date", "von", "an", "gesendet", "datum", "de", "para", "enviado", "da", "van", "aan", "reply", "name", "address", "phone", "tel", "page")

// sections are headings that any document may have.
var sections = lex.Set("abstract", "introduction", "contents", "table of contents", "summary", "front cover", "inhalt", "inhaltsverzeichnis", "zusammenfassung", "einleitung", "sommaire", "resume", "indice", "form", "page", "parties", "background", "recitals", "definitions", "findings", "introduction", "conclusion", "conclusions", "references", "experience", "education", "skills", "contact", "languages", "details")
