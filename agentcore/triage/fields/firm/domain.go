package firm

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// MinDomain is how long a domain's name is at least to speak for a firm.
const MinDomain = 4

// Domain is the name in one word that is a web or mail address; empty if
// it is none.
func Domain(w string) string {
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
	if last > 1 && secondLevel[name] {
		name = labels[last-2]
	}
	if name = compact(name); mailHosts[name] || len(name) < MinDomain {
		return ""
	}
	return name
}

// secondLevel are the labels below a country's that names are registered under.
var secondLevel = lex.Set("co", "com", "org", "net", "ac", "edu", "gov", "gob", "gouv", "gv", "or", "example")

// AgreesWith reports whether one of the domains is named like name.
func AgreesWith(name string, domains []string) bool {
	if len(domains) == 0 {
		return false
	}
	n := compact(name)
	for _, d := range domains {
		if len(n) >= MinDomain && (strings.Contains(n, d) || strings.Contains(d, n)) {
			return true
		}
	}
	return slices.ContainsFunc(domains, func(d string) bool { return madeOf(d, lex.Tokenise(name)) })
}

// sharedShare is how much of a domain one word of a name is at least that speaks for it.
const sharedShare = 0.5

// SharesWord reports whether a long word of a name, which is no address itself, is most of
// one of the domains.
func SharesWord(name string, domains []string) bool {
	return Domain(name) == "" && slices.ContainsFunc(domains, func(d string) bool {
		return slices.ContainsFunc(lex.Tokenise(name), func(t lex.Token) bool {
			w := compact(t.Fold)
			return len(w) > MinDomain && strings.Contains(d, w) && float64(len(w)) >= sharedShare*float64(len(d))
		})
	})
}

// madeShare is how much of a domain the words of a name are that is written in it in any
// order.
const madeShare = 0.85

// madeOf reports whether a domain is made of the words of a name, two at least, in
// whatever order: oak-joinery.example is of Joinery Oak.
func madeOf(domain string, name []lex.Token) bool {
	words, letters := 0, 0
	for _, t := range name {
		if w := compact(t.Fold); len(w) >= MinDomain && strings.Contains(domain, w) {
			words, letters = words+1, letters+len(w)
		}
	}
	return words > 1 && letters <= len(domain) && float64(letters) >= madeShare*float64(len(domain))
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

// mailHosts have addresses of everybody: their names say nothing of a firm.
var mailHosts = lex.Set("gmail", "googlemail", "outlook", "hotmail", "live", "yahoo", "gmx", "web", "icloud", "me", "aol", "proton", "protonmail", "mail", "orange", "wanadoo", "free", "laposte", "posteo", "btinternet")
