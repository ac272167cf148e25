package firm

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// Sender is the name of who sent a mail. Of "Helpdesk Acme" it is the part that is
// the name of the domain; where there is an address alone or a department, the name of the
// domain as the text writes it. sure reports whether a name agrees with the address or is
// in the text: "Ferry Bookings" may be anybody.
func Sender(display, address string, lines []*page.Line) (name string, sure bool) {
	if strings.Contains(display, "@") {
		address = display
	}
	domain := Domain(address)
	if domain == "" {
		return display, true
	}
	unnamed := address == display || IsDepartment(lex.Tokenise(display))
	if !unnamed && isMailbox(display, address) {
		return display, true
	}
	if address != display {
		if name, ok := partNamed(display, lex.Tokenise(display), domain); ok {
			return name, true
		}
	}
	if !unnamed {
		return display, AgreesWith(display, []string{domain}) || signs(lines, display)
	}
	for _, l := range lines {
		if name, ok := partNamed(l.Text, l.Tokens, domain); ok {
			return name, true
		}
	}
	return domain, true
}

// signs reports whether a line below the head of the mail has the name.
func signs(lines []*page.Line, name string) bool {
	return slices.ContainsFunc(lines, func(l *page.Line) bool {
		return strings.Contains(l.Text, name) && !strings.Contains(l.Text, ": "+name) && !strings.Contains(l.Text, "@")
	})
}

// maxDomainWords is how many words a name has at most that is a domain in one word.
const maxDomainWords = 5

// partNamed is the words of a text, one after the other, that are the domain in one word.
func partNamed(text string, tokens []lex.Token, domain string) (string, bool) {
	for i, first := range tokens {
		if first.Kind == lex.Mark {
			continue
		}
		for _, last := range tokens[i:min(len(tokens), i+maxDomainWords)] {
			part := text[first.Start:last.End]
			if last.Kind != lex.Mark && compact(part) == domain && !isInAddress(text, first.Start, last.End) {
				return part, true
			}
		}
	}
	return "", false
}

// isInAddress reports whether a part of a text is one of a mail or web address.
func isInAddress(text string, start, end int) bool {
	before, after := text[:start], text[end:]
	return strings.HasSuffix(before, "@") || strings.HasSuffix(before, ".") || strings.HasSuffix(before, "/") ||
		strings.HasPrefix(after, "@") || len(after) > 1 && after[0] == '.' && after[1] != ' '
}

// isMailbox reports whether the name before the at sign has a word of a person's name.
func isMailbox(name, address string) bool {
	local, _, _ := strings.Cut(strings.ToLower(address), "@")
	return slices.ContainsFunc(lex.Tokenise(name), func(t lex.Token) bool { return len(t.Fold) > 2 && strings.Contains(local, t.Fold) })
}
