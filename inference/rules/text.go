package rules

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/intent"
)

// bullets lists up to limit of the lines and says how many more there are of total.
func (s *speech) bullets(lines []string, total, limit int) string {
	var b strings.Builder
	lines = lines[:min(limit, len(lines))]
	for _, line := range lines {
		b.WriteString("- " + line + "\n")
	}
	if more := total - len(lines); more > 0 {
		b.WriteString("- " + s.count("and_more", more) + "\n")
	}
	return b.String()
}

// quote marks a text as that of a file.
func quote(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return "> " + strings.Join(lines, "\n> ")
}

// The most pieces of a request that an answer repeats, and the length of each.
const (
	remainderShown = 5
	remainderRunes = 60
)

// quoted lists pieces of a request for an answer.
func (s *speech) quoted(pieces []string) string {
	shown := make([]string, 0, remainderShown)
	for _, piece := range pieces[:min(remainderShown, len(pieces))] {
		short, more := intent.Beginning(piece, remainderRunes)
		if more {
			short += "…"
		}
		shown = append(shown, s.quote(short))
	}
	return strings.Join(shown, ", ")
}
