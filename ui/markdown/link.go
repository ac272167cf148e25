package markdown

import (
	"net/url"
	"strings"
	"unicode"
)

// longestAddress is the most bytes of an address that is opened: it is shown first.
const longestAddress = 500

// safeLink reports whether an address may be opened: a web page whose host can be
// read as it is, without a name and a password before it.
func safeLink(address string) bool {
	if len(address) > longestAddress || strings.ContainsFunc(address, func(r rune) bool { return r > unicode.MaxASCII || r <= ' ' }) {
		return false
	}
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}

// bareLink is the address that text begins with; empty: it begins with none.
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
