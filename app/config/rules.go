package config

import (
	"errors"
	"slices"
	"strconv"

	"github.com/deskhand/deskhand/agentcore/rule"
)

// ErrNoRule means that there is no such rule.
var ErrNoRule = errors.New("there is no such rule")

// AddRule inserts a rule above the others, since the first match counts, and changes
// nothing else. It fails with an *Error if there are too many, or the file is invalid.
func AddRule(file string, r rule.Rule) error {
	lines := []string{"[[" + ruleTable + "]]", "when = " + strconv.Quote(r.When)}
	if r.Name != "" {
		lines = append(lines, "name = "+strconv.Quote(r.Name))
	}
	if r.Into != "" {
		lines = append(lines, "into = "+strconv.Quote(r.Into))
	}
	return edit(file, func(text []byte) ([]byte, error) {
		rules, err := tablesOf(text, ruleTable)
		at := len(text)
		if len(rules) > 0 {
			at = aboveComments(text, rules[0].start)
		}
		return insertLines(text, at, append(lines, "")...), err
	}, func(c *Config) {
		c.RuleTexts = slices.Insert(c.RuleTexts, 0, RuleText{r.When, r.Name, r.Into})
	})
}

// RemoveRule removes the n-th rule, from 0, and changes nothing else. It may fail with
// ErrNoRule.
func RemoveRule(file string, n int) error {
	return editTable(file, ruleTable, n, ErrNoRule, empty, func(c *Config) { c.RuleTexts = without(c.RuleTexts, n) })
}
