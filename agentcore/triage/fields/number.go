package fields

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// documentNumber is the first number with a label of its own, or else the
// first with any.
func (r *reading) documentNumber(kind kinds.Found) (found, bool) {
	var other numberFound
	for _, l := range r.Lines {
		f, ok := r.numberOf(l, kind)
		if ok && f.confidence == numberTitle {
			return f.found, true
		}
		if ok && other.Line == nil {
			other = f
		}
	}
	return other.found, other.Line != nil
}

// numberFound is a number with whose its label says that it is.
type numberFound struct {
	found
	class label.NumberClass
}

// numberOf is the number that the line has or labels.
func (r *reading) numberOf(l *page.Line, kind kinds.Found) (numberFound, bool) {
	if l.WordCount > 2*page.ShortLine {
		return numberFound{}, false
	}
	for i := 0; i < len(l.Tokens); {
		class, next, ok := label.Numbers.At(l.Tokens, i)
		if !ok {
			i++
			continue
		}
		if score := r.numberScore(l, i, class, kind); score > 0 {
			s, is := r.numberAfter(l, i, next)
			if is && class == label.MatterNumber && (len(s.Text()) < minMatter || isRange(s.Text())) {
				is = false
			}
			if is && (class != label.BareNumber || score == numberTitle || labelled(l, next) || endsLine(s)) {
				return numberFound{found{s, s.Text(), score}, class}, true
			}
		}
		i = next
	}
	return numberFound{}, false
}

// numberScore is how far a number is believed to be the document's own, by the
// label at token i; 0 where it is not.
func (r *reading) numberScore(l *page.Line, i int, class label.NumberClass, kind kinds.Found) float64 {
	switch {
	case label.IsOnesOther(l.Tokens, i, lex.Tokenise(kind.Value)):
		return 0 // unsere Rechnung Nr. 4711, in a reminder
	case class == label.OwnNumber:
		return numberTitle
	case isForeign(l.Tokens, i):
		return 0
	case class == label.OrderNumber && isAccount(kind):
		return 0 // what was ordered, not what is paid with this
	case class == label.OrderNumber:
		return numberTitle
	case class == label.BareNumber && kind.Line == l && kind.Start < l.Tokens[i].Start:
		return numberTitle // "Credit Note (381) No. 4711"
	case class == label.BareNumber && i > 0 && l.Top < 0.5 && r.Relative(l) >= page.LargeLine:
		return numberTitle // a heading with a number
	case class == label.BareNumber && kind.Role == page.TradeRole:
		return 0
	}
	return matterTitle
}

// minMatter is how many characters the number of a matter has at least: a column of
// references has shorter ones.
const minMatter = 4

// isRange reports whether a number is two short ones with a dash between them, as the
// usual values of a laboratory are: 65-99.
func isRange(s string) bool {
	low, high, ok := strings.Cut(s, "-")
	a, errA := strconv.Atoi(low)
	b, errB := strconv.Atoi(high)
	return ok && errA == nil && errB == nil && a < b && len(high) <= 3
}

// labelled reports whether a colon stands at token i, or behind one full stop.
// The numbers of houses have none, and a street behind them: "No. 14, Mill
// Lane".
func labelled(l *page.Line, i int) bool {
	if i < len(l.Tokens) && l.Tokens[i].Fold == "." {
		i++
	}
	return i < len(l.Tokens) && l.Tokens[i].Fold == ":"
}

// foreignReach is how many tokens before a label may say whose number it is.
const foreignReach = 4

// isForeign reports whether the words before the label at token i say that the
// number is not the document's: "GST Reg. No", "Kunden-Nr.".
func isForeign(tokens []lex.Token, i int) bool {
	for j := i - 1; j >= max(0, i-foreignReach); j-- {
		switch t := tokens[j]; {
		case t.Kind == lex.Word && label.ForeignNumbers[t.Fold]:
			return true
		case t.Kind == lex.Number, t.Fold == ":":
			return false
		}
	}
	return false
}

// isAccount reports whether the document is a bill or the proof of a payment.
// The number of an order on it is not its own.
func isAccount(kind kinds.Found) bool {
	name := lex.Fold(kind.Value)
	for _, part := range label.AccountWords {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// numberAfter is the number behind the label in the tokens from first up to
// next: on the line, to the right of it, or below it. A label that is a bare
// noun ("Invoice") needs a sign that a number follows.
func (r *reading) numberAfter(l *page.Line, first, next int) (page.Span, bool) {
	own := l.SpanOf(first, next)
	if next < len(l.Tokens) && l.Tokens[next].Fold == "_" {
		return page.Span{}, false // invoice_no_1 is the name of something
	}
	signed := next-first > 1 || label.IsNumberWord(l.Tokens[next-1].Fold)
	for next < len(l.Tokens) && isNumberMark(l, l.Tokens[next]) {
		signed = true
		next++
	}
	if next < len(l.Tokens) {
		s, ok := label.CodeAt(l, l.Tokens[next].Start)
		if ok || !signed {
			return s, ok && (signed || hasLetterAndDigit(s.Text()) || first == 0 && endsLine(s) && !isYear(s.Text()) && len(s.Text()) > 2)
		}
		return r.codeBelow(own)
	}
	if !signed {
		return page.Span{}, false
	}
	right := r.RightOf(l)
	for right != nil && right.WordCount == 0 && strings.TrimLeft(right.Text, " :.#") == "" {
		right = r.RightOf(right)
	}
	if right != nil {
		if s, ok := label.CodeAlone(right); ok {
			return s, true
		}
	}
	if below := r.After(l); below != nil && len(below.Box) == len(l.Box) {
		if s, ok := label.CodeAlone(below); ok {
			return s, true
		}
	}
	return r.codeBelow(own)
}

// How far below its label a number stands: in heights of the label, and in
// lines that are looked at.
const (
	belowHeights = 3.5
	belowLines   = 24
)

// codeBelow is the number in the cell under a label: the first word below that
// stands under some of it.
func (r *reading) codeBelow(own page.Span) (page.Span, bool) {
	box := own.Box()
	if len(box) != 4 || own.Line.Row < 0 {
		return page.Span{}, false
	}
	for i := own.Line.Row + 1; i < min(len(r.Rows), own.Line.Row+belowLines); i++ {
		l := r.Rows[i]
		down := l.Middle() - box[1] - box[3]
		if l.Page != own.Line.Page || down > belowHeights*box[3] {
			break
		}
		if down <= 0 {
			continue
		}
		for _, w := range l.Words {
			if len(w.Box) == 4 && w.Box[0] < box[0]+box[2] && box[0] < w.Box[0]+w.Box[2] {
				return label.CodeAt(l, w.Start)
			}
		}
	}
	return page.Span{}, false
}

// isNumberMark reports whether t stands between a label and its number, as the raised
// o of "n.º" does, which is a letter.
func isNumberMark(l *page.Line, t lex.Token) bool {
	return strings.Contains(":#.°º", l.Text[t.Start:t.End])
}

// endsLine tells that nothing stands behind s.
func endsLine(s page.Span) bool { return strings.TrimSpace(s.Line.Text[s.End:]) == "" }

func isYear(s string) bool {
	return len(s) == 4 && (strings.HasPrefix(s, "19") || strings.HasPrefix(s, "20"))
}

func hasLetterAndDigit(s string) bool {
	return strings.ContainsFunc(s, lex.IsDigit) && strings.ContainsFunc(s, unicode.IsLetter)
}
