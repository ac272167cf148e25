package deskhand_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestPatternsFitTheWayTheyRead(t *testing.T) {
	for _, row := range []struct {
		path, patterns string
		want           bool
	}{
		{"ui", "ui/...", true},
		{"ui/views", "ui/...", true},
		{"uix", "ui/...", false},
		{"ui/views", "ui", false},
		{"mcp/servers/files", "mcp/servers/*/*/...", false},
		{"mcp/servers/files/journal", "mcp/servers/*/*/...", true},
		{"app", "ui/... app", true},
		{"app", "", false},
	} {
		if got := fits(row.path, row.patterns); got != row.want {
			t.Errorf("%q fits %q: %v, want %v", row.path, row.patterns, got, row.want)
		}
	}
}

// first gives the list of the first rule for path, and whether there is one.
func first(rules []rule, path string) (list string, found bool) {
	for _, r := range rules {
		if fits(path, r.packages) {
			return r.list, true
		}
	}
	return "", false
}

// fits reports whether path is one of patterns.
func fits(path, patterns string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(pattern string) bool {
		below, deep := strings.CutSuffix(pattern, "/...")
		expr := strings.ReplaceAll(regexp.QuoteMeta(below), `\*`, `[^/]+`)
		if deep {
			expr += `(/.*)?`
		}
		return regexp.MustCompile("^" + expr + "$").MatchString(path)
	})
}

// goPackage is one package of the project: its path within the module, its
// files, and the imports of those and of its tests.
type goPackage struct {
	path, name, dir      string
	files                []string
	imports, testImports []string
}

// packages reads every Go file of the module, also those that are left out on
// this system or without a build tag. It walks the folders itself, so that the
// go command sees what this test depends on and never takes an old verdict.
func packages(t *testing.T) []goPackage {
	t.Helper()
	var all []goPackage
	err := filepath.WalkDir(".", func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if slices.Contains([]string{"build", "dist"}, dir) || strings.HasPrefix(d.Name(), ".") && dir != "." || d.Name() == "testdata" {
			return fs.SkipDir
		}
		p, err := readPackage(dir)
		if len(p.files) > 0 {
			all = append(all, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("there is no package here")
	}
	return all
}

func readPackage(dir string) (goPackage, error) {
	p := goPackage{path: filepath.ToSlash(dir), dir: dir}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return p, err
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return p, err
		}
		into := &p.testImports
		if !strings.HasSuffix(path, "_test.go") {
			into = &p.imports
			p.name = file.Name.Name
			p.files = append(p.files, filepath.Base(path))
		}
		for _, spec := range file.Imports {
			to, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return p, fmt.Errorf("%s: %w", path, err)
			}
			*into = append(*into, to)
		}
	}
	return p, nil
}
