// Package rule implements the user's own rules: which documents they match, how their
// files are named and which folder they go to.
//
//	issuer ~ 'Stadtwerke' and not (amount > 100 or date < 2025-07)
//
// A condition compares a field with a text: ~ for contains, = and != for all of it, and <
// <= > >= for date and amount. Case and accents are ignored, and with ~ inflections too:
// 'Stadtwerken' matches "Stadtwerke Bonn". A date may be shortened: 2025, 2025-07. An
// unknown field matches nothing.
//
// The package imports agentcore/intent, agentcore/suggest, agentcore/template and
// golang.org/x/text. It is pure: safe from any goroutine.
package rule
