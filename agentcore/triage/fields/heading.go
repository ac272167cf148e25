package fields

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// headingWords is how many words a heading has at most.
const headingWords = 10

// headingLines is within how many first lines a heading of plain text stands.
const headingLines = 3

// heading is the line that stands over the text: the largest one near the top
// where sizes are known, else the first.
func (r *reading) heading(kind kindFound, issuer found) (plan.Field, bool) {
	if f, ok := r.windowTitle(); ok {
		return f, true
	}
	if s, ok := r.namedByProperty(kind, issuer); ok {
		return found{s, s.text(), subjectTitle}.field(), true
	}
	if r.median > 0 {
		return r.largestLines(kind, issuer)
	}
	seen := 0
	for _, l := range r.lines {
		if len(l.tokens) == 0 {
			continue
		}
		if seen++; seen > headingLines {
			break
		}
		if s, ok := headingIn(l, kind, issuer); ok {
			return found{s, s.text(), headingTitle}.field(), true
		}
	}
	return plan.Field{}, false
}

// outstanding is from how many usual sizes on a line is a heading.
const outstanding = 1.4

// largestLines is the largest line of the upper half of the first page, if it
// stands out, with the lines around it that carry it on.
func (r *reading) largestLines(kind kindFound, issuer found) (plan.Field, bool) {
	var best span
	size := outstanding
	for _, l := range r.lines {
		if l.top > 0.5 || r.relative(l) < size || l.index > 0 && r.relative(l) == size && best.line != nil {
			continue
		}
		if s, ok := headingIn(l, kind, issuer); ok {
			best, size = s, r.relative(l)
		}
	}
	if best.line == nil {
		return plan.Field{}, false
	}
	f := found{best, best.text(), largeTitle}.field()
	for _, step := range []int{-1, 1} {
		for next := best.line; ; {
			next = r.carriesOn(next, step)
			if next == nil {
				break
			}
			s, ok := headingIn(next, kind, issuer)
			if !ok || utf8.RuneCountInString(f.Value)+utf8.RuneCountInString(s.text()) >= maxTitle {
				break
			}
			f = joined(f, s, step)
		}
	}
	return f, true
}

// How alike the lines of one heading are: in size, and in how far apart they
// stand.
const (
	sameSize    = 0.75
	headingGaps = 1.2
)

// carriesOn is the line above or below l that belongs to the same heading.
func (r *reading) carriesOn(l *line, step int) *line {
	i := l.row + step
	if l.row < 0 || i < 0 || i >= len(r.rows) {
		return nil
	}
	o := r.rows[i]
	small, large := min(o.size(), l.size()), max(o.size(), l.size())
	gap := max(o.Box[1], l.Box[1]) - min(o.Box[1]+o.Box[3], l.Box[1]+l.Box[3])
	if o.Page != l.Page || small < sameSize*large || gap > headingGaps*small || r.relative(o) < largeLine {
		return nil
	}
	if o.Box[0] > l.Box[0]+l.Box[2] || l.Box[0] > o.Box[0]+o.Box[2] {
		return nil
	}
	return o
}

// joined is a title with one more line before or behind it.
func joined(f plan.Field, s span, step int) plan.Field {
	e := &f.Evidence
	if step < 0 {
		f.Value, e.Text = s.text()+" "+f.Value, s.text()+" "+e.Text
	} else {
		f.Value, e.Text = f.Value+" "+s.text(), e.Text+" "+s.text()
	}
	if box := s.box(); len(box) == 4 {
		e.Box = union(e.Box, box)
	}
	f.Confidence = min(f.Confidence, s.weighed(largeTitle))
	return f
}

// namedByProperty is the line of the first page that says what the file's own
// properties say is its title.
func (r *reading) namedByProperty(kind kindFound, issuer found) (span, bool) {
	title := strings.TrimSpace(r.doc.MetaTitle)
	for _, l := range r.lines {
		if l.Page <= 1 && title != "" && l.wordCount > 1 && strings.EqualFold(strings.TrimSpace(l.text), title) {
			s := span{l, 0, len(l.text)}.trimmed("")
			return s, l != issuer.line && l != kind.line && s.legible() && isTitle(s)
		}
	}
	return span{}, false
}

// windowTop is how far down a picture of a screen the title of a window stands.
const windowTop = 0.15

