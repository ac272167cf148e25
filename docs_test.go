package deskhand_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// named finds `package.TestName` in a document.
var named = regexp.MustCompile("`([a-z][a-z0-9/]*)\\.(Test[A-Za-z0-9]+)")

func TestEveryTestThatADocumentNamesExists(t *testing.T) {
	documents, err := filepath.Glob("docs/*.md")
	if err != nil || len(documents) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	sources := map[string]string{} // package → its test files
	found := 0
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			found++
			if _, read := sources[m[1]]; !read {
				sources[m[1]] = testsOf(t, m[1])
			}
			if !strings.Contains(sources[m[1]], "func "+m[2]+"(") {
				t.Errorf("%s names %s.%s, which does not exist", document, m[1], m[2])
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d tests are named: are they written another way?", found)
	}
}

func testsOf(t *testing.T, pkg string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(pkg, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(raw)
	}
	return all.String()
}
