package deskhand_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// promised are the documents that state rules, each next to the tests that it
// rests on.
var promised = [...]string{"docs/behaviour.md", "docs/hostile.md", "docs/privacy.md"}

var (
	// ruleRow is a row of a table that begins with the number of a rule.
	ruleRow = regexp.MustCompile(`(?m)^\| *(\d+) *\|.*$`)
	// namedTest is `package.TestName`, with a subtest or flags behind it.
	namedTest = regexp.MustCompile("`([a-z][a-z0-9/]*)\\.((?:Test|Fuzz|Benchmark)[A-Za-z0-9]+)")
	// declaredTest is a test where it is written.
	declaredTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
)

func TestEachRuleOfADocumentRestsOnATestThatExists(t *testing.T) {
	tests := map[string]map[string]bool{}
	for _, name := range promised {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, row := range ruleRow.FindAllStringSubmatch(string(text), -1) {
			if seen[row[1]] {
				t.Errorf("%s has two rules %s", name, row[1])
			}
			seen[row[1]] = true
			if !namedTest.MatchString(row[0]) {
				t.Errorf("%s: rule %s rests on no test", name, row[1])
			}
		}
		if len(seen) == 0 {
			t.Errorf("%s states no rule", name)
		}
		for _, named := range namedTest.FindAllStringSubmatch(string(text), -1) {
			if tests[named[1]] == nil {
				tests[named[1]] = testsOf(t, named[1])
			}
			if !tests[named[1]][named[2]] {
				t.Errorf("%s names %s.%s, which does not exist", name, named[1], named[2])
			}
		}
	}
}

// link is a link of a document to another file of the project, without the
// place in it.
var link = regexp.MustCompile(`\]\(([^)#:\s]+)[^):]*\)`)

func TestEachLinkBetweenDocumentsLeadsToAFileAndEachDocumentIsLinked(t *testing.T) {
	documents, err := filepath.Glob("docs/*.md")
	if err != nil || len(documents) == 0 {
		t.Fatalf("%d documents: %v", len(documents), err)
	}
	linked := map[string]bool{}
	for _, name := range append(documents, "README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			to := filepath.Join(filepath.Dir(name), m[1])
			linked[to] = linked[to] || name == "README.md"
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
			}
		}
	}
	for _, name := range documents {
		if !linked[name] {
			t.Errorf("README.md does not link to %s", name)
		}
	}
}

// testsOf are the tests that are written in a package.
func testsOf(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range declaredTest.FindAllStringSubmatch(string(text), -1) {
			found[strings.TrimSpace(m[1])] = true
		}
	}
	return found
}
