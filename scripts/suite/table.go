package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// row is one promise with the tests that it rests on.
type row struct {
	number int
	input  string
	tests  []proof
}

// proof is a test by its package, relative to the module, and its name.
type proof struct {
	pkg, test string
	flags     []string
}

// span finds `package.TestName/subtest -flag=value`.
var span = regexp.MustCompile("`([a-z][a-z0-9/]*)\\.(Test[A-Za-z0-9]+(?:/[^` ]+)?)((?: -[^` ]+)*)`")

// parse reads the rows of every table in a document.
func parse(document string) []row {
	var rows []row
	for line := range strings.Lines(document) {
		line = strings.ReplaceAll(line, `\|`, "¦")
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		number, err := strconv.Atoi(strings.TrimSpace(cells[0]))
		if err != nil || len(cells) < 3 {
			continue
		}
		r := row{number: number, input: strings.TrimSpace(cells[1])}
		for _, m := range span.FindAllStringSubmatch(line, -1) {
			r.tests = append(r.tests, proof{pkg: m[1], test: m[2], flags: strings.Fields(m[3])})
		}
		rows = append(rows, r)
	}
	return rows
}

// order is what is to be run in one package.
type order struct {
	pkg   string
	tests []string
	flags []string
}

// orders gathers the tests by package, in the order of the table.
func orders(rows []row) []order {
	var out []order
	for _, r := range rows {
		for _, p := range r.tests {
			i := slices.IndexFunc(out, func(o order) bool { return o.pkg == p.pkg })
			if i < 0 {
				i = len(out)
				out = append(out, order{pkg: p.pkg})
			}
			top, _, _ := strings.Cut(p.test, "/")
			if !slices.Contains(out[i].tests, top) {
				out[i].tests = append(out[i].tests, top)
			}
			out[i].flags = append(out[i].flags, p.flags...)
		}
	}
	return out
}
