package fields

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// maxDomains is how many domains of a document are kept.
const maxDomains = 20

// minDomain is how long a domain's name is at least to speak for a firm.
const minDomain = 4

// domains are the names of the web and mail domains in the document, without
// what comes before and after them: "alderfinch" of www.alderfinch.example.
// Those of the recipient and of others are left out.
func (v *issuerView) domainsOf(cells []*page.Cell) []string {
	var names []string
	for _, c := range cells {
		if c.Line.Recipient || !strings.ContainsAny(c.Text(), ".@") || len(names) == maxDomains {
			continue
		}
		if p := partyOver(v.headings, c); c.Box != nil && (p == buyerParty || p == otherParty) {
			continue
		}
		for _, w := range strings.Fields(c.Text()) {
			if n := domainName(w); n != "" && len(names) < maxDomains {
				names = append(names, n)
			}
		}
	}
	return names
}

// domainName is the name in one word that is a web or mail address; empty if
// it is none.
func domainName(w string) string {
	w = strings.Trim(strings.ToLower(w), ".,;:()<>[]\"'")
	_, host, isMail := strings.Cut(w, "@")
	if !isMail {
		host = strings.TrimPrefix(strings.TrimPrefix(w, "https://"), "http://")
		host, _, _ = strings.Cut(host, "/")
	}
	labels := strings.Split(strings.TrimPrefix(host, "www."), ".")
	last := len(labels) - 1
	if last < 1 || len(labels[last]) < 2 || lex.Run(labels[last], lex.IsLetter) != len(labels[last]) {
		return ""
	}
	name := labels[last-1]
	if last > 1 && (name == "co" || name == "com" || name == "org") {
		name = labels[last-2]
	}
	if name = compact(name); mailHosts[name] || len(name) < minDomain {
		return ""
	}
	return name
}

// agreesWith reports whether one of the domains is named like name.
func agreesWith(name string, domains []string) bool {
	if len(domains) == 0 {
		return false
	}
	n := compact(name)
	for _, d := range domains {
		if len(n) >= minDomain && (strings.Contains(n, d) || strings.Contains(d, n)) {
			return true
		}
	}
	return false
}

// compact is the letters and digits of s, folded.
func compact(s string) string {
	return strings.Map(func(r rune) rune {
		if lex.IsDigit(r) || lex.IsLetter(r) {
			return r
		}
		return -1
	}, lex.Fold(s))
}
