package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
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
	lines, err := os.ReadFile(filepath.Join(dir, "issuers.txt"))
	if err != nil {
		return nil, err
	}
	var all []labelled
	for _, block := range strings.Split(string(whole), "====\n")[1:] {
		text, facts, _ := strings.Cut(block, "\n----\n")
		issuer := ""
		for line := range strings.Lines(facts) {
			if value, ok := strings.CutPrefix(line, plan.FieldIssuer+": "); ok {
				issuer = strings.TrimSuffix(strings.TrimSpace(value), " ?")
			}
		}
		all = append(all, writtenOf("written documents", text, issuer))
	}
	for line := range strings.Lines(string(lines)) {
		_, rest, ok := strings.Cut(line, ": ")
		text, issuer, labelled := strings.Cut(rest, " =>")
		if ok && labelled && !strings.HasPrefix(line, "#") {
			all = append(all, writtenOf("written lines", strings.ReplaceAll(text, "|", "\n"), strings.TrimSpace(issuer)))
		}
	}
	return all, nil
}

// writtenOf is one of them; without an issuer, no name is right.
func writtenOf(source, text, issuer string) labelled {
	d := fields.Document{Kind: string(documents.KindPDF), Method: plan.MethodText}
	for _, line := range strings.Split(text, "\n") {
		d.Lines = append(d.Lines, fields.Line{Page: 1, Text: line})
	}
	return label(source, row{Source: source, Issuer: names{issuer}}, d)
}
