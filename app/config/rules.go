package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/deskhand/deskhand/agentcore/regular"
	"github.com/deskhand/deskhand/agentcore/rule"
)

// ErrNoRule means that there is no such rule.
var ErrNoRule = errors.New("there is no such rule")

// AddRule inserts a rule above the others, since the first match counts, and changes
// nothing else. It fails with an *Error if there are too many, or the file is invalid.
func AddRule(file string, r rule.Rule) error {
	lines := []string{"[[rule]]", "when = " + strconv.Quote(r.When)}
	if r.Name != "" {
		lines = append(lines, "name = "+strconv.Quote(r.Name))
	}
	if r.Into != "" {
		lines = append(lines, "into = "+strconv.Quote(r.Into))
	}
	return editTables(file, func(text []byte) ([]byte, error) {
		tables, err := tablesOf(text)
		if err != nil {
			return nil, err
		}
		at := len(text)
		if i := slices.IndexFunc(tables, table.isRule); i >= 0 {
			at = aboveComments(text, tables[i].start)
		}
		return insertLines(text, at, append(lines, "")...), nil
	}, func(c *Config) {
		c.RuleTexts = slices.Insert(c.RuleTexts, 0, RuleText{r.When, r.Name, r.Into})
	})
}

// RemoveRule removes the n-th rule, from 0, and changes nothing else. It may fail with
// ErrNoRule.
func RemoveRule(file string, n int) error {
	if n < 0 {
		return ErrNoRule
	}
	place := n
	return editTables(file, func(text []byte) ([]byte, error) {
		tables, err := tablesOf(text)
		if err != nil {
			return nil, err
		}
		for i, t := range tables {
			if !t.isRule() {
				continue
			}
			if n--; n >= 0 {
				continue
			}
			end := len(text)
			if i+1 < len(tables) {
				end = aboveComments(text, tables[i+1].start)
			}
			return splice(text, t.start, end, ""), nil
		}
		return nil, ErrNoRule
	}, func(c *Config) {
		if c.RuleTexts = slices.Delete(c.RuleTexts, place, place+1); len(c.RuleTexts) == 0 {
			c.RuleTexts = nil
		}
	})
}

// editTables rewrites the tables of a list in a configuration file. change is the
// intended effect.
func editTables(file string, edit func(text []byte) ([]byte, error), change func(*Config)) error {
	text, err := regular.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		text, err = commentedDefaults(), nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	edited, err := edit(text)
	if errors.Is(err, ErrNoRule) || errors.Is(err, ErrNoBackend) {
		return err
	}
	if err == nil {
		err = sameBut(text, edited, change)
	}
	if err != nil {
		return in(file, err)
	}
	return replaceFile(file, edited)
}

// table is the header of a table in a text.
type table struct {
	name  string
	start int
	list  bool
}

func (t table) isRule() bool { return t.list && t.name == "rule" }

// tablesOf returns the tables of a text in order.
func tablesOf(text []byte) ([]table, error) {
	var p unstable.Parser
	p.Reset(text)
	var all []table
	for p.NextExpression() {
		e := p.Expression()
		keys := e.Key()
		if e.Kind != unstable.Table && e.Kind != unstable.ArrayTable || !keys.Next() {
			continue
		}
		key := keys.Node()
		start := 1 + bytes.LastIndexByte(text[:key.Raw.Offset], '\n')
		all = append(all, table{string(key.Data), start, e.Kind == unstable.ArrayTable})
	}
	return all, p.Error()
}

// aboveComments returns the start of the comments above a line.
func aboveComments(text []byte, at int) int {
	for at > 0 {
		above := 1 + bytes.LastIndexByte(text[:at-1], '\n')
		if !bytes.HasPrefix(bytes.TrimSpace(text[above:at]), []byte("#")) {
			break
		}
		at = above
	}
	return at
}
