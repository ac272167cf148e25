package main

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// writtenDir holds documents that were written for the tests of the rules: they
// keep layouts and languages in the fit that no collection has.
const writtenDir = "agentcore/triage/fields/testdata"

// written reads them.
func written(dir string) ([]labelled, error) {
	whole, err := os.ReadFile(filepath.Join(dir, "documents.txt"))
	if err != nil {
		return nil, err
	}
	var all []labelled
	for _, block := range strings.Split(string(whole), "====\n")[1:] {
		text, facts, _ := strings.Cut(block, "\n----\n")
		r := row{Date: names{"-"}, Issuer: names{"-"}, Title: names{"-"}}
		for line := range strings.Lines(facts) {
			field, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			value = strings.TrimSuffix(strings.TrimSuffix(value, " ?"), " -")
			switch field {
			case plan.FieldDate:
				r.Date = names{value}
			case plan.FieldIssuer:
				r.Issuer = names{value}
			case plan.FieldTitle:
				r.Title = names{regexp.QuoteMeta(value)}
			case plan.FieldKind:
				r.Kind = names{value}
			case plan.FieldAmount:
				r.Total = sum(digitsOf(value))
			}
		}
		below := writtenOf("below other names", others(len(all))+text, r)
		below.share = belowShare
		all = append(all, writtenOf("written documents", text, r), below)
	}
	for _, field := range fields.Ranked {
		if field == plan.FieldAmount {
			continue // it has no lines of its own
		}
		lines, err := os.ReadFile(filepath.Join(dir, field+"s.txt"))
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(lines)) {
			_, rest, ok := strings.Cut(line, ": ")
			if field == plan.FieldKind { // its rows have no names
				rest, ok = line, true
			}
			text, value, labelled := strings.Cut(rest, " =>")
			if !ok || !labelled || strings.HasPrefix(line, "#") {
				continue
			}
			r := row{}
			right := names{cmp.Or(strings.TrimSpace(value), "-")}
			switch field {
			case plan.FieldDate:
				r.Date = right
			case plan.FieldIssuer:
				r.Issuer = right
			case plan.FieldKind:
				r.Kind = right
			case plan.FieldTitle:
				r.Title = names{cmp.Or(regexp.QuoteMeta(strings.TrimSpace(value)), "-")}
			}
			all = append(all, writtenOf("written "+field+"s", strings.ReplaceAll(text, "|", "\n"), r))
		}
	}
	return all, nil
}

// belowShare is how much a document below other names counts: few are so.
const belowShare = 0.1

// others are the names of two firms that have nothing to do with the document below them:
// who stands first did not always write it.
func others(n int) string {
	name := func(n int, ends ...string) string {
		return surnames[n%len(surnames)] + " " + ends[n%len(ends)]
	}
	return name(n, "Trading", "Garage", "Travel", "Media", "Consulting") + "\n" + name(n+7, "Services", "Foods", "Printing") + "\n\n"
}

func writtenOf(part, text string, r row) labelled {
	r.Source = part
	d := page.Document{Kind: string(documents.KindPDF), Method: plan.MethodText, Today: today}
	for _, line := range strings.Split(text, "\n") {
		d.Lines = append(d.Lines, page.RawLine{Page: 1, Text: line})
	}
	return labelled{row: r, part: part, doc: d, share: 1}
}
