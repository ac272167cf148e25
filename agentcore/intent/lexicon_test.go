package intent

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"strconv"
	"strings"
	"testing"
)

// A slip in the name of a section would leave its words without a meaning.
func TestEachSectionOfALexiconIsARoleAndEachRoleHasOne(t *testing.T) {
	file, err := parser.ParseFile(gotoken.NewFileSet(), "roles.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	used := map[role]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok && lit.Kind == gotoken.STRING {
				name, _ := strconv.Unquote(lit.Value)
				used[role(name)] = name == "" || strings.HasPrefix(name, "(")
			}
		}
		return true
	})
	for _, name := range []string{"common", "en", "de", "fr", "es"} {
		for line := range strings.Lines(read(name)) {
			section, ok := strings.CutPrefix(strings.TrimSpace(line), "[")
			if !ok {
				continue
			}
			r, _ := roleOf(strings.TrimSuffix(section, "]"))
			if _, known := used[r]; !known {
				t.Errorf("%s has the section [%s", name, section)
			}
			used[r] = true
		}
	}
	for r, found := range used {
		if !found {
			t.Errorf("no lexicon has a section [%s]", r)
		}
	}
}
