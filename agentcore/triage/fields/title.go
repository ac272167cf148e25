package fields

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// How far a title is believed, by where it comes from.
const (
	numberTitle   = 0.92
	subjectTitle  = 0.92
	matterTitle   = 0.6 // a reference that need not be the document's own
	headingTitle  = 0.8
	largeTitle    = 0.75
	propertyTitle = 0.55
)

// maxTitle is how many characters a title has at most.
const maxTitle = 80

// findTitle is the document's number where it is one of trade, else what it
// says that it is about, else its heading.
func (r *reading) findTitle(kind kindFound, issuer found) (plan.Field, bool) {
	num, hasNum := r.documentNumber()
	subject, hasSubject := r.subject()
	preferNumber := kind.role == tradeRole || !hasSubject
	switch {
	case hasNum && preferNumber && num.confidence > matterTitle:
		return num.field(), true
	case hasSubject:
		return subject.field(), true
	}
	if kind.role == noRole || kind.role == looseRole {
		if f, ok := r.heading(kind, issuer); ok {
			return f.field(), true
		}
	}
	if hasNum {
		return num.field(), true
	}
	return r.property(kind, issuer)
}

// documentNumber is the first number with a label of its own, or else the
// first with any.
func (r *reading) documentNumber() (found, bool) {
	var other found
	for _, l := range r.lines {
		f, ok := r.numberOf(l)
		if ok && f.confidence == numberTitle {
			return f, true
		}
		if ok && other.line == nil {
			other = f
		}
	}
	return other, other.line != nil
}

// numberOf is the number that the line has or labels.
func (r *reading) numberOf(l *line) (found, bool) {
	if l.wordCount > 2*shortLine {
		return found{}, false
	}
	for i := 0; i < len(l.tokens); {
		own, next, ok := numberLabels.at(l.tokens, i)
		if !ok {
			i++
			continue
		}
		before := i > 0 && foreignNumbers[l.tokens[i-1].fold]
		if s, is := r.numberAfter(l, i, next); is && !before {
			score := matterTitle
			if own {
				score = numberTitle
			}
			return found{s, s.text(), score}, true
		}
		i = next
	}
	return found{}, false
}

// numberAfter is the number behind the label in the tokens from first up to
// next: on the line, to the right of it, or below it. A label that is a bare
// noun ("Invoice") needs a sign that a number follows.
func (r *reading) numberAfter(l *line, first, next int) (span, bool) {
	signed := next-first > 1 || isNumberWord(l.tokens[next-1].fold)
	for next < len(l.tokens) && l.tokens[next].kind == mark && strings.Contains(":#.°º", l.tokens[next].fold) {
		signed = true
		next++
	}
	if next < len(l.tokens) {
		s, ok := codeAt(l, l.tokens[next].start)
		return s, ok && (signed || hasLetterAndDigit(s.text()) || first == 0 && endsLine(s) && !isYear(s.text()) && len(s.text()) > 2)
	}
	if !signed {
		return span{}, false
	}
	if right := r.rightOf(l); right != nil {
		return codeAlone(right)
	}
	if below := r.after(l); below != nil && len(below.Box) == len(l.Box) {
		return codeAlone(below)
	}
	return span{}, false
}

// isNumberWord tells of labels that say themselves that a number follows.
func isNumberWord(w string) bool {
	return strings.HasSuffix(w, "nummer") || strings.HasSuffix(w, "nr") || w == "aktenzeichen" || w == "referenz" || w == "reference" || w == "ref"
}

// endsLine tells that nothing stands behind s.
func endsLine(s span) bool { return strings.TrimSpace(s.line.text[s.end:]) == "" }

func isYear(s string) bool {
	return len(s) == 4 && (strings.HasPrefix(s, "19") || strings.HasPrefix(s, "20"))
}

func hasLetterAndDigit(s string) bool {
	return strings.ContainsFunc(s, isDigit) && strings.ContainsFunc(s, unicode.IsLetter)
}

// codeAlone is the code that all of a line is.
func codeAlone(l *line) (span, bool) {
	if len(l.tokens) == 0 {
		return span{}, false
	}
	s, ok := codeAt(l, l.tokens[0].start)
	return s, ok && s.end >= l.tokens[len(l.tokens)-1].start
}

// The length of a document's number, in bytes.
const (
	minCode = 2
	maxCode = 30
)

