package fields

import "strings"

// What speaks for a name as the issuer's.
const (
	labelledIssuer = 0.9 // From: ...
	nameBase       = 0.25
	legalBonus     = 0.3
	firstBonus     = 0.25 // the first name on the page
	secondBonus    = 0.12
	largeBonus     = 0.15
	largestBonus   = 0.1
	domainBonus    = 0.3
	addressBonus   = 0.1
	paperBonus     = 0.1 // the document is of a kind that somebody issues
	authorBonus    = 0.2
	slackPenalty   = 0.2 // it does not look like a name
	bottomPenalty  = 0.2 // below the upper part of the page
	minIssuer      = 0.5
	maxIssuer      = 0.95
)

// headLines is how many lines are looked at for who issued the document; a
// letterhead or a footer is not further away from its page's edge.
const headLines = 400

// findIssuer is who sent or sold what the document is about.
func (r *reading) findIssuer(kind role, hasAmount bool) (found, bool) {
	if f, ok := r.labelledIssuer(); ok {
		return f, true
	}
	paper := kind == tradeRole || kind == statementRole || kind == formalRole || hasAmount && kind == noRole && !r.isScreenshot()
	letter := r.isLetter()
	domains := r.domains()
	var best found
	seen := 0
	for _, l := range r.lines[:min(len(r.lines), headLines)] {
		s, legal, ok := r.nameIn(l)
		if !ok {
			continue
		}
		c := claim{span: s, legal: legal, rank: seen, paper: paper || letter && r.isAddressed(s)}
		seen++
		if score := r.issuerScore(c, domains); score > best.confidence {
			best = found{s, s.text(), score}
		}
	}
	best.confidence = min(best.confidence, maxIssuer)
	return best, best.confidence >= minIssuer
}

// labelledIssuer is the name behind "From:" and the like.
func (r *reading) labelledIssuer() (found, bool) {
	for _, l := range r.lines[:min(len(r.lines), headLines)] {
		if len(l.tokens) == 0 || l.Page > 1 {
			continue
		}
		next, ok := issuerLabelEnd(l)
		if !ok {
			continue
		}
		end := len(l.text)
		if l.recipient && l.recipientFrom > l.tokens[next].end {
			end = l.recipientFrom
		}
		s, _ := nameSpan(span{l, l.tokens[next].end, end})
		if next+1 == len(l.tokens) && l.tokens[next].fold == ":" {
			s = r.nameBelow(l)
		}
		if s.line != nil && s.legible() && isName(s) {
			return found{s, s.text(), labelledIssuer}, true
		}
	}
	return found{}, false
}

// issuerLabelEnd is the last token of the label that the line begins with: the
// colon of "From:", or the last word of "Receipt from".
func issuerLabelEnd(l *line) (int, bool) {
	if _, next, ok := issuerLabels.at(l.tokens, 0); ok {
		return next, next < len(l.tokens) && l.tokens[next].fold == ":"
	}
	start := 0
	if l.tokens[0].fold == "your" {
		start = 1
	}
	if start >= len(l.tokens) {
		return 0, false
	}
	_, next, ok := kindWords.at(l.tokens, start)
	return next, ok && next < len(l.tokens) && fromWords[l.tokens[next].fold]
}

// nameBelow is the name in the line after a label that stands alone.
func (r *reading) nameBelow(l *line) span {
	next := r.after(l)
	if next == nil || next.recipient {
		return span{}
	}
	s, _ := nameSpan(span{next, 0, len(next.text)})
	return s
}

// claim is a name that could be the issuer's.
type claim struct {
	span
	legal bool // it ends in a legal form
	rank  int  // how many names stand before it
	paper bool // the document is one that somebody issues
}

// issuerScore is how much speaks for the claim.
func (r *reading) issuerScore(c claim, domains []string) float64 {
	score, firm := nameBase, c.legal
	if c.legal {
		score += legalBonus
	}
	if agreesWith(c.text(), domains) {
		score += domainBonus
		firm = true
	}
	if author := r.doc.MetaAuthor; author != "" && fold(author) == fold(c.text()) {
		score += authorBonus
		firm = true
	}
	if !firm && (!c.paper || c.line.Page > 1) {
		return 0
	}
	return score + r.placeScore(c)
}

// placeScore is what the claim's place and looks speak for it.
func (r *reading) placeScore(c claim) float64 {
	score := 0.0
	switch {
	case c.line.top > upperPart:
		score -= bottomPenalty
	case c.rank == 0:
		score += firstBonus
	case c.rank == 1:
		score += secondBonus
	}
	if size := r.relative(c.line); size >= largeLine {
		score += largeBonus
		if size >= 1.6 {
			score += largestBonus
		}
	}
	if c.paper {
		score += paperBonus
	}
	if r.isAddressed(c.span) {
		score += addressBonus
	}
	if !looksLikeName(c.line, c.span) {
		score -= slackPenalty
	}
	return score
}

// isAddressed tells that an address follows the name.
func (r *reading) isAddressed(s span) bool {
	if isAddress(s.line.tokensIn(span{s.line, s.end, len(s.line.text)})) {
		return true
	}
	next := r.after(s.line)
	return next != nil && len(next.dates) == 0 && isAddress(next.tokens)
}

// nameIn is the part of the line that could be the name of a firm.
func (r *reading) nameIn(l *line) (s span, legal, ok bool) {
	s = span{l, 0, len(l.text)}
	if l.recipient {
		s.end = l.recipientFrom
	}
	s, legal = nameSpan(s)
	isLabel := strings.HasPrefix(strings.TrimSpace(l.text[s.end:]), ":")
	if isLabel || !s.legible() || !isName(s) || !legal && (isAddress(l.tokensIn(s)) || len(l.dates) > 0) {
		return s, legal, false
	}
	if _, next, is := kindAt(l.tokens, 0); is && l.tokens[next-1].end >= s.end {
		return s, legal, false
	}
	return s, legal, true
}
