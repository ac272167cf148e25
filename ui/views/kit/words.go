package kit

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// PathsWords name what was dropped: "Receipts 2026", "scan 12.png and 4 more".
func PathsWords(paths []string) string {
	switch len(paths) {
	case 0:
		return locale.L("Nothing")
	case 1:
		return filepath.Base(paths[0])
	default:
		return locale.N("{{.File}} and {{.N}} more", "{{.File}} and {{.N}} more", len(paths)-1, "File", filepath.Base(paths[0]))
	}
}

// PageWords say which pages were read; empty if unknown.
func PageWords(pages documents.Pages) string {
	first, last, total, ok := pages.Range()
	switch {
	case !ok:
		return ""
	case first == last:
		return locale.L("page {{.Page}} of {{.Of}}", "Page", first, "Of", total)
	}
	return locale.L("pages {{.From}} to {{.To}} of {{.Of}}", "From", first, "To", last, "Of", total)
}

// OneLine joins several lines into one.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// SentenceCase makes a sentence of words that may not be one.
func SentenceCase(s string) string {
	runes := []rune(strings.TrimRight(OneLine(s), "."))
	if len(runes) == 0 {
		return ""
	}
	return strings.ToUpper(string(runes[:1])) + string(runes[1:]) + "."
}

// Short cuts words for a chip.
func Short(s string, limit int) string {
	runes := []rune(OneLine(s))
	if len(runes) <= limit {
		return string(runes)
	}
	return strings.TrimRight(string(runes[:limit-1]), " ") + "…"
}

// OneRow escapes line breaks.
func OneRow(s string) string {
	return strings.NewReplacer("\r", "<U+000D>", "\n", "<U+000A>", "\t", "<U+0009>").Replace(s)
}

// Spelled returns foreign text for use within a sentence, with nothing hidden in it.
func Spelled(s string) string { return inert.Exact(OneRow(s)) }

// Bytes formats a number of bytes: 812 MB, 5.2 GB.
func Bytes(n int64) string {
	switch {
	case n >= 1e9:
		return locale.L("{{.N}} GB", "N", fmt.Sprintf("%.1f", float64(n)/1e9))
	case n >= 1e6:
		return locale.L("{{.N}} MB", "N", fmt.Sprintf("%.0f", float64(n)/1e6))
	default:
		return locale.L("{{.N}} kB", "N", fmt.Sprintf("%.0f", float64(n)/1e3))
	}
}