// codeAt is the number that starts at byte start: AF-7731, 2025/0817, RE 20394.
func codeAt(l *line, start int) (span, bool) {
	end := start + run(l.text[start:], isCodeRune)
	if letters := l.text[start:end]; len(letters) <= 4 && !strings.ContainsFunc(letters, isDigit) && end < len(l.text) && l.text[end] == ' ' {
		if more := run(l.text[end+1:], isCodeRune); more > 0 && isDigit(rune(l.text[end+1])) && strings.ToUpper(letters) == letters {
			end += 1 + more
		}
	}
	end = pastThousands(l.text, start, end)
	s := span{l, start, end}.trimmed(".,-/_")
	code := s.text()
	if len(code) < minCode || len(code) > maxCode || !strings.ContainsFunc(code, isDigit) || !s.legible() {
		return s, false
	}
	return s, len(l.datesIn(s)) == 0
}

// pastThousands is the end of a number that is set in groups of three digits,
// as amounts are: 10 234 567.
func pastThousands(text string, start, end int) int {
	if end-start > 3 || run(text[start:], isDigit) != end-start {
		return end
	}
	for end-start < maxCode && end < len(text) && text[end] == ' ' && run(text[end+1:], isDigit) == 3 {
		end += 4
	}
	return end
}

func isCodeRune(r rune) bool {
	return isDigit(r) || r < utf8.RuneSelf && unicode.IsLetter(r) || strings.ContainsRune("-/._", r)
}

// subject is what stands behind "Subject:" and the like.
func (r *reading) subject() (found, bool) {
	for _, l := range r.lines {
		next, ok := afterSubjectLabel(l)
		if !ok {
			continue
		}
		s := span{l, l.tokens[next].end, len(l.text)}.trimmed("")
		if s = s.shortened(maxTitle); s.legible() && isTitle(s) {
			return found{s, s.text(), subjectTitle}, true
		}
	}
	return found{}, false
}

// afterSubjectLabel is the colon behind "Subject" and the like.
func afterSubjectLabel(l *line) (int, bool) {
	if len(l.tokens) == 0 {
		return 0, false
	}
	_, next, ok := subjectLabels.at(l.tokens, 0)
	if next < len(l.tokens) && l.tokens[next].fold == "." {
		next++
	}
	return next, ok && next < len(l.tokens) && l.tokens[next].fold == ":"
}

func isSubject(l *line) bool {
	_, ok := afterSubjectLabel(l)
	return ok
}

// shortened is s cut at a space to at most n characters.
func (s span) shortened(n int) span {
	text := s.text()
	if utf8.RuneCountInString(text) <= n {
		return s
	}
	end := 0
	for i := range text {
		if n == 0 {
			end = i
			break
		}
		n--
	}
	if space := strings.LastIndexByte(text[:end], ' '); space > 0 {
		end = space
	}
	s.end = s.start + end
	return s.trimmed(",;:-")
}

// isTitle tells that s has words, is in print and no path.
func isTitle(s span) bool {
	letters := 0
	for _, r := range s.text() {
		switch {
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\\' || r == '<' || r == '>' || r == '{' || r == '}':
			return false
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters >= 3 && letters*2 >= utf8.RuneCountInString(s.text()) && !strings.Contains(s.text(), "../") && !strings.Contains(s.text(), "://")
}

// property is the title that the file's own properties tell.
func (r *reading) property(kind kindFound, issuer found) (plan.Field, bool) {
	t := strings.TrimSpace(r.doc.MetaTitle)
	if t == "" || !utf8.ValidString(t) || utf8.RuneCountInString(t) > maxTitle || strings.EqualFold(t, kind.value) || strings.EqualFold(t, issuer.value) {
		return plan.Field{}, false
	}
	l := &line{Line: &Line{}, text: t, tokens: tokenise(t), sure: true}
	low := fold(t)
	for _, junk := range []string{"microsoft", "untitled", "unbenannt", "document", "dokument", "sans titre", ".doc", ".pdf", ".xls", ".indd"} {
		if strings.Contains(low, junk) {
			return plan.Field{}, false
		}
	}
	s := span{l, 0, len(t)}
	if !isTitle(s) {
		return plan.Field{}, false
	}
	return plan.Field{Value: t, Evidence: plan.Evidence{Text: t}, Confidence: propertyTitle, Doubt: "only the file's properties tell it"}, true
}
