// Package rule has the rules of a person's own: which documents are meant, what they
// are named like and which folder they go to.
//
//	issuer ~ 'Stadtwerke' and not (amount > 100 or date < 2025-07)
//
// A condition holds a field against a text: ~ that it is in it, = and != all of it,
// and < <= > >= for date and amount. Case and accents do not count, and with ~ the
// endings of cases do not: 'Stadtwerken' is in "Stadtwerke Bonn". A date may be cut
// short: 2025, 2025-07. What is not known of a document fits nothing.
//
// The package imports agentcore/intent, agentcore/suggest, agentcore/template and
// golang.org/x/text. It is pure: safe from any goroutine.
package rule
