package markdown

import (
	"net/url"
	"strings"
	"unicode"
)

// longestAddress limits, in bytes, the address of a link: it is shown before it is opened.
const longestAddress = 500

// safeLink reports whether an address may be opened: a web page with a plain host, and
// without a user name or password.
func safeLink(address string) bool {
	if len(address) > longestAddress || strings.ContainsFunc(address, func(r rune) bool { return r > unicode.MaxASCII || r <= ' ' }) {
		return false
	}
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}

// bareLink returns the address that text starts with; empty if there is none.
func bareLink(text string) string {
	if !strings.HasPrefix(text, "http://") && !strings.HasPrefix(text, "https://") {
		return ""
	}
	text = text[:min(len(text), longestLink)]
	if end := strings.IndexFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || r > unicode.MaxASCII || strings.ContainsRune("<>\"`|\\^{}*", r)
	}); end >= 0 {
		text = text[:end]
	}
	text = strings.TrimRight(text, ".,;:!?'_")
	if !strings.Contains(text, "(") {
		text, _, _ = strings.Cut(text, ")")
	}
	if !safeLink(text) {
		return ""
	}
	return text
}
