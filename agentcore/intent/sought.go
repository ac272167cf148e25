package intent

import (
	"cmp"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/intent/span"
)

// Sought is what a text looks for among documents.
type Sought struct {
	// Only is what they have to be, and KindText the words that say its kind.
	Only     Pick
	KindText string
	// Words are those that may stand in them, as they were said.
	Words []string
	// Sum reports that their amounts are to be added up.
	Sum bool
}

// Seek reads what a text looks for, in a search field or as a question.
func Seek(text string, today time.Time) Sought {
	r := bestReader(text, nil)
	r.scan()
	r.takeYears()
	s := Sought{Sum: r.has(roleSum)}
	for _, p := range r.request.On(today).Files.Only {
		s.Only = s.Only.and(p)
		s.Words = append(s.Words, strings.Fields(p.Word)...) // Acme of "Acme invoices": it may stand anywhere
	}
	s.Only.One = false
	var all []string
	for _, it := range r.items {
		said := cmp.Or(it.text, it.field)
		if strings.IndexFunc(said, func(c rune) bool { return !isMark(c) }) < 0 {
			continue
		}
		if it.kind == tokenName && said != s.Only.Sender || it.kind != tokenWord && !it.used { // the name of a file, or a text in quotes
			s.Words = append(s.Words, said)
			continue
		}
		if it.used && it.is(roleKind) && s.Only.Kind != "" {
			s.KindText = said
		}
		if it.used && !it.is(roleThings, roleCourtesy, rolePlace) {
			continue
		}
		all = append(all, said)
		if it.kind == tokenWord && it.is(unsought...) {
			continue
		}
		s.Words = append(s.Words, said)
	}
	if len(s.Words) == 0 && s.Only == (Pick{}) && !s.Sum { // who types "the list" looks for it
		s.Words = all
	}
	return s
}

// unsought are the roles of words that only ask.
var unsought = []role{
	roleUnsearched, roleUnsought, roleSum, roleFind, roleList, roleRead, roleCount, roleWhich, roleBeing, roleWish, roleCourtesy,
	rolePlease, roleThings, rolePlace, roleShall, roleDo, roleAll, roleFrom, roleInto,
}

// takeYears reads years that stand behind "in", and any in a question for a sum.
func (r *reader) takeYears() {
	for i := range r.items {
		it := &r.items[i]
		if it.used || !it.is(roleMonth) && (r.yearAt(i) == 0 || !r.has(roleSum) && !r.isAt(i-1, roleInto, roleInside)) {
			continue
		}
		if period, n := r.dateAt(i); n > 0 {
			r.use(i, n)
			r.narrow(func(p *Pick) { p.Dated = period })
		}
	}
}

// and returns what both picks say, the first where they differ.
func (p Pick) and(o Pick) Pick {
	p.Kind, p.Sender, p.Name = cmp.Or(p.Kind, o.Kind), cmp.Or(p.Sender, o.Sender), cmp.Or(p.Name, o.Name)
	p.Ending, p.Contains = cmp.Or(p.Ending, o.Ending), cmp.Or(p.Contains, o.Contains)
	if p.Dated == (span.Period{}) {
		p.Dated = o.Dated
	}
	if p.Sum == (span.Sum{}) {
		p.Sum = o.Sum
	}
	return p
}

// IsKind reports whether a document that calls itself said is of a kind.
func IsKind(kind, said string) bool {
	return said != "" && Pick{Kind: kind}.fitsKind(File{Kind: said})
}

// IsTextual reports whether a kind is told by what a document says, and not by the
// ending of its name.
func IsTextual(kind string) bool {
	return kind != "" && kind != kindScreenshot && !isMedium(strings.TrimSpace(kind))
}
