package config

import (
	"bytes"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// The lists of tables.
const (
	ruleTable    = "rule"
	backendTable = "backend"
)

// table is where a table of a list is in a text, without the comments above the next one.
type table struct{ start, end int }

// tablesOf returns the tables of a list in order.
func tablesOf(text []byte, list string) ([]table, error) {
	var p unstable.Parser
	p.Reset(text)
	var found []table
	open := false
	for p.NextExpression() {
		e := p.Expression()
		keys := e.Key()
		if e.Kind != unstable.Table && e.Kind != unstable.ArrayTable || !keys.Next() {
			continue
		}
		key := keys.Node()
		start := 1 + bytes.LastIndexByte(text[:key.Raw.Offset], '\n')
		if open {
			found[len(found)-1].end = aboveComments(text, start)
		}
		if open = e.Kind == unstable.ArrayTable && string(key.Data) == list; open {
			found = append(found, table{start, len(text)})
		}
	}
	return found, p.Error()
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

// editTable rewrites the n-th table of a list in a configuration file, from 0. It fails
// with missing if there is none. change is the intended effect.
func editTable(file, list string, n int, missing error, rewrite func(one []byte) ([]byte, error), change func(*Config)) error {
	return edit(file, func(text []byte) ([]byte, error) {
		tables, err := tablesOf(text, list)
		switch {
		case err != nil:
			return nil, err
		case n < 0 || n >= len(tables):
			return nil, missing
		}
		t := tables[n]
		one, err := rewrite(text[t.start:t.end])
		return splice(text, t.start, t.end, string(one)), err
	}, change)
}

func empty([]byte) ([]byte, error) { return nil, nil }

// without removes the n-th element; an empty list is nil, as it is if none is written.
func without[T any](list []T, n int) []T {
	if len(list) == 1 {
		return nil
	}
	return slices.Delete(list, n, n+1)
}
