package rules

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// unfence takes the label and the fence off a tool result, where it has them,
// and a line that sums up the round.
func unfence(text string) string {
	label, rest, ok := strings.Cut(text, "\n")
	fence, body, _ := strings.Cut(rest, "\n")
	if !ok || !strings.HasPrefix(label, "Result of ") || len(fence) < 3 || strings.Trim(fence, "~`") != "" {
		return text
	}
	body = "\n" + body
	if end := strings.LastIndex(body, "\n"+fence); end >= 0 {
		body = body[:end]
	}
	return strings.TrimPrefix(body, "\n")
}

// cutNotice is how the loop marks, at its end, that a result was shortened.
var cutNotice = regexp.MustCompile(
	`\n?\[(?:\.\.\. truncated: showing [^\]\n]* chars\](?: \[handle [^\]\n]*\])?|truncated for context management\])\s*$`)

// whole gives the lines of a result that were not cut into, and whether some are
// missing.
func whole(text string) (lines []string, cut bool) {
	if at := cutNotice.FindStringIndex(text); at != nil {
		text, cut = text[:at[0]], true
	}
	lines = strings.Split(strings.TrimRight(text, "\n"), "\n")
	if cut && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	return lines, cut
}

// planLine is the first line of a proposal.
var planLine = regexp.MustCompile(`^plan ([A-Za-z0-9_-]{1,64}): (\d+) files? read, (\d+) ready, (\d+) to look at, (\d+) stays?\b`)

// proposal is what triage_propose answered.
type proposal struct {
	id                        string
	read, ready, review, stay int
	pairs                     []string // the lines "old → new" of the ready ones
	others                    []string // the other lines
	cut                       bool     // lines are missing
}

// parseProposal reads a proposal; false when the text is none.
func parseProposal(text string) (proposal, bool) {
	lines, cut := whole(text)
	m := planLine.FindStringSubmatch(lines[0])
	if m == nil {
		return proposal{}, false
	}
	p := proposal{id: m[1], read: number(m[2]), ready: number(m[3]), review: number(m[4]), stay: number(m[5]), cut: cut}
	for _, line := range lines[1:] {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.Contains(line, " → ") && !strings.HasSuffix(line, "(to look at)"):
			p.pairs = append(p.pairs, line)
		default:
			p.others = append(p.others, line)
		}
	}
	return p, true
}

// batchLine is the first line of what was done.
var batchLine = regexp.MustCompile(`^batch ([A-Za-z0-9_-]{1,64}): (\d+) in, (\d+) out, (\d+) contents changed; (\d+) renamed, (\d+) failed(; stopped)?`)

// receipt is what triage_apply answered.
type receipt struct {
	batch                           string
	in, out, changed, moved, failed int
	stopped                         bool
}

// parseReceipt reads a receipt; false when the text is none.
func parseReceipt(text string) (receipt, bool) {
	m := batchLine.FindStringSubmatch(text)
	if m == nil {
		return receipt{}, false
	}
	return receipt{
		batch: m[1], in: number(m[2]), out: number(m[3]), changed: number(m[4]),
		moved: number(m[5]), failed: number(m[6]), stopped: m[7] != "",
	}, true
}

// number reads digits that a pattern has matched; one that is too large for an
// int is the largest.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// count says a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// bullets lists up to limit lines and says how many more there are.
func bullets(lines []string, limit int) string {
	var b strings.Builder
	for _, line := range lines[:min(limit, len(lines))] {
		b.WriteString("- " + line + "\n")
	}
	if more := len(lines) - limit; more > 0 {
		fmt.Fprintf(&b, "- and %d more\n", more)
	}
	return b.String()
}

// beginning gives the first runes of a text, whole lines where that is possible,
// and whether there is more.
func beginning(text string, runes int) (string, bool) {
	if utf8.RuneCountInString(text) <= runes {
		return text, false
	}
	head := string([]rune(text)[:runes])
	if at := strings.LastIndexByte(head, '\n'); at > len(head)/2 {
		head = head[:at]
	}
	return head, true
}

// quote marks a text as that of a file.
func quote(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return "> " + strings.Join(lines, "\n> ")
}