// windowTitle is the title of the window that a screenshot shows, with its
// program in front: "Inbox - Mail" becomes "Mail Inbox".
func (r *reading) windowTitle() (plan.Field, bool) {
	if !r.isScreenshot() {
		return plan.Field{}, false
	}
	for _, l := range r.lines {
		s := span{l, 0, len(l.text)}.trimmed("")
		if l.top > windowTop || l.wordCount > headingWords || !s.legible() || !isTitle(s) {
			continue
		}
		for _, between := range []string{" - ", " – ", " — ", " | "} {
			parts := strings.Split(s.text(), between)
			if len(parts) == 2 && hasWord(parts[0]) && hasWord(parts[1]) {
				return found{s, strings.TrimSpace(parts[1]) + " " + strings.TrimSpace(parts[0]), headingTitle}.field(), true
			}
		}
	}
	return plan.Field{}, false
}

func hasWord(s string) bool {
	return strings.IndexFunc(s, isLetter) >= 0 && utf8.RuneCountInString(strings.TrimSpace(s)) >= 3
}

// headingIn is the heading that the line could be.
func headingIn(l *line, kind kindFound, issuer found) (span, bool) {
	s := span{l, 0, len(l.text)}.trimmed("#*=_-–—:;,.\"“”„")
	switch {
	case l.wordCount == 0 || l.wordCount > headingWords || l.recipient || len(l.dates) > 0:
		return s, false
	case l == issuer.line || l == kind.line && strings.EqualFold(s.text(), kind.value):
		return s, false
	case isAddress(withoutYears(l.tokens)) || greets(l.tokens) || strings.Contains(l.text, "@"):
		return s, false
	case hasLabel(l) || isRow(l) || sections[fold(s.text())]:
		return s, false
	}
	if _, legal := nameSpan(s); legal {
		return s, false // a firm
	}
	return shortened(s, maxTitle), s.legible() && isTitle(s)
}

// withoutYears are tokens without the years, which look like post codes.
func withoutYears(tokens []token) []token {
	return slices.DeleteFunc(slices.Clone(tokens), func(t token) bool { return t.kind == number && isYear(t.fold) })
}

// titleWords is how many words stand behind the colon of a title at least:
// "Rivers: a short history of floods".
const titleWords = 3

// hasLabel reports whether the line is a label and its value.
func hasLabel(l *line) bool {
	for i, t := range l.tokens {
		switch {
		case t.fold != ":":
		case i+1 < len(l.tokens) && l.tokens[i+1].kind == number:
			return true
		case i == 1:
			return headerLabels[l.tokens[0].fold] || countWords(l.tokens[2:]) < titleWords
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
func isRow(l *line) bool {
	numbers := 0
	for i, t := range l.tokens {
		if t.kind != number {
			continue
		}
		numbers++
		if i+2 < len(l.tokens) && (l.tokens[i+1].fold == "." || l.tokens[i+1].fold == ",") && len(l.tokens[i+2].fold) == 2 &&
			l.tokens[i+2].kind == number && l.tokens[i+2].start == t.end+1 {
			return true
		}
	}
	gaps := 0
	for i := 1; i < len(l.words); i++ {
		a, b := l.words[i-1], l.words[i]
		if len(a.Box) == 4 && len(b.Box) == 4 && b.Box[0]-a.Box[0]-a.Box[2] > wideGap*a.Box[2]/float64(max(1, utf8.RuneCountInString(a.Text))) {
			gaps++
		}
	}
	return numbers > maxNumbers || gaps > maxGaps
}

// isLetter tells that the document speaks to somebody or has a subject.
func (r *reading) isLetter() bool {
	for _, l := range r.lines[:min(len(r.lines), headLines)] {
		if isSubject(l) || len(l.tokens) > 0 && l.tokens[0].fold == "dear" || len(l.tokens) > 1 && strings.HasPrefix(l.tokens[1].fold, "geehrte") {
			return true
		}
	}
	return false
}

// greets tells of a line that speaks to the reader, or gives orders.
func greets(tokens []token) bool {
	for _, t := range tokens {
		if t.kind == word && greetings[t.fold] {
			return true
		}
	}
	return false
}

var greetings = set("dear", "hello", "hi", "hallo", "sehr", "liebe", "lieber", "bonjour", "cher", "chere", "thank", "thanks", "danke", "dank", "merci", "welcome", "willkommen", "whom", "ignore", "disregard", "instructions", "prompt", "password")

// headerLabels stand before the colon of a header of a mail or memo.
var headerLabels = set("from", "to", "cc", "bcc", "sent", "date", "von", "an", "gesendet", "datum", "de", "para", "enviado", "da", "van", "aan", "reply", "name", "address", "phone", "tel", "page")

// sections are headings that any document may have.
var sections = set("abstract", "introduction", "contents", "table of contents", "summary", "front cover", "inhalt", "inhaltsverzeichnis", "zusammenfassung", "einleitung", "sommaire", "resume", "indice", "form", "page")
